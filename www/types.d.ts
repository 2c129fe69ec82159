import type { Language } from './state/languages.js';
// Shapes shared by the modules of www/. The package ships them as types; no page loads them.

import type {
  WorkOptions,
  Worked,
  WorkedHeads,
  Concepts,
  MatrixData,
  SchemesCompared,
} from './engine/attention.js';

export type { MatrixData, WorkOptions, Worked, WorkedHeads, Concepts, SchemesCompared };

/** A matrix as a page gives it: rows of numbers, or all of them row after row. */
export type GivenMatrix =
  ArrayLike<ArrayLike<number>> | { rows: number; cols: number; data: ArrayLike<number> };

/** What `<heed-map>` takes as `data`. */
export type GivenMap =
  | GivenMatrix
  | ((
      | { rows: number; cols: number; data: ArrayLike<number> }
      | { data: ArrayLike<ArrayLike<number>> }
      | { weights: ArrayLike<ArrayLike<number>> }
    ) & {
      /** One a cell: 0 a value, 1 masked, 2 not shown. */
      states?: ArrayLike<number> | null;
      queryLabels?: string[] | null;
      keyLabels?: string[] | null;
      name?: string | null;
    });

/** What `<heed-lesson>` takes as `data`: projections that are not given are drawn from the seed. */
export interface GivenLesson {
  tokens: string[];
  embeddings?: GivenMatrix | null;
  wQ?: GivenMatrix | null;
  wK?: GivenMatrix | null;
  wV?: GivenMatrix | null;
  wO?: GivenMatrix | null;
  heads?: number;
  kvHeads?: number;
  seed?: number;
}

/** What `<heed-heads>` takes as `data`: weights with their shape (layers, heads, queries, keys), or files. */
export type GivenHeads =
  { shape: number[]; data: ArrayLike<number>; tokens?: string[] | null } | Blob | Blob[];

/** The switches of a computation. A lesson gives all of them, the state only those that the reader moved. */
export interface Switches {
  embeddingScale: 'none' | 'sqrt';
  positions: 'none' | 'textbook' | 'doubled' | 'given';
  scale: 'sqrt' | 'none' | number;
  mask: 'none' | 'causal';
  softmaxAxis: 'rows' | 'columns' | 'all';
  softmaxForm: 'stable' | 'naive';
}

/** How NumPy was set when the notebook printed. */
export interface PrintOptions {
  precision: number;
  suppress: boolean;
  floatmode: 'maxprec' | 'maxprec_equal';
}

/** What NumPy's generator draws, in this order, from one seed. */
export interface Draws {
  seed: number;
  /** A call such as `randn`, or null when the embeddings are given. */
  embeddings: string | null;
  /** A call such as `randint(3)`, for W_Q, W_K and W_V in this order, and for W_O after them if it is drawn. */
  projections: string;
}

/** How queries, keys and values are split into heads. */
export interface Heads {
  heads: number;
  kvHeads: number;
  /** Where W_O comes from. */
  wO: 'none' | 'identity' | 'drawn';
}

export interface Lesson {
  id: string;
  notebook: string | null;
  tokens: string[];
  /** Names of the steps, in order: keys of the strings. */
  steps: string[];
  switches: Switches;
  /** The position of the first token, as the notebook counts. */
  firstPosition: number;
  /** `key` and `value` are columns of all query heads together. */
  dims: { model: number; key: number; value: number };
  /** Null: one head, and no W_O. */
  heads: Heads | null;
  draws: Draws | null;
  /** Input matrices that are given rather than drawn. */
  given: Record<string, MatrixData>;
  /** A second set of the same inputs, which the reader may choose. */
  variant: Record<string, MatrixData> | null;
  print: PrintOptions;
  /** The variances are printed in full where the notebook printed them. */
  variances: boolean;
  ratings: Ratings | null;
  /** The cells that are questions on the stage. */
  asks?: Cell[];
  /** A lesson that compares encodings of positions: how many heads share the slopes of ALiBi. */
  schemes?: { heads: number };
  /** Shown on the stage alone, with its own figures. No matrix is computed at a step. */
  isStory?: boolean;
}

export interface Ratings {
  ratings: MatrixData;
  viewers: MatrixData;
  people: string[];
  films: string[];
  newViewers: string[];
  reference: { u: MatrixData; vT: MatrixData };
  print: PrintOptions;
}

export interface Cell {
  matrix: string;
  row: number;
  col: number;
}

export interface Edit extends Cell {
  value: number;
}

/** What the reader types in "your own". */
export interface Own {
  tokens: string[];
  model: number;
  key: number;
  value: number;
  seed: number;
  /** `one-hot`, or a call. */
  embeddings: string;
  projections: string;
  heads: number;
  kvHeads: number;
  wO: Heads['wO'];
}

/** How encodings of positions are compared. */
export interface Distance {
  /** How far apart the query and the key stand, on the curves. */
  distance: number;
  /** How far the curves go. */
  reach: number;
  /** What the wavelengths of the sinusoids and of RoPE grow to. */
  base: number;
  /** Which head's slope ALiBi has, counted from 0. */
  slopeHead: number;
  /** Which features RoPE turns together. */
  pairs: 'half' | 'interleaved';
  /** How many features RoPE turns; null is all. */
  turned: number | null;
  /** Where the first token stands. */
  shift: number;
  /** Whose score the curves are. */
  query: number;
  key: number;
}

/** The whole state of the page. What is drawn is a function of it, and it is in the URL. */
export interface State {
  lesson: string;
  /** One step at a time, or all matrices of the lesson. */
  shown: 'step' | 'whole';
  step: number;
  /** Only the switches that differ from the lesson's. */
  switches: Partial<Switches>;
  /** Null: the lesson's. */
  seed: number | null;
  projections: string | null;
  /** Which of a lesson's two sets of inputs. */
  variant: boolean;
  /** Which queries are shown: all, one alone, or all up to one. */
  rows: { show: 'all' | 'one' | 'upto'; query: number };
  /** The query head that is opened large, counted from 0. */
  head: number;
  /** Heads of keys and values; null: the lesson's. */
  kvHeads: number | null;
  /** The rank at which the ratings are cut. */
  rank: number;
  cursor: Cell | null;
  /** The cells that are questions on the stage; null: the lesson's own. */
  asks: Cell[] | null;
  edits: Edit[];
  /** Whole matrices that were pasted. */
  pasted: Record<string, MatrixData>;
  own: Own;
  distance: Distance;
  /** What the reader chose in a story, by option, where it is not as the story opens. */
  story: Record<string, string>;
  /** Decimals in the cells; `auto` is what fits, `full` every digit that the number has. */
  digits: 'auto' | 'full' | number;
  map: 'ember' | 'viridis' | 'cividis' | 'grey';
  /** Matrices shown as tables. `all` for every one. */
  tables: string[] | 'all';
  language: Language | null;
  theme: 'light' | 'dark' | null;
}

/** How a matrix comes from others. */
export type Node =
  | { kind: 'input'; edits: string; transposed?: boolean }
  | { kind: 'constant' }
  | { kind: 'same'; of: string[] }
  | { kind: 'product'; left: string; right: string }
  | { kind: 'transpose'; of: string }
  | { kind: 'slice'; of: string; col: number }
  | { kind: 'concat'; of: string[] }
  | { kind: 'lowRank'; u: string; s: string; v: string }
  | { kind: 'softmax'; of: string; axis: 'rows' | 'columns' | 'all' };

export type Graph = Record<string, Node>;

/** A rectangle of cells of a matrix. */
export interface Rect {
  matrix: string;
  row: number;
  col: number;
  rows: number;
  cols: number;
}

/** What the ends of the colours stand for. */
export interface Scale {
  kind: 'sequential' | 'diverging';
  low: number;
  high: number;
}

/** What a head has beside its matrices. */
export interface HeadParts {
  kvHead: number;
  softmax: Model['softmax'];
  softmaxRows: Model['softmaxRows'];
  variance: Model['variance'];
}

/** All that the views draw from. */
export interface Model {
  state: State;
  lesson: Lesson;
  switches: Switches;
  matrices: Record<string, MatrixData>;
  /** Softmax's own intermediates, for the inspector. */
  softmax: { shift: MatrixData; exponentials: MatrixData; sums: MatrixData };
  /** The same of the softmax by row that stands beside another one. */
  softmaxRows: Model['softmax'] | null;
  variance: { q: number; k: number; scores: number; scaled: number };
  /** What is known of each head alone; null where there is one. Its matrices are among the others, as `weights2` is that of the second. */
  heads: { each: HeadParts[]; sharings: WorkedHeads['sharings'] } | null;
  graph: Graph;
  concepts: Concepts | null;
  /** Of a lesson with schemes. */
  compared?: SchemesCompared;
  /** Scales that several matrices share, by matrix. */
  scales?: Record<string, Scale>;
  language: Language;
  t: import('./page/words/en.js').Strings;
}

/** What any room's state has. */
export interface Look {
  language: Language | null;
  theme: 'light' | 'dark' | null;
}

/** The element that a room is: it holds the state and its history. */
export interface RoomElement<S> extends HTMLElement {
  state: S;
  /** Whether the reader is dragging something. */
  readonly isDragged: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly language: Language;
  undo(): void;
  redo(): void;
  reset(): void;
  show(patch: Partial<S>): void;
  step(by: number): void;
  /** Shows the step alone, on the whole screen. Only lessons have it. */
  present?(): void;
  toSVG(): Promise<string>;
  toBlob(how?: { type?: string; scale?: number }): Promise<Blob>;
}

/** How a room starts its engine and keeps its state: what its element and the page both need. */
export interface RoomParts<S extends Look, R = string, M = any> {
  /** Starts its engine. */
  load(program?: import('./engine/instance.js').WasmInit): Promise<void>;
  /** The state as the room opens, with the look of another. */
  fresh(from?: Partial<Look>): S;
  /** The state as a fragment, without the `#`. */
  encode(state: S): string;
  decode(fragment: string): { state: S } | import('./state/fragment-frame.js').Unread;
  /** Why the state cannot be computed, or null. The engine and the words of the room are there. */
  refusal(state: S, t: import('./page/words/en.js').Strings): string | null;
  /** A session that begins with a state. */
  open(
    first: S,
    words: () => { language: Language; t: import('./page/words/en.js').Strings },
    host: any,
  ): import('./element/room.js').Session<S, R, M>;
}

/** A room of the page: what it shows, and how its state is read from an address. */
export interface Room<S extends Look> extends Omit<RoomParts<S>, 'open'> {
  id: import('./rooms/names.js').RoomId;
  /** The name of its element. */
  tag: string;
  /** Registers the elements of the room, once its engine is there. A room whose figures are those of others gets what brings these. */
  define(opened?: (id: import('./rooms/names.js').RoomId) => Promise<Room<any>>): void;
  /** What stands below the head of the page while the room is shown, if anything: in this host, and going to a state of the room. */
  bar?(
    host: HTMLElement,
    state: () => S,
    go: (state: S) => void,
  ): { update(state: S, t: import('./page/words/en.js').Strings): void };
  /** The state of its element without attributes, where the room itself opens otherwise. */
  bare?(): S;
  /** The state with which the room opens from another one, whose link is given. */
  bring?(state: S, id: import('./rooms/names.js').RoomId, link: string): S;
  /** The figure that the room shows, with its own room, where it is not the room itself; null where it is of none. */
  figure?(element: RoomElement<S>): { room: Room<any>; element: RoomElement<any> } | null;
  /** Whether there is anything to reset. */
  isChanged(state: S): boolean;
  /** Its keys, and what they do. */
  keys(t: import('./page/words/en.js').Strings): readonly (readonly [string, string])[];
  /** A name for what is shown, for narrow pages; the name of the room where there is none. */
  title?(state: S, t: import('./page/words/en.js').Strings): string;
  /** Further items of the page's menu for what an element of the room shows. */
  more?(
    element: RoomElement<S>,
    t: import('./page/words/en.js').Strings,
  ): { text: string; hint: string; act: () => void }[];
  /** What resetting is called. */
  resetWords(state: S, t: import('./page/words/en.js').Strings): string;
}
