// What a person sees of the page without scrolling. On a telephone the panel with the choices lies over its lower end.

/** Scroll to these, unless half of them can be seen already. The style sheet says whether scrolling is smooth. */
export function bringIntoView(main, elements) {
  const panel = main.querySelector(".side .turn");
  const top = 8;
  const bottom =
    panel && getComputedStyle(panel).position === "fixed" ? panel.getBoundingClientRect().top : innerHeight;
  const boxes = elements
    .filter((element) => !panel?.contains(element))
    .map((element) => element.getBoundingClientRect())
    .filter(({ width }) => width);
  const isSeen = (box) => (box.top + box.bottom) / 2 > top && (box.top + box.bottom) / 2 < bottom;
  if (!boxes.length || boxes.filter(isSeen).length >= boxes.length / 2) return;
  const [first, last] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  // In the middle; what is higher than the room begins at its top.
  scrollBy({ top: last - first > bottom - top ? first - top : (first + last) / 2 - (top + bottom) / 2 });
}
