// Browsers on phones hide printing in a menu; without scripts the page says so.
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
