// The games that this browser knows: for each its name, when it began, and the words that open its seats.

export const memory = {
  all() {
    try {
      return JSON.parse(localStorage.getItem("petteia.games")) || {};
    } catch {
      return {};
    }
  },
  get(id) {
    return this.all()[id] || null;
  },
  keep(id, entry) {
    const games = this.all();
    games[id] = { ...games[id], ...entry };
    localStorage.setItem("petteia.games", JSON.stringify(games));
  },
  forget(id) {
    const games = this.all();
    delete games[id];
    localStorage.setItem("petteia.games", JSON.stringify(games));
  },
};
