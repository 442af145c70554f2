// The club night's page: numbers beside the names, and buttons for one more and one fewer. Everything works without.

"use strict";

const names = /** @type {HTMLTextAreaElement} */ (document.getElementById("names"));
const numbers = /** @type {HTMLElement} */ (document.getElementById("numbers"));

// An empty line has no number.
function number() {
  let people = 0;
  const lines = names.value.split("\n").map((line) => (line.trim() ? String(++people) : ""));
  numbers.textContent = `${lines.join("\n")}\n`;
  numbers.scrollTop = names.scrollTop;
}

names.addEventListener("input", number);
names.addEventListener("scroll", () => {
  numbers.scrollTop = names.scrollTop;
});
number();

for (const button of document.querySelectorAll("[data-step]")) {
  const field = /** @type {HTMLInputElement} */ (document.getElementById(button.dataset.of ?? ""));
  button.hidden = false;
  button.addEventListener("click", () => {
    const now = Number.parseInt(field.value, 10) || 0;
    field.value = String(Math.max(1, now + Number(button.dataset.step)));
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}
