// What a game is made of: cities, cards, units and their numbers, as its data files have them.

import { api } from "./net.js";

const loaded = new Map();

/** The components of a game, asked for once: `rows(table, file)`, `get(table, id)`, `any(id)`, `name(id)`, `setting(id)`. */
export async function components(name) {
  if (!loaded.has(name)) {
    const rows = await api(`/api/components/${name}`);
    const tables = {};
    const ids = {};
    for (const { file, table, row } of rows) {
      tables[table] ||= [];
      tables[table].push({ ...row, file });
      if (row.id) ids[row.id] ||= { ...row, file, table };
    }
    loaded.set(name, {
      rows: (table, file) => (tables[table] || []).filter((row) => !file || row.file === file),
      get: (table, id) => (tables[table] || []).find((row) => row.id === id),
      any: (id) => ids[id],
      name: (id) => ids[id]?.name || String(id).replaceAll("_", " "),
      setting: (id) => (tables.setting || []).find((row) => row.id === id)?.value,
    });
  }
  return loaded.get(name);
}
