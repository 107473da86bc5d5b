/** The shapes that the table is drawn from, under the names that the page uses for them. */
import type {
  GameEvent,
  OptionData,
  QuestionData,
  Rules,
  SeatData,
  SeatInfo,
  SetupData,
  Space,
  TableInfo,
  ViewData,
} from "../../protocol";

export type { GameEvent, Rules, SeatInfo, Space, TableInfo };
export type Counts = Record<string, number>;
export type SeatView = SeatData;
export type Question = QuestionData;
export type Option = OptionData;
export type SetupView = SetupData;
export type View = ViewData;
/** An event of one name. */
export type EventOf<Name extends GameEvent["event"]> = Extract<GameEvent, { event: Name }>;
/** Events that happen to a seat. */
export type SeatEvent = Extract<GameEvent, { seat: number }>;
