// What something is, in words, beside it: for who points at it, for the keyboard, and for a finger. What has more to say
// than it shows carries that in `data-about`. Screen readers are told by its name or description.

import { h, s } from "./dom.js";

const PATIENCE = 250; // milliseconds before a mouse that rests is answered
const GAP = 8;

/** Let something say more about itself to everybody; `words` may be empty. */
export function tellAbout(element, words) {
  if (words) element.dataset.about = words;
  else delete element.dataset.about;
  if (element.dataset.named !== undefined) return;
  if (words) element.setAttribute("aria-description", words);
  else element.removeAttribute("aria-description");
}

/**
 * Give what is drawn and named its name for screen readers: what it says about itself. A picture has a label. A button
 * has the words in it, unseen: a label there would have to hold all its letters and numbers, one after the other.
 */
export function nameDrawn(element, isButton) {
  const words = element.dataset.about || "";
  element.querySelector(":scope > .spoken")?.remove();
  if (isButton) {
    const { x, y, width, height } = element.getBBox();
    element.append(s("text", { class: "spoken", x: x + width / 2, y: y + height / 2 }, words));
    element.removeAttribute("aria-label");
  } else element.setAttribute("aria-label", words);
}

/** The attributes of an element that says more about itself. */
export const about = (words) => (words ? { "data-about": words, "aria-description": words } : {});

/** Show it for everything inside `root`. */
export function showAbout(root) {
  const card = h("div", { class: "about-card", hidden: true, "aria-hidden": "true" });
  document.body.append(card);
  let timer;
  let shown = null;
  const hide = () => {
    clearTimeout(timer);
    shown = null;
    card.hidden = true;
  };
  const show = (element) => {
    clearTimeout(timer);
    if (!element.isConnected || !element.dataset.about) return hide();
    shown = element;
    card.textContent = element.dataset.about;
    card.lang = element.closest("[lang]").lang;
    card.hidden = false;
    const { left, right, top, bottom } = (element.querySelector(".halo") || element).getBoundingClientRect();
    const { width, height } = card.getBoundingClientRect();
    const x = Math.max(GAP, Math.min((left + right - width) / 2, innerWidth - width - GAP));
    const y = top - height - GAP > 0 ? top - height - GAP : Math.min(bottom + GAP, innerHeight - height - GAP);
    card.style.left = `${x}px`;
    card.style.top = `${y}px`;
  };
  const of = (event) => event.target.closest?.("[data-about]");
  root.addEventListener("pointerover", (event) => {
    const element = of(event);
    if (event.pointerType !== "mouse" || element === shown) return;
    hide();
    if (element) timer = setTimeout(() => show(element), PATIENCE);
  });
  root.addEventListener("pointerleave", hide);
  root.addEventListener("focusin", (event) => {
    const element = of(event);
    if (element?.matches(":focus-visible")) show(element);
    else hide();
  });
  root.addEventListener("focusout", hide);
  // A finger that touches what cannot be chosen asks what it is.
  root.addEventListener("click", (event) => {
    const element = of(event);
    if (event.pointerType === "mouse" || !element || event.target.closest("button, [role=button]")) hide();
    else show(element);
  });
  addEventListener("scroll", hide, { passive: true, capture: true });
  addEventListener("keydown", (event) => event.key === "Escape" && hide());
  return hide;
}
