// Made from protocols/shapes.py and protocols/verbs/syntax.py by `make schemas`.

// Kinds of messages that end an answer.
export const TERMINAL = [
  "bestmove",
  "error",
  "ok",
  "readyok",
  "uhiok"
];

// By kind: fields without a key at the start of a line, and the one that takes its rest.
export const LINES = {
  "id": {
    "lead": "name",
    "first": [
      "name",
      "version"
    ],
    "texts": [
      "version"
    ]
  },
  "uhiok": {
    "first": [
      "version"
    ]
  },
  "game": {
    "first": [
      "name"
    ]
  },
  "teams": {
    "first": [
      "teams"
    ]
  },
  "event": {
    "first": [
      "seat",
      "n"
    ],
    "rest": [
      "text",
      "text"
    ]
  },
  "sentence": {
    "first": [
      "seat",
      "n"
    ],
    "rest": [
      "text",
      "text"
    ]
  },
  "request": {
    "first": [
      "seat"
    ]
  },
  "view": {
    "first": [
      "seat"
    ],
    "rest": [
      "json",
      "view"
    ]
  },
  "legal": {
    "first": [
      "seat"
    ],
    "rest": [
      "words",
      "moves"
    ]
  },
  "describe": {
    "first": [
      "seat"
    ],
    "rest": [
      "json",
      "description"
    ]
  },
  "summary": {
    "first": [
      "seat"
    ],
    "rest": [
      "json",
      "blocks"
    ]
  },
  "primer": {
    "first": [
      "name"
    ],
    "rest": [
      "json",
      "primer"
    ]
  },
  "update": {
    "first": [
      "seat"
    ]
  },
  "line": {
    "first": [
      "rank",
      "move"
    ]
  },
  "belief": {
    "first": [
      "name"
    ],
    "rest": [
      "chances",
      "chances"
    ]
  },
  "hidden": {
    "first": [
      "name"
    ],
    "rest": [
      "json",
      "hidden"
    ]
  },
  "review": {
    "first": [
      "seat"
    ],
    "rest": [
      "json",
      "review"
    ]
  },
  "point": {
    "first": [
      "seat"
    ],
    "rest": [
      "json",
      "point"
    ]
  },
  "swing": {
    "first": [
      "seat"
    ],
    "rest": [
      "json",
      "swing"
    ]
  },
  "judged": {
    "first": [
      "seat"
    ],
    "rest": [
      "json",
      "judged"
    ]
  },
  "ledger": {
    "first": [
      "seat"
    ],
    "rest": [
      "json",
      "ledger"
    ]
  },
  "hash": {
    "first": [
      "seat"
    ]
  },
  "eval": {
    "first": [
      "seat"
    ]
  },
  "perft": {
    "first": [
      "seat",
      "move"
    ]
  },
  "bench": {
    "first": [
      "name"
    ]
  },
  "record": {
    "rest": [
      "json",
      "record"
    ]
  },
  "text": {
    "rest": [
      "text",
      "text"
    ]
  },
  "component": {
    "first": [
      "file",
      "table"
    ],
    "rest": [
      "json",
      "row"
    ]
  },
  "bestmove": {
    "first": [
      "move"
    ]
  },
  "error": {
    "first": [
      "code"
    ]
  }
};

// What the word of a field stands for; others are text.
export const READERS = {
  "n": "whole",
  "d": "whole",
  "nodes": "whole",
  "nps": "whole",
  "version": "whole",
  "rank": "whole",
  "games": "whole",
  "rules": "whole",
  "none": "whole",
  "dup": "whole",
  "stopped": "whole",
  "asked": "whole",
  "max": "whole",
  "closed": "whole",
  "at": "whole",
  "positions": "whole",
  "worlds": "whole",
  "count": "whole",
  "done": "whole",
  "of": "whole",
  "p": "number",
  "se": "number",
  "policy": "number",
  "ev": "number",
  "waiting": "words",
  "winners": "words",
  "teams": "words",
  "wp": "numbers",
  "seats": "wholes",
  "id": "id"
};

// By verb: arguments without a key, lists of words, and the one that takes the rest.
export const VERBS = {
  "uhi": {
    "words": [
      "version"
    ]
  },
  "isready": {},
  "ping": {},
  "quit": {},
  "setoption": {},
  "new": {
    "words": [
      "name"
    ]
  },
  "position": {
    "words": [
      "name"
    ],
    "lists": [
      "moves",
      "obs"
    ]
  },
  "load": {},
  "save": {},
  "close": {
    "words": [
      "game"
    ]
  },
  "view": {
    "words": [
      "seat"
    ]
  },
  "legal": {
    "words": [
      "seat"
    ]
  },
  "describe": {
    "words": [
      "seat"
    ]
  },
  "summary": {
    "words": [
      "seat"
    ]
  },
  "events": {
    "words": [
      "seat"
    ]
  },
  "story": {
    "words": [
      "seat"
    ]
  },
  "look": {
    "words": [
      "seat"
    ]
  },
  "subscribe": {
    "words": [
      "seat"
    ]
  },
  "unsubscribe": {
    "words": [
      "id"
    ]
  },
  "components": {
    "words": [
      "name"
    ]
  },
  "primer": {
    "words": [
      "name"
    ]
  },
  "play": {
    "words": [
      "seat",
      "move"
    ]
  },
  "unplay": {
    "words": [
      "seat"
    ]
  },
  "undo": {},
  "result": {},
  "obs": {
    "words": [
      "n"
    ],
    "rest": "text"
  },
  "go": {
    "words": [
      "seat"
    ]
  },
  "analyze": {
    "words": [
      "seat"
    ]
  },
  "ponder": {
    "words": [
      "seat"
    ]
  },
  "review": {
    "words": [
      "seat"
    ]
  },
  "stop": {
    "words": [
      "id"
    ]
  },
  "d": {
    "words": [
      "seat"
    ]
  },
  "eval": {
    "words": [
      "seat"
    ]
  },
  "belief": {
    "words": [
      "seat"
    ]
  },
  "hash": {
    "words": [
      "seat"
    ]
  },
  "perft": {
    "words": [
      "depth"
    ]
  },
  "bench": {
    "words": [
      "name"
    ]
  },
  "selfcheck": {
    "words": [
      "seat"
    ]
  }
};
