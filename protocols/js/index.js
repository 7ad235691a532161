// A client for UHI engines. See docs/frontends.md.

export { Engine, EngineDied, EngineError, EngineTimeout, Game, Reply } from "./engine.js";
