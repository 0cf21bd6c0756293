// The terminal takes keys at once, without a click.
window.addEventListener("load", () => document.querySelector(".xterm-helper-textarea").focus());
