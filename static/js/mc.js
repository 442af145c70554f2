// The MC's desk. Keys: space presses the large button, unless somebody is typing or has a button in their hand already.

"use strict";

addEventListener("keydown", (event) => {
  if (event.key !== " " || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, select, textarea, button, summary, a")) return;
  const button = document.querySelector("[data-space]");
  if (!button) return;
  event.preventDefault();
  button.click();
});

// A question stays until it is answered, whatever goes on in the hall meanwhile.
document.addEventListener("htmx:beforeRequest", (event) => {
  const desk = document.getElementById("desk");
  if (event.detail.elt === desk && desk.querySelector(".trouble form")) event.preventDefault();
});
