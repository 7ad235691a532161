// Small helpers to make elements. Text is always set as text, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("aria-")) {
      element.setAttribute(name, String(value)); // "true" and "false" are words there: without one it says nothing
      continue;
    }
    if (value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(child));
  }
  return element;
}

/** An HTML element. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Put these into a place instead of what is there; lists are opened, null is left out. */
export const put = (place, ...children) =>
  place.replaceChildren(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );

/** A drawing of the given size that scales with its place. */
export function drawing(width, height, label, ...children) {
  const drawn = s(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": label, class: "drawing" },
    ...children,
  );
  drawn.style.setProperty("--ratio", String(width / height));
  // What a thing is called: to who points at it, and to screen readers, which need not read its letters and numbers too.
  for (const group of drawn.querySelectorAll("g[aria-label]")) {
    group.setAttribute("role", "img");
    group.dataset.named = "";
    group.dataset.about = group.getAttribute("aria-label");
    for (const text of group.querySelectorAll("text")) text.setAttribute("aria-hidden", "true");
  }
  return drawn;
}

/** Whether the page is as narrow as a telephone: maps are then drawn upright. */
export const NARROW = matchMedia("(max-width: 720px)");
export const isNarrow = () => NARROW.matches;

export const range = (n) => [...Array(n).keys()];
export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
/** Lines of at most so many characters, for text in drawings. */
export function wrapped(text, width) {
  const lines = [""];
  for (const word of text.split(" ")) {
    if (lines.at(-1) && lines.at(-1).length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] += (lines.at(-1) ? " " : "") + word;
  }
  return lines;
}
