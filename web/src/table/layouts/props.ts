/** What the layouts of the table share: one state, drawn for a desk, a phone, or a phone that lies on its side. */
import type { Snippet } from "svelte";
import type { Open } from "../sheets/open-sheet";
import type { SeatView, View } from "../net/types";
import type { TableStore } from "../net/store.svelte";
import type { Cast } from "../seats/cast";

/** A chip that the option in hand would place, and where. */
export type Preview = { kind: string; space: number } | null;

/** What whoever asks the own seat something is given. */
export interface QuestionProps {
  store: TableStore;
  view: View;
  own: SeatView;
  /** The answers stand under the question, not beside it. */
  narrow: boolean;
}

export interface BoardProps {
  store: TableStore;
  view: View;
  cast: Cast;
  notice: string;
  /** The seat whose pot is large, what it holds, and the other seats. */
  seat: number;
  own: SeatView;
  others: readonly number[];
  preview: Preview;
  /** A word on how everybody brews in this round, if it is not the usual way. */
  way: string;
  /** Whether this table gives advice to this viewer. */
  advice: boolean;
  /** What stands in the slab instead of a decision: the controls of a replay, or who has the device next. */
  controls?: Snippet | undefined;
  onopen: (open: Open) => void;
  onhint: () => void;
  onpreview: (preview: Preview) => void;
  onwatch: (seat: number) => void;
}
