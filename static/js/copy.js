// Copying a link. Without this file it can still be selected.

"use strict";

// On a hall's plain http there is no clipboard to write to, only the older command on what is selected.
/** @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(field.value);
  } else if (!document.execCommand("copy")) {
    throw new Error("not copied");
  }
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const words = button.textContent;
  button.hidden = false;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    try {
      await copy(/** @type {HTMLInputElement} */ (document.getElementById(button.dataset.copy ?? "")));
      button.textContent = "Copied";
    } catch {
      button.textContent = "Selected: press Ctrl-C";
    }
    setTimeout(() => {
      button.textContent = words;
    }, 3000);
  });
}
