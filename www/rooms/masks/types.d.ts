import type { Language } from '../../state/languages.js';
/** The whole state of the Masks room. What is drawn is a function of it, and it is in the URL. */
export interface MaskState {
  /** The expression, as it was typed: always one that could be worked. */
  text: string;
  queries: number;
  keys: number;
  /** Whether queries and keys change together. */
  tied: boolean;
  /** Of the synthetic queries and keys. */
  seed: number;
  /** d, the features of a head. */
  size: number;
  heads: number;
  kvHeads: number;
  /** Of one number in the cache. */
  bytes: number;
  /** The head whose ALiBi slope is added to the scores, counted from 0; null: none is. */
  alibi: number | null;
  /** How many rows have been played; null: all are shown. */
  rows: number | null;
  /** Of the play, rows a second. */
  speed: number;
  cursor: Pair;
  brush: 'none' | 'allow' | 'forbid';
  code: 'numpy' | 'sdpa' | 'flex';
  /** Which of the three canvases is shown as a table. */
  table: MapName | null;
  /** Whether the colours of weights end at 1 or at the largest of them. */
  scale: 'one' | 'largest';
  map: 'ember' | 'viridis' | 'cividis' | 'grey';
  language: Language | null;
  theme: 'light' | 'dark' | null;
}

export type MapName = 'pattern' | 'scores' | 'weights';

/** A cell of a mask: which query looks at which key. */
export interface Pair {
  query: number;
  key: number;
}

/** Why a state was refused. */
export interface Refusal {
  text: string;
  /** Where in the expression, counted from 1 in characters. */
  column: number | null;
}

/** All that the figure is drawn from. */
export interface FigureModel {
  state: MaskState;
  t: import('../../page/words/en.js').Strings;
  language: Language;
  /** The cell that is pointed at, else the cursor. */
  looked: Pair;
  /** What that cell's query gives its keys. */
  row: import('../../engine/masks.js').MaskRow;
  why: import('../../engine/masks.js').MaskExplanation;
}

/** All that the other views of the room are drawn from. */
export interface MaskModel extends FigureModel {
  parsed: import('../../engine/masks.js').MaskExpression;
  /** The clauses that settle the cell that is looked at. */
  deciding: number[];
}

type Phase = 'drag' | 'commit';

/** What a reader can do on the maps. */
export interface MapActions {
  /** The state of now: keys may come faster than it is drawn. */
  state(): MaskState;
  look(patch: Partial<MaskState>): void;
  /** The cell under the pointer. */
  point(cell: Pair | null): void;
  select(cell: Pair): void;
  /** Without cells, the cell under the cursor is painted. */
  paint(cells: Set<number> | null, phase: Phase | 'cancel'): void;
  /** Null: a figure has no tables. */
  table: ((map: MapName) => void) | null;
  /** Reads the selected cell to a screen reader. */
  speak(): void;
}

/** What a reader can do around the maps. */
export interface MaskActions extends MapActions {
  /** A field shows what is wrong with its own value; `aloud` shows it above the maps. */
  change(next: (state: MaskState) => MaskState, phase: Phase, aloud?: boolean): Refusal | null;
  type(text: string, phase: Phase): Refusal | null;
  /** Restores the text before it was typed. */
  cancel(): void;
  /** Changes the text by the engine. An error is shown above the maps. */
  write(make: (text: string) => string): void;
}
