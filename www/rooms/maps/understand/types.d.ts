// Shapes shared by the modules that understand files, for tsc alone: nothing here ships.

import type { Strings } from '../../../page/words/en.js';
import type { Axis, Corrections, QkOptions, Reading, TensorEntry } from '../types.js';

/** A sentence, once it is known in which language. */
export type Say = (t: Strings) => string;

/** What a name says that a tensor is. */
export type Role = 'q' | 'k' | 'v' | 'qkv' | null;

/** A tensor of the opened files, with what its name says. */
export interface Item {
  file: number;
  tensor: number;
  entry: TensorEntry;
  /** The name of the tensor, else of its file. */
  label: string;
  words: string[];
  role: Role;
  /** Its shape, without the axis of a `cut`. */
  shape: number[];
  /** q, k or v within a tensor that holds all three: the axis that tells them apart, and the place on it. */
  cut: { axis: number; place: number } | null;
}

/** Tensors whose names differ in numbers alone. */
export interface Family {
  /** What their names have in common. */
  key: string;
  role: Role;
  members: { item: Item; numbers: number[] }[];
  /** What the numbers count, by the word before them. */
  counts: Count[];
}

/** What a number in a name counts. */
export type Count = 'layer' | 'head' | 'step' | null;

/** Tensors in the order of layers, and of steps of generation within a layer. */
export interface Stack {
  /** By layer, then step or head. */
  layers: Item[][];
  /** What the names call the layers; null where they have no number. */
  numbers: number[] | null;
  /** Whether each tensor is one layer, so that none of its axes is. */
  single: boolean;
  /** What the names call the heads where each tensor is one, and those of a layer follow each other; null where none is. */
  heads: number[] | null;
}

/** What tensors can be taken for: enough to make a Reading, and to say it in one sentence. */
export interface Candidate {
  kind: 'weights' | 'qk';
  /** What its tensors are called, cut short and without what would not print. */
  name: string;
  /** The weights, or q. */
  stack: Stack;
  k: Stack | null;
  v: Stack | null;
  /** What the axes of the weights, or of q, are. */
  axes: Axis[];
  /** Of k and v. */
  kAxes: Axis[];
  vAxes: Axis[];
  /** Whether something else is as likely: it is said, and can be corrected. */
  unsure: boolean;
  /** What the files say of q and k besides the numbers; null where they say nothing. */
  causal: boolean | null;
  scale: number | null;
  window: number | null;
  softcap: number | null;
  rope: QkOptions['rope'];
  /** Clauses of their mask that are not applied. */
  unread: string[];
  /** Whether q and k may have been taken before RoPE. */
  early: boolean;
  /** Whether queries and keys are of different texts. */
  cross: boolean;
  /** How many heads of q, and of k, stand side by side in their features; null where an axis tells them apart. */
  split: [heads: number, keyHeads: number] | null;
  /** Whether their number follows only from q having more features than k: the reader is asked. */
  implied: boolean;
  /** Scores of learned sinks by layer and head, or that the first column of weights is a sink; null where there is none. */
  sinks: number[][] | 'column' | null;
}

/** What came of a candidate with the reader's corrections. */
export type Outcome = { reading: Reading; size: number | null; notes: Say[] } | { refused: Say };

/** A list of tokens, and whose it is as far as its file says. `file` is null where the file holds nothing else: it may go with any tensor. */
export interface TokenList {
  tokens: string[];
  of: 'query' | 'key' | 'any';
  file: number | null;
}

export type { Axis, Corrections, Reading };
