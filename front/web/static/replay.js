// A record, from what one of its seats knew after each event, with a slider.

import { components, titleOf } from "./components.js";
import { makeContext } from "./context.js";
import { h, put } from "./dom.js";
import { moduleOf } from "./games/index.js";
import { api } from "./net.js";
import { headline, log } from "./panels.js";
import { rulesButton } from "./rules.js";
import { heading, notice } from "./shell.js";

export async function showReplay(main) {
  heading("Replay");
  const wanted = JSON.parse(sessionStorage.getItem("petteia.replay") || "null");
  if (!wanted) {
    put(
      main,
      h(
        "section",
        { class: "panel narrow" },
        h("p", {}, "Choose a record on the first page."),
        h("a", { href: "/" }, "All games"),
      ),
    );
    return;
  }
  try {
    const body = { lang: wanted.lang, ...(wanted.record ? { record: wanted.record } : { id: wanted.id }) };
    const found = await api("/api/replays", { body, token: wanted.token });
    const [data, title] = await Promise.all([components(found.game, found.lang), titleOf(found.game, found.lang)]);
    new Replay(main, found, wanted, data, title);
  } catch (error) {
    put(main, h("section", { class: "panel narrow" }, h("p", {}, error.message), h("a", { href: "/" }, "All games")));
  }
}

class Replay {
  constructor(main, found, wanted, data, title) {
    this.found = found;
    this.names = wanted.names || {};
    this.titles = wanted.titles || {}; // what seats without a name are called at the end
    this.module = moduleOf(found.game);
    this.data = data;
    this.seats = Object.keys(found.seats);
    this.seat = this.seats.includes(wanted.seat) ? wanted.seat : this.seats[0];
    this.frames = new Map();
    this.n = 0;
    this.wanted = 0;
    heading(
      `${title}: replay`,
      rulesButton(found.game, found.lang),
      wanted.id ? h("a", { class: "button quiet", href: `/g/${wanted.id}` }, "Back to the game") : null,
    );
    this.status = h("div", { class: "status" });
    this.board = h("section", { class: "board", "aria-label": "Board" });
    this.story = h("ol", { class: "story", "aria-label": "What happened", tabindex: "0" });
    this.slider = h("input", {
      type: "range",
      min: 0,
      class: "slider",
      "aria-label": "Event",
      oninput: (event) => this.go(Number(event.target.value)),
    });
    this.where = h("output", { class: "where" });
    const step = (by, label, words) =>
      h("button", { type: "button", class: "quiet", "aria-label": words, onclick: () => this.go(this.n + by) }, label);
    this.playButton = h("button", { type: "button", onclick: () => this.toggle() }, "Play");
    this.who =
      this.seats.length > 1
        ? h(
            "label",
            { class: "field" },
            h("span", { lang: "en" }, "As seen by "),
            h(
              "select",
              {
                onchange: (event) => {
                  this.seat = event.target.value;
                  this.begin();
                },
              },
              this.seats.map((seat) => h("option", { value: seat, selected: seat === this.seat }, this.name(seat))),
            ),
          )
        : null;
    put(
      main,
      h(
        "div",
        { class: `game-page game-${found.game}`, lang: found.lang },
        h("div", { class: "stage" }, this.status, this.board),
        h(
          "aside",
          { class: "side" },
          h(
            "section",
            { class: "panel turn replay-tools" },
            this.who,
            this.slider,
            h(
              "div",
              { class: "tools", lang: "en" },
              step(-1, "◂", "One event back"),
              this.playButton,
              step(1, "▸", "One event on"),
              this.where,
            ),
          ),
          h("section", { class: "panel log" }, h("h2", { lang: "en" }, "What happened"), this.story),
        ),
      ),
    );
    this.begin();
  }

  /** What a seat is called; before anything is shown, by its place. */
  name(seat) {
    return this.names[seat] || this.titles[seat] || seat;
  }

  get events() {
    return this.found.seats[this.seat];
  }

  begin() {
    this.slider.max = this.events.length;
    this.go(Math.min(this.wanted || this.firstPosition(), this.events.length));
  }

  firstPosition() {
    return Math.min(this.events.length, 1);
  }

  async go(n) {
    n = Math.max(0, Math.min(n, this.events.length));
    this.wanted = n;
    this.slider.value = n;
    this.where.textContent = `${n} of ${this.events.length}`;
    const key = `${this.seat} ${n}`;
    try {
      if (!this.frames.has(key)) this.frames.set(key, await api(`/api/replays/${this.found.id}/${this.seat}/${n}`));
    } catch (error) {
      notice(error.message, true);
      return;
    }
    if (this.wanted !== n) return; // the slider has gone on
    this.n = n;
    this.show(this.frames.get(key));
  }

  show({ view, describe, summary }) {
    const t = makeContext(this.module, this.data, {
      view,
      described: { ...describe, result: undefined },
      summary,
      you: this.seat,
      seating: this.seats.map((seat) => ({ seat, player: "person", name: this.names[seat] || "" })),
      teams: [],
      events: this.events.slice(0, this.n),
      before: null,
      asked: false,
    });
    put(this.status, headline(t));
    put(this.board, ...[this.module.board(t)].flat(Infinity).filter(Boolean));
    log(this.story, t.events, this.module.headings);
    this.story.scrollTop = this.story.scrollHeight;
    for (const option of this.who?.querySelectorAll("option") || [])
      option.textContent = this.titles[option.value] || t.name(option.value);
  }

  toggle() {
    if (this.playing) {
      clearInterval(this.playing);
      this.playing = null;
    } else {
      this.playing = setInterval(() => (this.n >= this.events.length ? this.toggle() : this.go(this.n + 1)), 700);
    }
    this.playButton.textContent = this.playing ? "Pause" : "Play";
  }
}
