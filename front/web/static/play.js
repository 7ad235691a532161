// The page on which a game is played: the board, what can be chosen, what happened, and who at this screen is looking.

import { showAbout } from "./about.js";
import { components, titleOf } from "./components.js";
import { makeContext } from "./context.js";
import { h, NARROW, put } from "./dom.js";
import { moduleOf, styles } from "./games/index.js";
import { Keyboard } from "./keyboard.js";
import { memory } from "./memory.js";
import { Moments } from "./moments.js";
import { Chooser } from "./moves.js";
import { api, Channel } from "./net.js";
import { bar, blocks, follow, headline, log, markThreats, moveList, seatList, storyPlace, threats } from "./panels.js";
import { rulesButton } from "./rules.js";
import { bringIntoView } from "./scroll.js";
import { heading, notice, title } from "./shell.js";

export async function showGame(main, id) {
  // Links are copied out of sentences: what is no letter of a token, such as a bracket behind it, does not belong to it.
  const word = new URLSearchParams(location.hash.slice(1))
    .get("seat")
    ?.trim()
    .match(/^[\w-]+/)?.[0];
  const kept = memory.get(id);
  const tokens = word ? [word] : Object.values(kept?.tokens || {});
  if (!tokens.length) {
    heading("No such game");
    put(
      main,
      h(
        "section",
        { class: "panel narrow" },
        h("p", {}, "This browser has no link to a seat of this game. Open the link that you were given."),
        h("p", {}, h("a", { href: "/" }, "All games")),
      ),
    );
    return;
  }
  new GamePage(main, id, tokens, word ? null : kept);
}

/** A text with what people would type, in backquotes, set apart. */
const typed = (text) => text.split("`").map((part, at) => (at % 2 ? h("code", {}, part) : part));

class GamePage {
  constructor(main, id, tokens, kept) {
    this.main = main;
    this.id = id;
    this.owner = kept?.owner;
    this.seats = new Map(); // by seat: channel, hello, state, events
    this.active = null; // who is looking; nobody during a hand-over
    this.handingOver = false;
    this.analyzing = false;
    this.hintedDecision = null; // whose hint is shown or awaited
    this.hintPending = false; // it has not come yet
    this.expected = tokens.length;
    this.settled = tokens.length < 2; // who looks first is known; several people are asked
    this.chooser = new Chooser((move) => this.play(move));
    this.keyboard = new Keyboard(main);
    this.hideAbout = showAbout(main);
    this.moments = new Moments(
      () => this.seat?.state && this.drawBoard(),
      () => this.seat?.state && this.render(),
    );
    for (const token of tokens) this.open(token);
    NARROW.addEventListener("change", () => this.changed(this.active));
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.chooser.chosen.length && !document.querySelector("dialog[open]")) {
        const [first] = this.chooser.chosen;
        this.chooser.chosen = [];
        this.light(first);
      }
    });
  }

  open(token) {
    const seat = { token, events: [], state: null, hello: null, connected: false };
    seat.channel = new Channel(this.id, token, {
      hello: async (message) => {
        const first = !seat.hello;
        seat.hello = message;
        seat.isBack = !first; // after a break: what was asked for before it must be asked for again
        this.seats.set(message.you, seat);
        if (first) {
          [this.data, this.title, this.module] = await Promise.all([
            components(message.game, message.lang),
            titleOf(message.game, message.lang),
            moduleOf(message.game),
          ]);
          memory.keep(this.id, {
            game: message.game,
            ...(this.owner ? {} : { tokens: { ...memory.get(this.id)?.tokens, [message.you]: token } }),
          });
          if (this.expected === 1) this.active = message.you;
          if (this.module.isStrike) this.chooser.isStrike = this.module.isStrike;
          if (!this.board) this.build(message); // once, however many seats are here
          this.changed(message.you);
        }
      },
      update: (message, fresh) => {
        if (fresh) seat.events = [];
        const known = new Set(seat.events.map(({ n }) => n));
        const news = message.events.filter(({ n }) => !known.has(n));
        seat.events.push(...news);
        if (!fresh && seat === this.seat) this.moments.add(news, seat.hello.you, seat.state, this.module.joins);
        seat.before = fresh ? null : seat.state;
        if (message.d !== seat.state?.d) seat.thought = null;
        seat.state = message;
        const owed = seat.isBack && seat === this.seat && this.hintPending;
        if (seat.isBack) this.analyzedDecision = null;
        seat.isBack = false;
        this.changed(seat.hello.you);
        if (owed && message.d !== undefined) this.askForHint();
      },
      notice: (message) => notice(message.sentence, message.bad),
      chances: (message) => {
        seat.chances = message;
        if (seat === this.seat && seat.state && !this.later && !this.moments.active)
          bar(this.chances, this.context(), message);
      },
      thought: (message) => this.thought(seat, message),
      state: (connected) => {
        seat.connected = connected;
        this.connection();
      },
      refused: () => {
        heading("No such game");
        put(
          this.main,
          h(
            "section",
            { class: "panel narrow" },
            h("p", {}, "This link does not open anything (any more)."),
            h("p", {}, h("a", { href: "/" }, "All games")),
          ),
        );
      },
    });
  }

  connection() {
    const lost = [...this.seats.values()].some((seat) => !seat.connected);
    document.body.classList.toggle("offline", lost);
    this.offline?.replaceChildren(lost ? "Connection lost. Trying again…" : "");
  }

  get seat() {
    return this.seats.get(this.active);
  }

  /** What a game's module gets to draw with, from what a seat knows. */
  context(seat = this.seat) {
    const { hello, state } = seat;
    return makeContext(this.module, this.data, {
      view: state.view,
      described: state.describe,
      summary: state.summary,
      you: hello.you,
      seating: hello.seating,
      teams: hello.teams,
      events: seat.events,
      before: seat.before,
      telling: seat === this.seat ? this.moments.state : undefined,
      asked: state.d !== undefined,
      d: state.d,
    });
  }

  build(hello) {
    const links = h("button", { type: "button", class: "quiet", onclick: () => this.showLinks() }, "Links");
    this.ofRecord = [
      h("button", { type: "button", class: "quiet", onclick: () => this.save() }, "Save"),
      h("button", { type: "button", class: "quiet", onclick: () => this.replay() }, "Replay"),
    ];
    const legend = async () => (await import("./legend.js")).showLegend(this.board, hello.lang, this.data);
    heading(this.title, rulesButton(hello.game, hello.lang, hello.seats), this.owner ? links : null, ...this.ofRecord);
    this.offline = h("div", { class: "offline-bar", role: "status" });
    this.status = h("div", { class: "status", "aria-live": "polite" });
    this.threats = h("ul", { class: "threats", "aria-label": "Threats" });
    this.inWords = h("div", { class: "blocks" });
    const words = h("summary", { lang: "en" }, "The position in words");
    this.words = h("details", { class: "in-words", ontoggle: () => this.showWords() }, words, this.inWords);
    this.board = h("section", { class: "board", "aria-label": "Board" });
    this.prompt = h("p", { class: "prompt", "aria-live": "polite" });
    this.question = h("p", { class: "question" });
    this.hint = h("p", { class: "hint", "aria-live": "polite" });
    this.tray = h("div", { class: "tray", role: "group", "aria-label": "Choices" });
    this.tools = h("div", { class: "tools", lang: "en" });
    this.guidePlace = h("div", { class: "guide-place" });
    if (memory.get(this.id)?.guided) this.openGuide(hello);
    this.after = h("section", { class: "panel after", "aria-label": "After the game", hidden: true });
    this.list = h("details", { class: "all-moves" });
    this.chances = h("div", { class: "chances" });
    this.players = h("ul", { class: "players", "aria-label": "Players" });
    this.story = storyPlace();
    put(
      this.main,
      this.offline,
      h(
        "div",
        { class: `game-page game-${hello.game}`, lang: hello.lang },
        h(
          "div",
          { class: "stage" },
          this.status,
          this.threats,
          this.board,
          this.after,
          this.module.isPlain ? null : this.words,
          this.module.isPlain
            ? null
            : h("button", { type: "button", class: "quiet", lang: "en", onclick: legend }, "Legend"),
        ),
        h(
          "aside",
          { class: "side", "aria-label": "Your turn" },
          this.guidePlace,
          h(
            "section",
            { class: "panel turn" },
            this.moments.element,
            this.prompt,
            this.hint,
            this.tray,
            this.question,
            this.tools,
            this.list,
          ),
          h("section", { class: "panel", "aria-label": "Chances and players" }, this.chances, this.players),
          h(
            "section",
            { class: "panel log", "aria-label": "What happened" },
            h("h2", { lang: "en" }, "What happened"),
            this.story,
          ),
        ),
      ),
    );
  }

  async openGuide(hello) {
    const { Guide } = await import("./guide.js");
    this.guide = new Guide(this.id, hello, {
      askForHint: () => this.askForHint(),
      play: (move) => this.play(move),
    });
    this.guidePlace.replaceWith(this.guide.element); // beside the panel that it explains
    if (this.seat?.state) this.guide.show(this.seat.state.describe, this.seat.state.d);
  }

  /** It is long: it is made when somebody wants to read it. */
  showWords() {
    put(this.inWords, this.words.open && this.seat?.state ? blocks(this.seat.state.summary) : null);
  }

  changed(who) {
    if (!this.board || this.handingOver) return;
    if (!this.settled) this.settle();
    else if (this.seat?.state) {
      if (who === this.active) this.render();
      this.offerHandover();
    }
  }

  /** The seats of people at this screen. */
  get people() {
    return [...this.seats].filter(([seat]) => seat !== "pub");
  }

  /** Who looks first: several people are asked, also when none of them is to decide. */
  settle() {
    if ([...this.seats.values()].filter(({ state }) => state).length < this.expected) return;
    this.settled = true;
    const people = this.people;
    if (people.length > 1 && !people[0][1].state.result)
      this.handOver(
        "Who is looking?",
        people.map(([seat]) => seat),
      );
    else this.look((people[0] || [...this.seats][0])[0]);
  }

  look(seat) {
    this.active = seat;
    this.render();
    this.offerHandover();
  }

  /** The board, as it is or, while something is told, as it was then. */
  drawBoard(t = this.context()) {
    const unfolded = [...this.board.querySelectorAll("details[open]")].map(({ dataset }) => dataset.fold);
    this.hideAbout();
    put(this.board, ...[this.module.board(t)].flat(Infinity).filter(Boolean));
    for (const details of this.board.querySelectorAll("details"))
      details.open = unfolded.includes(details.dataset.fold);
    this.moments.mark(this.board);
  }

  render() {
    const seat = this.seat;
    this.keyboard.note();
    const wait = this.module.suspense?.(this.context()) || 0;
    if (wait) this.moments.clear(); // the drawing itself shows what happens
    if (this.moments.active) this.moments.begin((text) => this.module.sign?.(text, this.context()));
    const t = this.context();
    this.drawBoard(t);
    clearTimeout(this.later);
    this.later = null;
    if (wait || this.moments.active) {
      // What was revealed is shown first; what follows from it is told afterwards.
      this.chooser.set(null, false);
      this.prompt.className = "prompt";
      this.list.hidden = true;
      put(this.prompt, this.moments.active ? null : "…");
      put(this.question);
      put(this.tray);
      put(this.tools);
      if (!wait) return;
      this.later = setTimeout(() => {
        this.later = null;
        seat.before = null;
        this.render();
      }, wait);
      return;
    }
    put(this.status, headline(t));
    threats(this.threats, t, this.module.threats);
    markThreats(this.board, t);
    this.showWords();
    const over = Boolean(t.result);
    const { paths } = this.module;
    this.chooser.set(t.described, t.asked && !over, paths && ((offer) => paths(t, offer)));
    this.showPrompt(t);
    this.guide?.show(t.described, t.d);
    bar(this.chances, t, seat.chances);
    seatList(this.players, t, this.active);
    log(this.story, seat.events, this.module.headings);
    this.showTools(t);
    this.light();
    if (this.analyzing && t.asked && !over) this.analyze();
    if (this.owner && sessionStorage.getItem("petteia.links") === this.id) {
      sessionStorage.removeItem("petteia.links");
      this.showLinks(); // somebody waits for one
    }
  }

  showPrompt(t) {
    const { result, question } = t.described;
    this.prompt.className = "prompt";
    if (this.hintedDecision !== this.decision) this.dropHint();
    put(this.question);
    title(`${t.asked && !result ? "Your turn · " : result ? "Over · " : ""}${this.title}`);
    if (result) {
      this.prompt.classList.add("over");
      put(this.prompt, h("strong", {}, result.words));
      put(this.question, t.described.headline.split(" | ").slice(1).join(" · "));
      this.lookBack(t);
    } else if (t.asked) {
      this.prompt.classList.add("asked");
      this.showQuestion(t);
    } else if (t.you === "pub") {
      put(this.prompt, h("span", { lang: "en" }, "You are watching. "), question);
    } else {
      put(this.prompt, question);
    }
  }

  /** In a few words above the choices, in full below them. */
  showQuestion(t) {
    const asked = this.chooser.question();
    put(this.prompt, h("strong", {}, asked));
    put(
      this.question,
      asked === t.described.prompt && asked !== t.described.question ? typed(t.described.question) : null,
    );
  }

  /** The game is over: what it taught, and another one. Once for each seat that looks. */
  async lookBack(t) {
    if (this.lookedBack === this.active) return;
    this.lookedBack = this.active;
    const { hello, token } = this.seat;
    const seat = t.you === "pub" ? t.seats[0] : t.you;
    try {
      const [{ ReviewPlace }, { branch, moreGames }] = await Promise.all([
        import("./review.js"),
        import("./again.js"),
        styles("review.css"),
      ]);
      const more = await moreGames(this.id, hello.game, hello.options, hello.lang);
      const place = h("div", {});
      put(
        this.after,
        h("h2", { lang: "en" }, "What the game taught"),
        more.length ? h("div", { class: "tools more-games" }, more) : null,
        place,
      );
      this.after.hidden = false;
      const found = await api("/api/replays", { body: { id: this.id, lang: hello.lang }, token });
      if (!found.is_whole) return;
      const review = new ReviewPlace(found.id, seat, {
        tones: hello.teams.map((team) => (team === "house" ? "tone-house" : t.tone(team.split("+")[0]))),
        name: t.name,
        lang: hello.lang,
        uncovered: found.hidden[seat],
        show: (step) => this.replay(step),
        branch: memory.get(this.id)?.owner ? (step) => branch(this.id, step) : null,
      });
      put(place, this.uncovered(found.hidden[seat]), review.element);
    } catch (error) {
      notice(error.message, true);
    }
  }

  /** What the seat could not know, now that nobody is hurt by it. */
  uncovered(sentences) {
    if (!sentences?.length) return "";
    return h(
      "section",
      { class: "review-block uncovered" },
      h("h3", { lang: "en" }, "What was hidden from you"),
      h(
        "ul",
        {},
        sentences.map((words) => h("li", {}, words)),
      ),
    );
  }

  showTools(t) {
    const tools = [];
    const over = Boolean(t.result);
    if (t.you !== "pub" && !over) {
      if (this.seat.hello.help && t.asked) {
        tools.push(
          h(
            "button",
            { type: "button", class: "quiet", "data-tool": "hint", onclick: () => this.askForHint() },
            "Hint",
          ),
        );
        tools.push(
          h(
            "button",
            {
              type: "button",
              class: "quiet",
              "data-tool": "analysis",
              "aria-pressed": this.analyzing,
              onclick: () => this.toggleAnalysis(),
            },
            "Analysis",
          ),
        );
      }
      tools.push(
        h(
          "button",
          { type: "button", class: "quiet", "data-tool": "undo", onclick: () => this.ask({ do: "undo" }) },
          "Take back",
        ),
      );
    }
    // Who only watches has no record; when the game is over who set it up may have the whole.
    const hasRecord = t.you !== "pub" || (over && Boolean(this.owner));
    for (const button of this.ofRecord) button.hidden = !hasRecord;
    if (over && t.you !== "pub") {
      const look = () => this.after.scrollIntoView({ block: "start" });
      tools.push(h("button", { type: "button", class: "primary", onclick: look }, "Look back"));
    }
    if (over && hasRecord) tools.push(h("button", { type: "button", onclick: () => this.replay() }, "Replay the game"));
    if (over) tools.push(h("a", { class: "button", href: "/" }, "New game"));
    put(this.tools, ...tools);
  }

  /** Show again what can be chosen, and from `chosen` on what comes next. */
  light(chosen) {
    const t = this.context();
    this.keyboard.note();
    if (this.chooser.enabled) this.showQuestion(t);
    this.chooser.light(this.board, this.tray, (key) => this.light(key));
    moveList(this.list, this.chooser, this.seat.thought, this.analyzing, (move) => this.play(move));
    follow(this.story); // the panels above it have their heights now
    if (this.chooser.enabled) this.showWhatIsAsked(t);
    if (this.chooser.enabled && chosen && this.chooser.chosen.includes(chosen)) this.keyboard.goOn();
    else this.keyboard.back(chosen);
  }

  /** Once for each step of a decision: who scrolls away from it afterwards may. */
  showWhatIsAsked(t) {
    const step = `${this.active} ${this.seat.state.d} ${this.chooser.chosen}`;
    if (step === this.shownStep) return;
    const isFirst = this.shownStep === undefined; // who opens the page sees it from its top
    this.shownStep = step;
    if (isFirst) return;
    const lit = [...this.board.querySelectorAll(".lit")];
    const about = lit.length ? null : this.module.asksAbout?.(t);
    bringIntoView(this.main, lit.length ? lit : about ? [...this.board.querySelectorAll(about)] : []);
  }

  async play(move) {
    notice("");
    this.dropHint(); // it was for this decision
    this.chooser.enabled = false;
    this.light();
    try {
      await this.seat.channel.ask({ do: "play", d: this.seat.state.d, move });
    } catch (error) {
      notice(error.message, true);
      if (this.seat) this.render();
    }
  }

  /** It is written below the question and stays there until that is decided. */
  async askForHint() {
    this.hintedDecision = this.decision;
    this.hintPending = true;
    put(this.hint, h("span", { lang: "en" }, "Thinking…"));
    if (!(await this.ask({ do: "hint" })) && this.seat?.connected) this.dropHint();
  }

  dropHint() {
    this.hintPending = false;
    this.hintedDecision = null;
    put(this.hint);
  }

  /** What is being decided, and by whom. */
  get decision() {
    return `${this.active} ${this.seat.state.d}`;
  }

  /** Whether it was done; if not, why is said. */
  async ask(request) {
    try {
      await this.seat.channel.ask(request);
      return true;
    } catch (error) {
      notice(error.message, true);
      return false;
    }
  }

  toggleAnalysis() {
    this.analyzing = !this.analyzing;
    this.keyboard.note();
    this.showTools(this.context());
    this.keyboard.back();
    if (this.analyzing) this.analyze();
    else {
      this.seat.thought = null;
      this.analyzedDecision = null;
      this.list.open = false; // the analysis had opened it
      this.render();
    }
  }

  analyze() {
    if (this.analyzedDecision === this.decision) return;
    this.analyzedDecision = this.decision;
    this.ask({ do: "analyze" });
  }

  thought(seat, message) {
    if (seat !== this.seat || message.d !== seat.state?.d) return;
    seat.thought = message;
    const answersHint = message.hint && this.hintedDecision === this.decision;
    if (answersHint) this.showHint(message.lines[0]?.[0]);
    this.light();
    if (answersHint) bringIntoView(this.main, [...this.board.querySelectorAll(".lit.hinted")]);
  }

  showHint(move) {
    this.hintPending = false;
    this.chooser.hint(move);
    this.guide?.show(this.seat.state.describe, this.seat.state.d, move);
    const offer = this.seat.state.describe.moves?.find((each) => each.move === move);
    put(
      this.hint,
      h("span", { lang: "en" }, offer ? "Perhaps: " : "The engine has no hint here."),
      offer ? offer.label : null,
    );
  }

  // Several people at one screen.

  offerHandover() {
    if (this.people.length < 2 || this.handingOver) return;
    const asked = this.people.filter(([, seat]) => seat.state?.d !== undefined && !seat.state.result);
    const next = asked.find(([seat]) => seat !== this.active);
    this.passing?.remove();
    if (asked.some(([seat]) => seat === this.active) || !next) return;
    const name = this.context().name(next[0]);
    this.passing = h(
      "button",
      {
        type: "button",
        class: "primary pass",
        lang: "en",
        onclick: () => this.handOver(`Pass the device to ${name}`, [next[0]]),
      },
      "Pass the device to ",
      h("span", { lang: this.seat.hello.lang }, name),
    );
    this.prompt.after(this.passing);
  }

  /** Cover the page until the next person says that they are there. Nothing of the last seat may stay on it. */
  handOver(title, next) {
    notice("");
    this.hideAbout();
    this.moments.clear();
    sessionStorage.removeItem("petteia.replay");
    clearTimeout(this.later);
    this.later = null;
    this.passing?.remove();
    this.chooser.set(null, false);
    const t = this.context(this.seats.get(next[0]));
    this.active = null;
    this.hintPending = false;
    for (const place of [
      this.status,
      this.threats,
      this.board,
      this.inWords,
      this.prompt,
      this.question,
      this.hint,
      this.tray,
      this.tools,
      this.list,
      this.chances,
      this.players,
      this.story,
      this.after,
    ])
      put(place);
    this.after.hidden = true;
    this.handingOver = true;
    this.cover(title, next, t);
  }

  async cover(title, next, t) {
    const { showHandover } = await import("./handover.js");
    showHandover(
      title,
      next.map((seat) => [seat, t.name(seat)]),
      (seat, byKeyboard) => {
        this.handingOver = false;
        if (byKeyboard) this.keyboard.begin();
        this.look(seat);
      },
    );
  }

  // Links, saving, replaying.

  async showLinks() {
    const { seating } = await api(`/api/games/${this.id}/links`, { token: this.owner });
    const { showLinks } = await import("./links.js");
    if (this.seat) showLinks(this.id, seating, this.context().name);
  }

  get recordToken() {
    return this.seat.state.result && this.owner ? this.owner : this.seat.token;
  }

  async save() {
    (await import("./saving.js")).saveRecord(this.id, this.seat.hello, this.recordToken);
  }

  replay(step = null) {
    const t = this.context();
    sessionStorage.setItem(
      "petteia.replay",
      JSON.stringify({
        id: this.id,
        step,
        token: this.recordToken,
        seat: this.active,
        lang: this.seat.hello.lang,
        names: Object.fromEntries(this.seat.hello.seating.map(({ seat, name }) => [seat, name])),
        titles: Object.fromEntries(t.seats.map((seat) => [seat, t.name(seat)])),
      }),
    );
    location.assign("/replay");
  }
}
