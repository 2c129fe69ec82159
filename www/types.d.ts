/** Types that the modules of www share. The npm package ships them. */
import type { Language } from './state/languages.js';
import type { Strings } from './words/languages.js';
import type { Scheme } from './figure/schemes.js';
import type { learn, OWN, SWITCHES } from './rooms/learn/settings.js';
import type { RoomId } from './rooms/names.js';
import type { Display } from './state/fields.js';
import type { StateOf } from './state/attributes.js';
import type { Session } from './element/room-controller.js';
import type { RoomElement as Element } from './element/room-element.js';
import type { Unread } from './state/fragment-frame.js';
import type { WasmInit } from './engine/instance.js';
import type {
  WorkOptions,
  Worked,
  WorkedHeads,
  Concepts,
  MatrixData,
  SchemesCompared,
} from './engine/attention.js';

export type { MatrixData, WorkOptions, Worked, WorkedHeads, Concepts, SchemesCompared };

/** A matrix from the page: rows of numbers, or all numbers in row-major order. */
export type GivenMatrix =
  ArrayLike<ArrayLike<number>> | { rows: number; cols: number; data: ArrayLike<number> };

/** The property `data` of `<heed-map>`. */
export type GivenMap =
  | GivenMatrix
  | ((
      | { rows: number; cols: number; data: ArrayLike<number> }
      | { data: ArrayLike<ArrayLike<number>> }
      | { weights: ArrayLike<ArrayLike<number>> }
    ) & {
      /** One for each cell: 0 a value, 1 masked, 2 not shown, 3 not picked. */
      states?: ArrayLike<number> | null;
      queryLabels?: string[] | null;
      keyLabels?: string[] | null;
      name?: string | null;
    });

/** The property `data` of `<heed-lesson>`. Missing projections are drawn from the seed. */
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

/** The property `data` of `<heed-heads>`: weights with their shape (layers, heads, queries, keys), or files. */
export type GivenHeads =
  | {
      shape: number[];
      data: ArrayLike<number>;
      tokens?: string[] | null;
      kind?: 'weights' | 'scores' | 'difference' | null;
    }
  | Blob
  | Blob[];

/** The options of a computation. A lesson has all of them, the state only those that the reader changed. */
export type Switches = StateOf<typeof SWITCHES>;

/** The print options of NumPy in the notebook. */
export interface PrintOptions {
  precision: number;
  suppress: boolean;
  floatmode: 'maxprec' | 'maxprec_equal';
}

/** The draws from NumPy's generator, in this order, from one seed. */
export interface Draws {
  seed: number;
  /** A call such as `randn`, or null if the embeddings are given. */
  embeddings: string | null;
  /** A call such as `randint(3)`, for W_Q, W_K, W_V and, if it is drawn, W_O, in this order. */
  projections: string;
}

/** The split of queries, keys and values into heads. */
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
  /** The steps, in order, as keys of the strings. */
  steps: string[];
  switches: Switches;
  /** The position of the first token, 0 or 1 as in the notebook. */
  firstPosition: number;
  /** `key` and `value` count the columns of all query heads together. */
  dims: { model: number; key: number; value: number };
  /** Null means one head and no W_O. */
  heads: Heads | null;
  draws: Draws | null;
  /** Input matrices that are not drawn. */
  given: Record<string, MatrixData>;
  /** A second set of inputs, which the reader can choose. */
  variant: Record<string, MatrixData> | null;
  print: PrintOptions;
  /** Whether the notebook printed the variances, so that they are shown in full. */
  variances: boolean;
  ratings: Ratings | null;
  /** The cells whose values the stage asks for. */
  asks?: Cell[];
  /** For a lesson that compares position encodings: the number of heads that share the slopes of ALiBi. */
  schemes?: { heads: number };
  /** For a lesson on a layer that keeps a state. */
  layer?: { choices: readonly number[] };
  /** For a lesson on picked keys. */
  picks?: boolean;
  /** The steps of matrices, by id without a head, where the lesson computes them in others. */
  stepsOfMatrices?: Record<string, string>;
  /** For a lesson whose matrices stand in lines: those of each band of the whole view. */
  bands?: Record<string, string[]>;
  /** What its worksheet computes. */
  formula: import('./figure/matrices.js').Formula;
  /** Whether the reader cannot change the switches. */
  hasFixedSwitches?: boolean;
  /** A story is shown on the stage only, with its own figures. Its steps compute no matrices. */
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

/** The state of the Learn room. The URL encodes it, and everything that is drawn is a function of it. */
export type State = StateOf<typeof learn.fields>;

/** The inputs of the lesson "your own". */
export type Own = StateOf<typeof OWN>;

/** The settings of the comparison of position encodings. */
export type Distance = State['distance'];

/** How a matrix is computed from others; see `rooms/learn/operations`. */
export type Node =
  | { kind: 'input'; edits: string }
  | { kind: 'wave'; isDoubled: boolean; isBeside: boolean }
  | { kind: 'allowed' }
  | { kind: 'penalty'; of: string }
  | { kind: 'scale'; of: string; sign: '÷' | '·'; root?: number; by?: number }
  | { kind: 'sum'; of: string[] }
  | { kind: 'difference'; of: string[] }
  | { kind: 'mask'; of: string[] }
  | { kind: 'product'; left: string; right: string }
  | { kind: 'lowRank'; u: string; s: string; v: string; vT: string }
  | { kind: 'softmax'; of: string; axis: 'rows' | 'columns' | 'all' }
  | { kind: 'transpose'; of: string }
  | { kind: 'slice'; of: string; col: number }
  | { kind: 'concat'; of: string[] }
  | { kind: 'factor'; of: string }
  | { kind: 'cut'; of: string }
  | { kind: 'empty' }
  | { kind: 'copy'; of: string; row?: number }
  | { kind: 'erase'; weights: string; alike: string }
  | { kind: 'fade' }
  | { kind: 'index'; left: string; right: string }
  | { kind: 'pick'; of: string; keys: number }
  | { kind: 'lost'; of: string; picked: string }
  | { kind: 'shared'; of: string; picked: string }
  | { kind: 'scheme'; scheme: Scheme; left: string; right: string }
  | { kind: 'share'; scheme: Scheme; of: string; axis: 'rows' };

export type Graph = Record<string, Node>;

/** A rectangle of cells of a matrix. */
export interface Rect {
  matrix: string;
  row: number;
  col: number;
  rows: number;
  cols: number;
}

/** The values at the ends of a color scale. */
export interface Scale {
  kind: 'sequential' | 'diverging';
  low: number;
  high: number;
}

/** The results of a head that are not matrices of the figure. */
export interface HeadParts {
  kvHead: number;
  softmax: Model['softmax'];
  softmaxRows: Model['softmaxRows'];
  variance: Model['variance'];
}

/** The model that the views draw. */
export interface Model {
  state: State;
  lesson: Lesson;
  switches: Switches;
  matrices: Record<string, MatrixData>;
  /** The matrices that a figure shows with fewer decimals, by their ids. */
  precisions?: Record<string, import('./rooms/learn/numbers.js').Precision>;
  /** The intermediate results of softmax, for the inspector. */
  softmax: { shift: MatrixData; exponentials: MatrixData; sums: MatrixData };
  /** The same for the softmax by row, if it is shown next to another softmax. */
  softmaxRows: Model['softmax'] | null;
  variance: { q: number; k: number; scores: number; scaled: number };
  /**
   * Results for each head; null if there is one. The matrices of heads are in `matrices`, such as `weights2` for
   * the second head.
   */
  heads: { each: HeadParts[]; sharings: WorkedHeads['sharings'] } | null;
  graph: Graph;
  concepts: Concepts | null;
  /** For a lesson with schemes. */
  compared?: SchemesCompared;
  /** Scales that several matrices share, by matrix. */
  scales?: Record<string, Scale>;
  language: Language;
  t: Strings;
}

/** The element of a room, which has the state and its history. Only lessons have
 *  `present`, a step in full screen, and `moveCell`, which moves through the motion of a step. */
export type RoomElement<S extends Display> = Element<S, any, any, any> & {
  present?(): void;
  moveCell?(by: number): void;
};

/** How a room starts its engine, and handles its state. Both its element and the page use it. */
export interface RoomParts<S extends Display, R = string, M = any> {
  /** Starts the engine. */
  load(program?: WasmInit): Promise<void>;
  /** The initial state, with the given display settings. */
  fresh(from?: Partial<Display>): S;
  /** The state as a fragment, without the `#`. */
  encode(state: S): string;
  decode(fragment: string): { state: S } | Unread;
  /** Why the state cannot be computed, or null. Needs the engine and the strings of the room. */
  refusal(state: S, t: Strings): string | null;
  /** Opens a session with a first state. */
  open(first: S, words: () => { language: Language; t: Strings }, host: any): Session<S, R, M>;
}

/** A named part of a state, such as a well-known mask. */
export interface Preset<S> {
  id: string;
  name: string;
  /** What the name stands for. */
  hint: string;
  /** Whether the given state has it. */
  isCurrent: boolean;
  apply(state: S): S;
}

/** A room of the page. */
export interface Room<S extends Display> extends Omit<RoomParts<S>, 'open'> {
  id: RoomId;
  /** The tag of its element. */
  tag: string;
  /** Registers the elements, after the engine has started. `start` starts another room, whose figures are shown. */
  define(start?: (id: RoomId) => Promise<Room<any>>): void;
  /** The bar below the header of the page, if the room has one. */
  bar?(
    host: HTMLElement,
    state: () => S,
    setState: (state: S) => void,
  ): { update(state: S, t: Strings): void };
  /** The state of its element without attributes, if it differs from the initial state of the room. */
  bare?(): S;
  /** The state with which the room opens from another room with this id and link. */
  bring?(state: S, id: RoomId, link: string): S;
  /** Further scripts that a figure of a state needs. */
  needs?(state: S): readonly string[];
  /** Further scripts that a state needs, for which the room does not wait. */
  later?(state: S): readonly string[];
  /** The current figure and its room, for a room that shows figures of other rooms; null if there is none. */
  figure?(element: RoomElement<S>): { room: Room<any>; element: RoomElement<any> } | null;
  /** Whether there is anything to reset. */
  isChanged(state: S): boolean;
  /** Named states to choose from. */
  presets?(state: S, t: Strings): Preset<S>[];
  /** The keyboard shortcuts and their effects. */
  keys(t: Strings): readonly (readonly [string, string])[];
  /** The title on narrow pages. By default it is the name of the room. */
  title?(state: S, t: Strings): string;
  /** Further items of the page's menu. */
  more?(element: RoomElement<S>, t: Strings): { text: string; hint: string; act: () => void }[];
  /** The text of the menu item that resets the room. */
  resetWords(state: S, t: Strings): string;
}
