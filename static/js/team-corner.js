// A public page is the same for everybody. A browser in which somebody is signed in has a cookie that says so; it fetches
// what they see besides. Nobody else asks for anything.

"use strict";

(() => {
  const corner = document.getElementById("team-corner");
  if (!corner || !/turntable_signed_in=/.test(document.cookie)) return;
  const context = { values: { of: location.pathname }, target: "#team-corner", swap: "outerHTML" };
  htmx.ajax("GET", String(corner.dataset.address), context).catch(() => {});
})();
