// The app needs 60 columns and 18 rows; in Roboto Mono a letter is 0.6 of its size wide and 1.32 high. On a narrow
// screen, such as a phone's, letters are as small as that takes, unless the address asks for a size.
const ROOM = { width: 62 * 0.601, height: 18 * 1.32 };
const [LEAST, USUAL, MOST] = [6, 16, 72];

function fontSize() {
  const asked = parseInt(new URLSearchParams(window.location.search).get("fontsize"));
  if (asked) return Math.min(Math.max(asked, LEAST), MOST);
  // A phone that is turned keeps its letters: both ways must do.
  const touched = window.matchMedia("(pointer: coarse)").matches;
  const width = touched ? Math.min(window.innerWidth, screen.width, screen.height) : window.innerWidth;
  const fits = Math.floor(Math.min(width / ROOM.width, window.innerHeight / ROOM.height) * 10) / 10;
  return Math.max(LEAST, Math.min(fits, USUAL));
}

document.addEventListener("DOMContentLoaded", () => {
  const terminal = document.getElementById("terminal");
  terminal.dataset.fontSize = fontSize();
  terminal.dataset.sessionWebsocketUrl = `ws://${window.location.host}/ws`;
  // The terminal takes keys as soon as it is connected, without a click; before that it could not send its focus.
  const focus = () => document.querySelector(".xterm-helper-textarea").focus();
  new MutationObserver(focus).observe(document.body, { attributeFilter: ["class"] });
});
