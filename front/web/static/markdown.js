// Markdown, as much of it as the rules are written in, as elements. Text stays text: there is no markup to slip through.

import { h } from "./dom.js";

const SCROLLED = { tabindex: "0" }; // what is wider than its place is scrolled by keys too
const LIST = /^( *)([-*]|\d+\.) +/;
const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*|\[([^\]]+)\]\([^)]*\)/g;

/** `code`, **strong**, *emphasis*; of a link its words, since what it leads to is not here. */
function inline(text) {
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    parts.push(text.slice(at, found.index));
    const [all, code, strong, emphasis, link] = found;
    if (code !== undefined) parts.push(h("code", {}, code));
    else if (strong !== undefined) parts.push(h("strong", {}, inline(strong)));
    else if (emphasis !== undefined) parts.push(h("em", {}, inline(emphasis)));
    else parts.push(...inline(link));
    at = found.index + all.length;
  }
  return [...parts, text.slice(at)].filter((part) => part !== "");
}

const cells = (row) =>
  row
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));

/** The elements of a text. Its headings stand below the one of a dialog, which is the title. */
export const markdown = (text) => blocks(text.split("\n"));

function blocks(lines) {
  const found = [];
  let at = 0;
  const taken = (fits) => {
    const from = at;
    while (at < lines.length && fits(lines[at], at - from)) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at];
    if (!line.trim()) at += 1;
    else if (line.startsWith("```")) {
      at += 1;
      found.push(h("pre", SCROLLED, taken((each) => !each.startsWith("```")).join("\n")));
      at += 1;
    } else if (/^#+ /.test(line)) {
      const depth = line.match(/^#+/)[0].length;
      found.push(h(`h${Math.min(depth + 1, 6)}`, {}, inline(line.slice(depth + 1))));
      at += 1;
    } else if (line.startsWith(">")) {
      found.push(
        h("blockquote", {}, blocks(taken((each) => each.startsWith(">")).map((each) => each.replace(/^> ?/, "")))),
      );
    } else if (line.startsWith("|") && /^\|[\s:|-]+$/.test(lines[at + 1] || "")) {
      const [head, , ...rows] = taken((each) => each.startsWith("|"));
      const row = (tag, each) =>
        h(
          "tr",
          {},
          cells(each).map((cell) => h(cell ? tag : "td", {}, inline(cell))), // what is empty heads nothing
        );
      found.push(
        h(
          "div",
          { class: "wide", ...SCROLLED },
          h(
            "table",
            {},
            h("thead", {}, row("th", head)),
            h(
              "tbody",
              {},
              rows.map((each) => row("td", each)),
            ),
          ),
        ),
      );
    } else if (LIST.test(line)) {
      found.push(list(taken((each, n) => n === 0 || LIST.test(each) || /^ +\S/.test(each))));
    } else {
      const paragraph = taken(
        (each, n) => n === 0 || (each.trim() && !/^(```|#+ |>|\|)/.test(each) && !LIST.test(each)),
      );
      found.push(h("p", {}, inline(paragraph.map((each) => each.trim()).join(" "))));
    }
  }
  return found;
}

/** Items at the first one's indent; what is further in belongs to the item above it. */
function list(lines) {
  const [, indent, mark] = lines[0].match(LIST);
  const items = [];
  for (const line of lines) {
    const item = line.match(LIST);
    if (item && item[1].length <= indent.length) items.push([line.slice(item[0].length)]);
    else items.at(-1).push(line.replace(/^ {1,3}/, ""));
  }
  return h(
    /\d/.test(mark) ? "ol" : "ul",
    {},
    items.map((item) =>
      h(
        "li",
        {},
        blocks(item.map((line, n) => (n && !LIST.test(line) ? line.trimStart() : line))).flatMap((block, n) =>
          n === 0 && block.tagName === "P" ? [...block.childNodes] : [block],
        ),
      ),
    ),
  );
}
