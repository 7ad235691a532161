// A record, from what one of its seats knew after each event: with a slider, the keyboard, marks of turns and of the
// review, and an analysis of what was asked.

import { about, showAbout } from "./about.js";
import { components, titleOf } from "./components.js";
import { makeContext } from "./context.js";
import { h, put, s } from "./dom.js";
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
    const [data, title, module] = await Promise.all([
      components(found.game, found.lang),
      titleOf(found.game, found.lang),
      moduleOf(found.game),
    ]);
    new Replay(main, found, wanted, data, title, module);
  } catch (error) {
    put(main, h("section", { class: "panel narrow" }, h("p", {}, error.message), h("a", { href: "/" }, "All games")));
  }
}

class Replay {
  constructor(main, found, wanted, data, title, module) {
    this.found = found;
    this.names = wanted.names || {};
    this.titles = wanted.titles || {}; // what seats without a name are called at the end
    this.module = module;
    this.id = wanted.id;
    this.step = wanted.step; // of the record, where it begins
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
    this.marks = s("svg", {
      class: "replay-marks",
      viewBox: "0 0 1000 16",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    });
    this.verdict = h("div", { class: "verdict", "aria-live": "polite" });
    this.analysis = h("div", { class: "replay-analysis", "aria-live": "polite" });
    this.review = h("div", {});
    const button = (act, label, words) =>
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          "aria-label": label.length > 1 ? null : words, // a sign says nothing by itself
          ...about(words),
          onclick: act,
        },
        label,
      );
    const step = (by, label, words) => button(() => this.go(this.wanted + by), label, words);
    const turn = (by, label, words) => button(() => this.goTurn(by), label, words);
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
            this.marks,
            h(
              "div",
              { class: "tools", lang: "en" },
              turn(-1, "«", "A turn back (Page Up)"),
              step(-1, "◂", "One event back (Left)"),
              this.playButton,
              step(1, "▸", "One event on (Right)"),
              turn(1, "»", "A turn on (Page Down)"),
              this.where,
            ),
            this.verdict,
            h(
              "div",
              { class: "tools", lang: "en" },
              button(() => this.analyse(), "Analysis", "What the engine would do here (A)"),
            ),
            this.analysis,
          ),
          found.is_whole
            ? h(
                "section",
                { class: "panel", "aria-label": "Review" },
                h(
                  "div",
                  { class: "tools", lang: "en" },
                  button(() => this.askForReview(), "Review", "What the game taught"),
                ),
                this.review,
              )
            : null,
          h("section", { class: "panel log" }, h("h2", { lang: "en" }, "What happened"), this.story),
        ),
      ),
    );
    showAbout(main);
    this.onkey = (event) => this.key(event);
    addEventListener("keydown", this.onkey);
    this.begin();
  }

  /** Keys go through the game, unless somebody types or a control has its own use for them. */
  key(event) {
    const { target, key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (target.closest?.("select, input:not(.slider), textarea, .story, .table")) return;
    const acts = {
      ArrowLeft: () => this.go(this.wanted - 1),
      ArrowRight: () => this.go(this.wanted + 1),
      PageUp: () => this.goTurn(-1),
      PageDown: () => this.goTurn(1),
      Home: () => this.go(0),
      End: () => this.go(this.events.length),
      a: () => this.analyse(),
    };
    if (key === " " && !target.closest?.("button, a, summary")) acts[" "] = () => this.toggle();
    if (!acts[key]) return;
    event.preventDefault();
    acts[key]();
  }

  /** The events with which a turn begins. */
  get turns() {
    const { headings = [] } = this.module;
    const begins = ({ text, say }) => say && headings.includes(text.split(" ")[0]);
    return this.events.filter(begins).map(({ n }) => n);
  }

  goTurn(by) {
    const turns = [0, ...this.turns, this.events.length];
    this.go(
      by > 0 ? (turns.find((n) => n > this.wanted) ?? this.wanted) : (turns.findLast((n) => n < this.wanted) ?? 0),
    );
  }

  /** Turns, and what the review marked, below the slider. */
  showMarks() {
    const steps = this.found.steps[this.seat] || [];
    const x = (n) => (1000 * n) / Math.max(1, this.events.length);
    const judged = this.reviewed?.seat === this.seat ? this.reviewed.judged.filter(({ mark }) => mark !== "fine") : [];
    put(
      this.marks,
      this.turns.map((n) => s("path", { class: "turn-mark", d: `M${x(n)} 0V6` })),
      judged.map(({ step, mark }) => s("path", { class: `judged-mark ${mark}`, d: `M${x(steps[step])} 5V16` })),
      (this.reviewed?.swings || []).map(({ step }) => s("path", { class: "swing-mark", d: `M${x(steps[step])} 0V16` })),
    );
  }

  /** What the review says of the position that is shown. */
  showVerdict() {
    const steps = this.found.steps[this.seat] || [];
    const here =
      this.reviewed?.seat === this.seat
        ? this.reviewed.judged.find(({ step, mark }) => mark !== "fine" && steps[step] === this.n)
        : null;
    put(
      this.verdict,
      here
        ? h(
            "p",
            { class: here.mark },
            h("b", { lang: "en" }, `${here.mark}: `),
            `${here.label}. `,
            h("i", { lang: "en" }, "Better: "),
            here.reason || `${here.better_label}.`,
          )
        : null,
    );
  }

  async askForReview() {
    if (this.reviewedSeat === this.seat) return;
    const { seat } = this;
    this.reviewedSeat = seat;
    const { ReviewPlace } = await import("./review.js");
    const t = this.shown;
    const teams = this.found.teams;
    const place = new ReviewPlace(
      this.found.id,
      seat,
      {
        tones: teams.map((team) => (team === "house" ? "tone-house" : t.tone(team.split("+")[0]))),
        name: (who) => this.titles[who] || t.name(who),
        lang: this.found.lang,
        show: (step) => this.go(this.found.steps[this.seat][step]),
      },
      (review) => {
        this.reviewed = review;
        this.showMarks();
        this.showVerdict();
      },
    );
    put(this.review, place.element);
  }

  /** What the engine would have done with what the seat knew here. */
  async analyse() {
    const { n, seat } = this;
    put(this.analysis, h("p", { lang: "en" }, "Thinking…"));
    try {
      const { asked, lines } = await api(`/api/replays/${this.found.id}/${seat}/${n}/analysis`);
      if (n !== this.n || seat !== this.seat) return;
      put(
        this.analysis,
        asked
          ? h(
              "ol",
              { class: "analysis-lines" },
              lines.map(({ label, ev, policy }) =>
                h(
                  "li",
                  {},
                  h("b", {}, `${Math.round(100 * ev)} %`),
                  ` ${label} `,
                  h("small", { lang: "en" }, `(played ${Math.round(100 * policy)} % of the time)`),
                ),
              ),
            )
          : h("p", { lang: "en" }, "This seat had nothing to decide here."),
      );
    } catch (error) {
      put(this.analysis, h("p", {}, error.message));
    }
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
    this.showMarks();
    const steps = this.found.steps[this.seat];
    if (Number.isInteger(this.step) && steps) {
      this.go(steps[Math.min(this.step, steps.length - 1)]);
      this.step = null;
      return;
    }
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
    if (n !== this.n) put(this.analysis);
    this.n = n;
    this.show(this.frames.get(key));
    this.showVerdict();
  }

  show({ view, describe, summary }) {
    const t = makeContext(this.module, this.data, {
      view,
      described: { ...describe, result: undefined },
      summary,
      you: this.seat,
      seating: this.seats.map((seat) => ({ seat, player: "person", name: this.names[seat] || "" })),
      teams: this.found.teams,
      events: this.events.slice(0, this.n),
      before: null,
      asked: false,
    });
    this.shown = t;
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
