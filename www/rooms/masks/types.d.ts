import type { MaskCorrection, MaskExplanation, MaskExpression, MaskRow } from '../../engine/masks.js';
import type { Pair } from '../../ui/grid.js';
import type { Strings } from '../../words/languages.js';
import type { Language } from '../../state/languages.js';
import type { StateOf } from '../../state/attributes.js';
import type { masks } from './settings.js';

/** The whole state of the Masks room. What is drawn is a function of it, and it is in the URL. */
export type MaskState = StateOf<typeof masks.fields>;

export type MapName = 'pattern' | 'scores' | 'weights';

/** Why a state was rejected. */
export interface Refusal {
  text: string;
  /** The column of the error in the expression, in characters counted from 1. */
  column: number | null;
  /** The correction of the expression that the engine suggests. */
  correction?: MaskCorrection | null;
}

/** The model of the figure. */
export interface FigureModel {
  state: MaskState;
  t: Strings;
  language: Language;
  /** The cell under the pointer, or else the cursor. */
  activeCell: Pair;
  /** The row of that cell's query. */
  row: MaskRow;
  why: MaskExplanation;
}

/** The model of the other views. */
export interface MaskModel extends FigureModel {
  parsed: MaskExpression;
  /** The clauses that decide the selected cell. */
  deciding: number[];
}

type Phase = 'drag' | 'commit';

/** The actions of the reader on the maps. */
export interface MapActions {
  /** The current state, which may be newer than the drawn one. */
  state(): MaskState;
  show(patch: Partial<MaskState>): void;
  /** The cell under the pointer. */
  point(cell: Pair | null): void;
  select(cell: Pair): void;
  /** Without cells, the cell under the cursor is painted. */
  paint(cells: Set<number> | null, phase: Phase | 'cancel'): void;
  /** Null in a figure, which has no tables. */
  table: ((map: MapName) => void) | null;
  /** Reads the selected cell to a screen reader. */
  speak(): void;
}

/** The actions of the reader in the other views. */
export interface MaskActions extends MapActions {
  /** Applies a change. A field shows its own errors; with `aloud`, an error is shown above the maps. */
  change(next: (state: MaskState) => MaskState, phase: Phase, aloud?: boolean): Refusal | null;
  type(text: string, phase: Phase): Refusal | null;
  /** Restores the text before it was typed. */
  cancel(): void;
  /** Replaces the expression by the result of `edit`. An error of `edit` is shown above the maps. */
  write(edit: (text: string) => string): void;
}
