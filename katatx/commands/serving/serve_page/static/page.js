// The app needs 60 columns and 18 rows; in Roboto Mono a letter is 0.6 of its size wide and 1.32 high. On a narrow
// screen, such as a phone's, letters are as small as that takes, unless the address asks for a size.
const ROOM = { width: 62 * 0.601, height: 18 * 1.32 };

document.addEventListener("DOMContentLoaded", () => {
  if (new URLSearchParams(window.location.search).has("fontsize")) return;
  // A phone that is turned keeps its letters: both ways must do.
  const touched = window.matchMedia("(pointer: coarse)").matches;
  const width = touched ? Math.min(window.innerWidth, screen.width, screen.height) : window.innerWidth;
  const terminal = document.getElementById("terminal");
  const fits = Math.floor(Math.min(width / ROOM.width, window.innerHeight / ROOM.height) * 10) / 10;
  terminal.dataset.fontSize = Math.max(6, Math.min(fits, Number(terminal.dataset.fontSize)));
});

// The terminal takes keys at once, without a click.
window.addEventListener("load", () => document.querySelector(".xterm-helper-textarea").focus());
