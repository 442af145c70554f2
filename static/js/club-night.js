// The club night's page: numbers beside the names, and buttons for one more and one fewer. Everything works without.

"use strict";

const names = /** @type {HTMLTextAreaElement} */ (document.getElementById("names"));
const numbers = /** @type {HTMLElement} */ (document.getElementById("numbers"));

// An empty line has no number. Each number stands beside an unseen copy of its line, which is broken where the field
// breaks it: so a long line moves the numbers below it down.
function number() {
  let people = 0;
  const lines = names.value.split("\n").map((line) => {
    const copy = document.createElement("div");
    copy.dataset.number = line.trim() ? String(++people) : "";
    copy.textContent = line || "\u200b";
    return copy;
  });
  numbers.replaceChildren(...lines);
  measure();
}

// A scrollbar makes the lines shorter.
function measure() {
  numbers.style.width = `${names.clientWidth}px`;
  numbers.scrollTop = names.scrollTop;
}

names.addEventListener("input", number);
new ResizeObserver(measure).observe(names);
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
