// What a game is made of: cities, cards, units and their numbers, as its data files have them; and which games there are.

import { api } from "./net.js";

const loaded = new Map();

function once(path, make) {
  if (!loaded.has(path)) loaded.set(path, api(path).then(make));
  return loaded.get(path);
}

/** The games in words of a language (the server's own, if none is given): `games` and `lang`. */
export const catalog = (lang = "") => once(`/api/catalog?lang=${lang}`, (found) => found);

/** What a game is called. */
export async function titleOf(name, lang) {
  const { games } = await catalog(lang);
  return games.find((game) => game.name === name)?.title || name;
}

/** The components of a game in a language: `rows(table, file)`, `get(table, id)`, `name(id)`. */
export const components = (name, lang = "") =>
  once(`/api/components/${name}?lang=${lang}`, (rows) => {
    const tables = {};
    const ids = {};
    for (const { file, table, row } of rows) {
      tables[table] ||= [];
      tables[table].push({ ...row, file });
      if (row.id) ids[row.id] ||= row;
    }
    return {
      rows: (table, file) => (tables[table] || []).filter((row) => !file || row.file === file),
      get: (table, id) => (tables[table] || []).find((row) => row.id === id),
      name: (id) => ids[id]?.name || "",
    };
  });
