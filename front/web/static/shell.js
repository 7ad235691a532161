// What surrounds every page: the heading, light or dark, and what is said in passing.

import { h } from "./dom.js";

const THEMES = { auto: "as the system", light: "light", dark: "dark" };

export function applyTheme(theme) {
  if (theme === "auto") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset.theme = theme;
}

function themeButton() {
  const names = Object.keys(THEMES);
  let current = localStorage.getItem("petteia.theme") || "auto";
  const button = h("button", { class: "quiet theme", type: "button" });
  const show = () => {
    applyTheme(current);
    button.textContent = { auto: "◐", light: "☀", dark: "☾" }[current];
    button.setAttribute("aria-label", `Colours: ${THEMES[current]}. Change`);
  };
  button.addEventListener("click", () => {
    current = names[(names.indexOf(current) + 1) % names.length];
    localStorage.setItem("petteia.theme", current);
    show();
  });
  show();
  return button;
}

let timer;

/** Say something in passing. */
export function notice(text, bad = false) {
  const place = document.getElementById("notice");
  place.textContent = text;
  place.className = text ? `shown ${bad ? "bad" : ""}` : "";
  clearTimeout(timer);
  if (text) timer = setTimeout(() => notice(""), 5000);
}

/** Something to read or copy over the page, until it is closed. */
export function dialog(title, kind, ...children) {
  const shown = h(
    "dialog",
    { class: kind, "aria-label": title, onclose: () => shown.remove() },
    h("h2", {}, title),
    h("div", { class: "content" }, ...children),
    h("button", { type: "button", autofocus: true, onclick: () => shown.close() }, "Close"),
  );
  document.getElementById("main").append(shown);
  shown.showModal();
  return shown;
}

/** What the window is called. */
export function title(words) {
  const whole = words ? `${words} · petteia` : "petteia";
  if (document.title !== whole) document.title = whole;
}

/** The heading: where we are, unless the page says so itself, and the page's own buttons. */
export function heading(where, ...buttons) {
  title(where);
  document
    .getElementById("top")
    .replaceChildren(
      h(
        "a",
        { class: "mark", href: "/" },
        h("span", { class: "disc", "aria-hidden": "true" }, "Π"),
        h("span", { class: "word" }, "petteia"),
        h("span", { class: "visually-hidden" }, "all games"),
      ),
      ...(where ? [h("h1", {}, where)] : []),
      h("nav", { "aria-label": "Tools" }, ...buttons, themeButton()),
    );
}
