// What the MC says to everybody, at the foot of the tablet until it is read, or until its end (../message.js). While a
// hand is counted it waits. What stands at the foot of the page by itself stands above it.

let read = "";

const height = new ResizeObserver(([message]) => {
  const { isConnected, offsetHeight } = /** @type {HTMLElement} */ (message.target);
  document.body.style.setProperty("--message", `${isConnected ? offsetHeight : 0}px`);
});

/** @param {TableState} state */
export function showMessage({ message }) {
  document.querySelector(".tablet-message")?.remove();
  const template = /** @type {HTMLTemplateElement | null} */ (document.getElementById("tablet-message"));
  if (!message || !template || read === message.words + message.until) return;
  const shown = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
  const words = shown.querySelector("[data-words]");
  const place = shown.querySelector(".tablet-message");
  if (!words || !place) return;
  words.textContent = message.words;
  place.dataset.messageUntil = String(message.until);
  shown.querySelector("button")?.addEventListener("click", () => {
    read = message.words + message.until;
    place.remove();
  });
  document.getElementById("said")?.append(shown);
  height.disconnect();
  height.observe(place);
}
