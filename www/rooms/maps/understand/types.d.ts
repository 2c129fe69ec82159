import type { Strings } from '../../../words/languages.js';
import type { Axis, Corrections, Numbers, QkOptions, Reading, TensorEntry } from '../types.js';

/** A message that is translated when it is shown. */
export type Message = (t: Strings) => string;

/** The role of a tensor by its name. */
export type Role = 'q' | 'k' | 'v' | 'qkv' | null;

/** A tensor of the opened files, with the information in its name. */
export interface Item {
  file: number;
  tensor: number;
  entry: TensorEntry;
  /** The name of the tensor or of its file. */
  label: string;
  words: string[];
  role: Role;
  /** Its shape, without the axis of a `cut`. */
  shape: number[];
  /** q, k or v in a tensor that contains all three: the axis, and the index on it. */
  cut: { axis: number; place: number } | null;
}

/** Tensors whose names differ only in numbers. */
export interface Family {
  /** The common part of their names. */
  key: string;
  role: Role;
  members: { item: Item; numbers: number[] }[];
  /** The meanings of the numbers. */
  counts: Count[];
}

/** The meaning of a number in a name, by the word before it. */
export type Count = 'layer' | 'head' | 'step' | null;

/** Tensors in the order of layers, then of steps of generation or heads. */
export interface Stack {
  /** By layer, then step or head. */
  layers: Item[][];
  /** The layer numbers in the names; null if there are none. */
  numbers: number[] | null;
  /** Whether each tensor is one layer, so that it has no axis of layers. */
  single: boolean;
  /** The head numbers in the names, if each tensor is one head; otherwise null. */
  heads: number[] | null;
}

/** A possible interpretation of tensors. `readingOf` makes a Reading from it. */
export interface Candidate {
  kind: 'weights' | 'qk';
  /** What the tensors of weights contain. */
  numbers: Numbers;
  /** Whether another candidate reads the same tensors as other numbers; then names say as what. */
  isEither: boolean;
  /** The names of its tensors, shortened and printable. */
  name: string;
  /** The weights, or q. */
  stack: Stack;
  k: Stack | null;
  v: Stack | null;
  /** The axes of the weights or of q. */
  axes: Axis[];
  kAxes: Axis[];
  vAxes: Axis[];
  /** Whether another meaning of the axes is as likely; a note says so. */
  unsure: boolean;
  /** The metadata about q and k; null if the files do not define it. */
  causal: boolean | null;
  scale: number | null;
  window: number | null;
  softcap: number | null;
  rope: QkOptions['rope'];
  /** Clauses of the mask that are not applied. */
  unread: string[];
  /** Whether q and k may have been captured before RoPE. */
  early: boolean;
  /** Whether queries and keys belong to different texts. */
  cross: boolean;
  /** The numbers of heads of q and k that are side by side in the features; null if they have an axis. */
  split: [heads: number, keyHeads: number] | null;
  /** Whether `split` is only inferred from the features of q and k; then the reader is asked. */
  implied: boolean;
  /** Scores of learned sinks by layer and head; `column` if the first column of weights is a sink; or null. */
  sinks: number[][] | 'column' | null;
}

/** The result of a candidate with the reader's corrections; `size` is the head size. */
export type Outcome = { reading: Reading; size: number | null; notes: Message[] } | { refused: Message };

/** A list of tokens. `file` is null if the file has no tensors; then the list may belong to any tensor. */
export interface TokenList {
  tokens: string[];
  of: 'query' | 'key' | 'any';
  file: number | null;
}

export type { Axis, Corrections, Numbers, Reading };
