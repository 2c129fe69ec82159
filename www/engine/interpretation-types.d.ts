// What `interpret` of maps.js reads and returns: `crates/interpretation` defines it.

import type { AttentionRule, TokenScheme } from '../pkg/heedmap_maps_wasm.js';

/** A file as it was listed. */
export interface ListedFile {
  /** A number by which parts name the file. */
  id: number;
  name: string;
  tensors: { name: string; dtype: string; shape: number[]; sliced: boolean }[];
  tokens: string[];
  /** The number of tokens of each text, if `tokens` are those of several texts, one after the other. */
  texts?: number[];
  keyTokens: string[];
  metadata: [string, string][];
  padding?: Padding;
}

/** The tokens of each text that an attention mask keeps: where they begin, and how many there are. */
export interface Padding {
  /** The index of the mask among the tensors. */
  tensor: number;
  tokens: number;
  kept: [first: number, length: number][];
}

/** The meaning of an axis of a tensor. One index of a `fixed` axis, such as a batch, is shown. */
export type Axis = 'layer' | 'head' | 'query' | 'key' | 'feature' | 'fixed';

/** A tensor, or a part of one, and the meanings of its axes. */
export interface Part {
  file: number;
  tensor: number;
  /** By axis of the tensor. */
  axes: Axis[];
  /** By axis: the index of a fixed axis, or 0. */
  at: number[];
  /** The index of its first or only layer. */
  layer: number;
  /** The query of its first row; not 0 for steps of generation. */
  query: number;
  /** The head, if the tensor is a single head; then it has no axis of heads. */
  head?: number;
  /** The ranges of axes that are read in part. */
  ranges?: Partial<Record<Axis, [first: number, length: number]>>;
  /** The number of heads side by side in the features; then there is no axis of heads. */
  split?: number;
}

/** What replaces the softmax of a layer, which keeps a state or, if `differential`, subtracts another softmax: `docs/format.md` describes them. */
export type LinearKind = 'gated_delta' | 'kda' | 'mamba2' | 'simple_gla' | 'lightning' | 'differential';

/** A part of an encoder-decoder model. In cross-attention, the queries are the decoder's and the keys the encoder's. */
export type ModelPart = 'encoder' | 'decoder' | 'cross';

/** What tensors of weights contain: weights, scores before softmax, or differences of weights. */
export type Numbers = 'weights' | 'scores' | 'difference';

/** The interpretation of files, from which any head can be computed. */
export interface Reading {
  kind: 'weights' | 'qk';
  /** What `weights` contain, if not weights. The softmax of scores is applied to each row. */
  numbers?: Exclude<Numbers, 'weights'>;
  layers: number;
  /** What each layer is called, if not 0, 1, 2 and so on: the files may hold only some layers. */
  layerNumbers?: number[];
  /** The number of heads of a layer; the largest, if layers differ. */
  heads: number;
  /** The number of heads of each layer, if layers differ. */
  layerHeads?: number[];
  /** The number of key-value heads; for weights, `heads`. Query head h uses head ⌊h · kvHeads / heads⌋. */
  kvHeads: number;
  queries: number;
  keys: number;
  /** The position of query 0 among the keys: keys - queries with a cache, else 0. */
  offset: number;
  /** The tensors of weights. Several tensors of a layer are consecutive rows. */
  weights: Part[];
  /** The tensors of q and k, one for each layer or one for all. */
  q: Part[];
  k: Part[];
  /** Empty if there are no values. */
  v: Part[];
  /** How weights are computed; of the first layer and head, if there are `rules`. */
  qk: AttentionRule;
  /** How weights are computed in each layer, if layers differ: one rule for all its heads, or one for each. */
  rules?: AttentionRule[][];
  /** What replaces the softmax of each layer, if some keep a state; null for a softmax. */
  kinds?: (LinearKind | null)[];
  /** The tensors of what each value is multiplied by when a state is written, and of the logarithms of the decays. */
  beta?: Part[];
  logDecay?: Part[];
  /** The tensors of the queries and keys whose softmax differential attention subtracts, and of its factor. */
  qSubtracted?: Part[];
  kSubtracted?: Part[];
  lambda?: Part[];
  /** The tensors of what is added to the scores of each key. */
  keyBias?: Part[];
  /** The same of distances, and of queries and keys. */
  relativeBias?: Part[];
  scoreBias?: Part[];
  /** The positions of the keys for RoPE, if not 0, 1, 2 and so on: one list, or one for each section of mRoPE. */
  positionIds?: number[][];
  /** The tensors of the keys or blocks that queries picked; their last axis is called features. */
  selected?: Part[];
  /** The number of keys that a pick stands for, by layer. */
  blocks?: number[];
  /** The entries: keys that stand for several tokens each. */
  kCompressed?: Part[];
  /** The shares that an entry pools of its tokens. */
  kPooling?: Part[];
  /** The number of tokens that an entry stands for, by layer; 0 without entries. */
  compressRates?: number[];
  /** The readings of the texts whose mean is shown, each of this size, if more than one is shown. */
  texts?: Reading[];
  /** The raw tokens of the keys; empty if there are none. */
  tokens: string[];
  /** The raw tokens of the queries; empty if they are the same as `tokens`. */
  queryTokens: string[];
  /** The score of a learned sink by layer and head: key 0 is the sink, and `keys` counts it. Null if there is none, or if the weights have its column. */
  sinks?: number[][] | null;
  /** The number of keys that existed when query i was computed. Null if all did. */
  reach: number[] | null;
  /** How far the sum of a row of weights may be from 1 by rounding. Null if rows need not sum to 1. */
  tolerance: number | null;
}

/** The reader's corrections; null for the default interpretation. */
export interface Corrections {
  /** The index of the candidate. */
  candidate: number | null;
  /** The part of an encoder-decoder model, if no candidate is chosen. */
  part: ModelPart | null;
  /** The axes of the tensor. */
  axes: Axis[] | null;
  /** The number of heads of q side by side in the features. */
  heads: number | null;
  /** The index in the batch. */
  batch: number | null;
  /** Whether the mean over all texts as long as this one is read. */
  average: boolean | null;
  /** The notation of the tokens, which the interpretation does not use. */
  tokens: TokenScheme | null;
  scale: number | null;
  causal: AttentionRule['causal'] | null;
  window: number | null;
  softcap: number | null;
  /** What changes of the rotation that the file states; a `dim` of null is all features. */
  rope: { base?: number; pairs?: 'half' | 'interleaved'; dim?: number | null } | 'none' | null;
}

/** A text of files that hold several. */
export interface Text {
  /** The corrections that read it: it is a file, or an item of a batch. */
  candidate?: number;
  batch?: number;
  /** The name of its file, with its index in the batch. */
  name: string;
  /** Whether its tokens are its own: one list of tokens for a whole batch is of one of its texts. */
  hasTokens: boolean;
  reading: Reading;
}

/** The interpretation of files. */
export interface Interpretation {
  /** The possible interpretations, the most likely first. */
  candidates: Candidate[];
  /** Why there is none. */
  rejection: Message | null;
  /** Tensors that are in none. */
  unused: NamedTensors;
  /** The place of the candidate that the corrections choose. */
  chosen: number;
  /** The candidate that the corrections choose, with these; null if there is no such candidate. */
  outcome: (Outcome & CandidateFound) | null;
}

/** A candidate with the corrected number of heads. */
export interface CandidateFound {
  candidate: Candidate;
  /** Tensors that are not in it. */
  unused: NamedTensors;
  /** What the files do not define, so that the reader should be asked. */
  asks: { causal: boolean; heads: boolean };
}

/** A reading with notes about it, or why there is none; `size` is that of a head, null for weights. */
export type Outcome = { reading: Reading; size: number | null; notes: Message[] } | { refused: Message };

/** A possible interpretation, as the reader can choose it. */
export interface Candidate {
  kind: 'weights' | 'qk';
  /** The part of an encoder-decoder model that the names say. */
  part: ModelPart | null;
  /** What the tensors of weights contain. */
  numbers: Numbers;
  /** Whether another candidate reads the same tensors as other numbers; then names say as what. */
  isEither: boolean;
  /** The names of its first and its last tensor. They may be hostile, so they are only used as text. */
  names: [first: string, last: string];
  /** The shape of the weights, or of q. */
  shape: number[];
  axes: Axis[];
  /** The possible meanings of an axis. */
  choices: Axis[];
  /** The factor of the scores that the files define. */
  scale: number | null;
  /** The numbers of heads of q and k that are side by side in the features; null if they have an axis. */
  split: [heads: number, keyHeads: number] | null;
  /** Whether `split` is only inferred from the features of q and k. */
  implied: boolean;
  /** Whether the features may be several heads, because there is no axis of heads. */
  canSplit: boolean;
}

/** The key of a text of the Models room, with the values that it says. */
export type Message = { key: string } & Record<string, unknown>;

/** The first of some tensors, and the number of the others. */
export interface NamedTensors {
  first: { label: string; shape: number[] }[];
  more: number;
}

/** What the handles of `exposing` have besides the members of their objects. */
interface Handle {
  /** Whether the object exists: it was neither freed nor lost with its instance. */
  readonly isAlive: boolean;
}

declare module '../pkg/heedmap_maps_wasm.js' {
  interface OpeningFile extends Handle {}
  interface TensorFile extends Handle {}
  interface TensorReading extends Handle {}
  interface FileCheck extends Handle {}
  interface HeadMap extends Handle {}
  interface MapView extends Handle {}
  interface LargeHead extends Handle {}
  interface MaskRanges extends Handle {}
  interface LinearHead extends Handle {}
  interface CompressedHead extends Handle {}
  interface PickedKeys extends Handle {}
  interface PickedRanges extends Handle {}
  interface KeptKeys extends Handle {}
  interface KeptRows extends Handle {}
  interface Combining extends Handle {}
  interface Rollout extends Handle {}
  interface RowPools extends Handle {}
}
