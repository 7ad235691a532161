// What a person sees of the page without scrolling. On a telephone the panel with the choices lies over its lower end.

/** Scroll to the first of these, unless one can be seen already. The style sheet says whether scrolling is smooth. */
export function bringIntoView(main, elements) {
  const panel = main.querySelector(".side .turn");
  const top = 8;
  const bottom = panel && getComputedStyle(panel).position === "fixed" ? panel.getBoundingClientRect().top : innerHeight;
  const boxes = elements.filter((element) => !panel?.contains(element)).map((element) => element.getBoundingClientRect()).filter(({ width }) => width);
  const isSeen = (box) => (box.top + box.bottom) / 2 > top && (box.top + box.bottom) / 2 < bottom;
  if (!boxes.length || boxes.some(isSeen)) return;
  const [first] = boxes;
  // In the middle; what is higher than the room begins at its top.
  scrollBy({ top: first.height > bottom - top ? first.top - top : (first.top + first.bottom) / 2 - (top + bottom) / 2 });
}
