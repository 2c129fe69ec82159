// Shapes shared by the modules of the Maps room, for tsc alone: nothing here ships.

import type { Look } from '../../types.js';
import type { Strings } from '../../page/words/en.js';
import type { Language } from '../../state/languages.js';

/* ---- Files ------------------------------------------------------------------------------------------------------ */

/** A tensor of an opened file, as the file says. */
export interface TensorEntry {
  /** Empty where the file holds one that has none. It may be hostile: it is text, and nothing else. */
  name: string;
  /** As NumPy writes it: `float32`, `bfloat16`, `bool`. */
  dtype: string;
  shape: number[];
  /** Whether a part can be read without the rest: not in what is deflated, nor in text. */
  sliced: boolean;
}

export type Format = 'npy' | 'npz' | 'safetensors' | 'json' | 'csv' | 'tsv' | 'printed';

/** A file that was opened. */
export interface FileEntry {
  /** Its number with the service, by which tensors are asked for. */
  id: number;
  name: string;
  bytes: number;
  format: Format;
  tensors: TensorEntry[];
  /** The tokens, or the labels of the rows: what the queries are. */
  tokens: string[];
  /** The labels of the columns, where the file has them: what the keys are. */
  keyTokens: string[];
  /** What a .safetensors file says of itself. */
  metadata: [string, string][];
  /** What an attention mask in the file keeps of each text. */
  padding?: Padding;
}

/** The tokens of each text that are not padding: where they begin, and how many there are. */
export interface Padding {
  tokens: number;
  kept: [first: number, length: number][];
}

/** A file that could not be read, and why, in one plain sentence. */
export interface RefusedFile {
  name: string;
  /** The class of the error, such as `truncated`. */
  class: string;
  text: string;
}

export interface Opened {
  files: FileEntry[];
  refused: RefusedFile[];
}

/* ---- What the files are taken for ------------------------------------------------------------------------------- */

/** What an axis of a tensor is. `fixed` has one place that is looked at: a batch. */
export type Axis = 'layer' | 'head' | 'query' | 'key' | 'feature' | 'fixed';

/** A tensor, or a part of one, and what its axes are. */
export interface Part {
  file: number;
  tensor: number;
  /** One an axis of the tensor. */
  axes: Axis[];
  /** One an axis: the place that is looked at of a fixed one, else 0. */
  at: number[];
  /** The layer of its first, or only, layer. */
  layer: number;
  /** The query of its first row: 0 unless generation put it there step by step. */
  query: number;
  /** The head that it is, where a tensor is one; none of its axes is heads then. */
  head?: number;
  /** Of axes of which not all is read: the first place, and how many. */
  ranges?: Partial<Record<Axis, [first: number, length: number]>>;
  /** How many heads stand side by side in the axis of features; no axis is heads then. */
  split?: number;
}

/** How weights are computed from q and k. */
export interface QkOptions {
  /** What scores are multiplied by; null is 1 / sqrt(head size). */
  scale: number | null;
  causal: 'none' | 'upper_left' | 'lower_right';
  /** A query sees itself and so many keys less one before it; where it is not causal, as many after it. Null is all. */
  window: number | null;
  /** Null is none. It comes before the mask. */
  softcap: number | null;
  /** Null: RoPE was applied already, or there is none. */
  rope: { base: number; pairs: 'half' | 'interleaved'; dim: number | null } | null;
}

/** What was dropped, as it is understood: enough to compute any head of it. */
export interface Reading {
  kind: 'weights' | 'qk';
  layers: number;
  heads: number;
  /** Heads of keys; of weights, `heads`. Query head h uses head ⌊h · kvHeads / heads⌋. */
  kvHeads: number;
  queries: number;
  keys: number;
  /** Position of query 0 among the keys: keys - queries where a cache stands before, else 0. */
  offset: number;
  /** Of weights. Several for a layer are its rows, one part below the other. */
  weights: Part[];
  /** Of q and k, one a layer or one for all. */
  q: Part[];
  k: Part[];
  /** Empty where there are no values. */
  v: Part[];
  qk: QkOptions;
  /** Tokens as they stand in the files, one a key; empty if there are none. */
  tokens: string[];
  /** One a query; empty where they are the same. */
  queryTokens: string[];
  /** The score of a learned sink by layer and head: key 0 is the sink, and `keys` counts it. Null: there is none, or the weights have its column. */
  sinks?: number[][] | null;
  /** How many keys there were when query i was computed, where that differs: beyond them nothing exists. Null: all. */
  reach: number[] | null;
}

/* ---- What the engine finds -------------------------------------------------------------------------------------- */

export type MeasureName =
  | 'entropy'
  | 'normalised_entropy'
  | 'sink_share'
  | 'previous_token'
  | 'next_token'
  | 'induction'
  | 'duplicate_token'
  | 'mean_distance'
  | 'diagonal_share'
  | 'causal_share';

/** One head of the overview. */
export interface HeadFound {
  layer: number;
  head: number;
  measures: Record<MeasureName, number | null>;
  /** Whether no weight lies after its query. */
  causal: boolean;
  /** Rows that hold something else than weights, and rows that may look nowhere. */
  notWeights: { rows: number; first: number } | null;
  rowsWithoutKey: number;
  rowSums: { least: { query: number; sum: number }; greatest: { query: number; sum: number } } | null;
  /** The head as a small picture: each number the largest weight of its cells. Row by row. */
  thumb: { rows: number; cols: number; data: Float32Array };
  /** Where not every row was computed: how many were, and the standard error of each measure. */
  sampled?: { rows: number; errors: Partial<Record<MeasureName, number>> };
}

/** Which weights a map is of. */
export type Source =
  | { of: 'head'; layer: number; head: number }
  /** Mean or largest over the heads of a layer, over the layers of a head, or over all. */
  | { of: 'mean' | 'max'; over: 'heads'; layer: number }
  | { of: 'mean' | 'max'; over: 'layers'; head: number }
  | { of: 'mean' | 'max'; over: 'all' }
  /** Rolled out from the first layer up to this one, heads as their mean. */
  | { of: 'rollout'; layer: number };

/** A map to be looked at. */
export interface MapSpec {
  /** Which reading: the service numbers them; the second is that of a file to compare with. */
  reading: number;
  source: Source;
  /** Weight times the length of its value vector; `share` makes rows sum to what they summed to before. */
  values: 'none' | 'norm' | 'share';
  /** Tokens merged to words: the sum over keys, the mean over queries. The word of each token. Null: tokens. */
  words: { query: Uint32Array; key: Uint32Array } | null;
  /** So many first keys are left out: they become missing, and nothing is renormalised. */
  leaveOut: number;
  /** Each row divided by its largest. */
  perRow: boolean;
  /** The map that is taken from this one; the result has a sign. Of equal shape. */
  minus: Omit<MapSpec, 'minus' | 'perRow'> | null;
  /** Of a head that is too large to hold: what a pixel of many cells shows. */
  pooling?: 'max' | 'mean' | 'mass';
}

/** A map that the service holds, ready to be looked at. */
export interface MapInfo {
  /** Its number, by which tiles and rows are asked for. */
  id: number;
  queries: number;
  keys: number;
  /** Level 0 is the map; each further one is half as large, and each cell the largest (of a difference: the farthest from 0) of those it covers. The last has one cell. */
  levels: { rows: number; cols: number }[];
  /** The least and the greatest of what is there; null where nothing is. */
  range: { least: number; greatest: number } | null;
  /** The values at 0, 1/256 ... 256/256 of all cells in order of size: for colours by percentile. Empty where nothing is. */
  quantiles: Float32Array;
  /** One a query: entropy in nats (of a difference: the sum of |d|). NaN where a row holds no weights. */
  queryEntropy: Float32Array;
  /** One a query: the sum of what is there. */
  querySum: Float32Array;
  /** One a key: the mean weight over the queries that hold weights. */
  keyMean: Float32Array;
  /** Of a head that is too large to hold: numbers become known while one looks at it, and arrays are filled. */
  large?: {
    view: import('./large/view.js').LargeView;
    by: 'max' | 'mean' | 'mass';
    /** The level that was drawn last. */
    level?: number;
  };
}

/** A part of a level. NaN is missing or left out. */
export interface Tile {
  rows: number;
  cols: number;
  data: Float32Array;
}

/** Tokens as people read them. */
export interface ReadableTokens {
  scheme: 'plain' | 'byte_level' | 'sentencepiece' | 'wordpiece';
  tokens: {
    text: string;
    shown: string;
    group: number;
    word: number;
    special: boolean;
    joined: boolean;
    split: boolean;
    broken: boolean;
  }[];
  words: string[];
}

/** How far a long request is. */
export interface Progress {
  /** From 0 to 1. */
  done: number;
  /**
   * `block`: the file is read for the next heads, where they do not lie in one piece. `check`: what no head needed of an archive is held against its checksums. Both are
   * steps of the others.
   */
  what: 'open' | 'heads' | 'map' | 'similar' | 'block' | 'check';
  /** How many heads are done, of how many, where several are read. */
  heads?: [done: number, all: number];
}

/** Why the worker was replaced. `failed`: the engine broke during a request, which was rejected. `stopped`: it crashed or did not answer; requests were sent again. */
export interface Restart {
  kind: 'failed' | 'stopped';
  message: string;
}

/* ---- The service ------------------------------------------------------------------------------------------------ */

/**
 * Reads, computes and holds, in a Worker where there may be one. Every method answers later; a refusal is an `Error` of one plain sentence (`name` 'AbortError'
 * where it was cancelled, else `class` as in RefusedFile where a file is at fault).
 */
export interface MapsService {
  /** Opens files beside those that are open. */
  open(files: Blob[] | File[], tell?: (progress: Progress) => void): Promise<Opened>;
  /** Lets files go. */
  close(files: number[]): Promise<void>;
  /** Takes tensors of open files for heads. `slot` 0 is what is shown, 1 what is compared with it. What was read there before is forgotten. */
  read(slot: number, reading: Reading): Promise<void>;
  /** Reads a head of a reading that is not taken yet, and keeps nothing: rejects where its files are damaged. */
  probe(reading: Reading, layer: number, head: number, tell?: (progress: Progress) => void): Promise<void>;
  /** Measures every head and makes its picture, in the order of layers; `found` is called with some at a time as they are there. */
  heads(
    slot: number,
    options: { side: number; tokens: Uint32Array | null; sink: number; reach: number },
    found: (heads: HeadFound[], progress: Progress) => void,
  ): Promise<void>;
  map(spec: MapSpec, tell?: (progress: Progress) => void): Promise<MapInfo>;
  /** Cells of a level, at most 512 x 512. */
  tile(
    map: number,
    level: number,
    rows: [start: number, length: number],
    cols: [start: number, length: number],
  ): Promise<Tile>;
  /** A row in full. */
  row(map: number, query: number): Promise<Float32Array>;
  /** Lets a map go. */
  release(map: number): Promise<void>;
  /** Every other head by likeness to this one (1 less the mean Jensen-Shannon distance of their rows), most alike first; null where it cannot be computed. */
  similar(
    slot: number,
    layer: number,
    head: number,
    tell?: (progress: Progress) => void,
  ): Promise<{ layer: number; head: number; similarity: number | null }[]>;
  /** Tokens made readable, and which of them are the same. */
  tokens(
    tokens: string[],
    scheme: ReadableTokens['scheme'] | null,
  ): Promise<ReadableTokens & { ids: Uint32Array }>;
  /** Ends what runs within 100 ms: its promise rejects with an AbortError. Files and readings stay; maps are made again when asked for. */
  cancel(): void;
  /** Called when the worker was replaced. Files and readings are kept; maps have to be made again. */
  onrestart: ((why: Restart) => void) | null;
  /** Ends the Worker. */
  end(): void;
}

/* ---- What is shown ---------------------------------------------------------------------------------------------- */

/** The whole state of the room. The data is not in it: with the same file dropped again, what was seen comes back. */
export interface MapsState extends Look {
  /** The file that the view was of: null is the sample that comes with the page. */
  file: { name: string; layers: number; heads: number; queries: number; keys: number } | null;
  /** What the reader corrected about the reading. */
  corrections: Corrections;
  /** The head that is open, and where its thumbnail is. */
  layer: number;
  head: number;
  /**
   * The head that the page opened by itself. While it is open, no head was named, and once all are measured the page opens the one most worth
   * seeing. Null: somebody named a head.
   */
  suggested: { layer: number; head: number } | null;
  /** What is shown of it. */
  source: Source['of'];
  /** What mean and max are over. */
  over: 'heads' | 'layers' | 'all';
  values: MapSpec['values'];
  words: boolean;
  view: 'map' | 'lines' | 'table';
  /** What it is compared with; `other` is the second file. */
  compare: { slot: 0 | 1; layer: number; head: number } | null;
  map: 'ember' | 'viridis' | 'cividis' | 'grey';
  scale: 'auto' | 'unit' | 'largest' | 'log' | 'percentile' | 'row';
  /** What a pixel of many cells shows, of a head that is too large to hold. */
  pooling: 'max' | 'mean' | 'mass';
  leaveOut: number;
  /** What is visible: the first row and column, and CSS pixels a cell. Null: all of it. */
  sight: { row: number; col: number; cell: number } | null;
  cursor: { query: number; key: number } | null;
  /** Of the lines: lighter ones are not drawn. */
  threshold: number;
  /** Of the overview. */
  sort: 'layer' | MeasureName;
  order: 'up' | 'down';
  /** Only heads of which this measure lies between the two. */
  filter: { measure: MeasureName; least: number; most: number } | null;
  /** The measure that is written on the thumbnails. */
  measure: MeasureName;
  /** Whether the overview is sorted by likeness to the open head. */
  alike: boolean;
}

/** Null: as it was understood. */
export interface Corrections {
  /** Which tensor or group of tensors is looked at, of those that were understood. */
  candidate: number | null;
  /** The axes of the tensor. */
  axes: Axis[] | null;
  /** How many heads of q stand side by side in the features. */
  heads: number | null;
  /** Which place of a batch. */
  batch: number | null;
  tokens: ReadableTokens['scheme'] | null;
  scale: number | null;
  causal: QkOptions['causal'] | null;
  window: number | null;
  softcap: number | null;
  rope: QkOptions['rope'] | 'none' | null;
}

/** What the views of the room draw from. */
export interface MapsModel {
  state: MapsState;
  language: Language;
  t: Strings;
  /** What is open; null while nothing is. */
  data: MapsData | null;
  /** The theme, the pixels' ratio and the font. */
  appearance: { theme: 'light' | 'dark'; ratio: number; font: string };
}

/** What was read, apart from the state. */
export interface MapsData {
  /** The sample that comes with the page, and not a file of the reader's. */
  isSample: boolean;
  opened: Opened;
  reading: Reading;
  tokens: (ReadableTokens & { ids: Uint32Array }) | null;
  /** Those of the queries, where they are others. */
  queryTokens: (ReadableTokens & { ids: Uint32Array }) | null;
  /** By layer, then head; holes where a head is not there yet. */
  heads: (HeadFound | undefined)[];
  /** 1 when all heads are there. */
  done: number;
  /** By likeness to the head that is open, where that was asked for. */
  similar: { layer: number; head: number; similarity: number | null }[] | null;
  /** The file to compare with, where there is one. */
  other: { opened: Opened; reading: Reading } | null;
}
