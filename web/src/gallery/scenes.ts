/** Scenes for the gallery: moments of a game that the engine played, and the questions it asks. */
import played from "../../tests/fixtures/game-books-1.json";
import asked from "../../tests/fixtures/questions.json";
import { fold, Memory } from "../table/net/fold";
import type { GameEvent, View } from "../table/net/types";

interface Played {
  first: View;
  steps: { events: GameEvent[]; view: View | null }[];
}
const game = played as unknown as Played;

export interface Scene {
  view: View;
  history: GameEvent[];
}

/** The game up to the first step after which something holds. */
export function sceneWhere(holds: (view: View, events: readonly GameEvent[]) => boolean): Scene {
  const view = structuredClone(game.first);
  const memory = new Memory();
  const history: GameEvent[] = [];
  for (const step of game.steps) {
    for (const event of step.events) {
      fold(view, event, memory);
      history.push(event);
      if (holds(view, step.events)) return { view: structuredClone(view), history: [...history] };
    }
  }
  return { view, history };
}

/** The same pot with one cherry bomb too many. */
function explodedFrom({ view, history }: Scene): Scene {
  const copy = structuredClone(view);
  const own = copy.seats[0];
  if (!own) return { view, history };
  const space = Math.min(52, (own.pot[own.pot.length - 1]?.[1] ?? 0) + 3);
  Object.assign(own, { state: "exploded", white_sum: own.limit + 2, scoring: space + 1 });
  own.pot.push(["W3", space]);
  return { view: copy, history };
}

const BREWING = sceneWhere((view) => view.round >= 4 && (view.seats[0]?.pot.length ?? 0) >= 6);

export const SCENES: Record<string, Scene> = {
  empty: { view: structuredClone(game.first), history: [] },
  brewing: BREWING,
  exploded: explodedFrom(BREWING),
  evaluated: sceneWhere((_, events) => events.some((event) => event.event === "round_ended")),
  late: sceneWhere((view) => view.round === 8 && (view.seats[0]?.pot.length ?? 0) >= 5),
  over: sceneWhere((view) => view.phase === "over"),
};

export const QUESTIONS = asked as unknown as Record<string, View>;
