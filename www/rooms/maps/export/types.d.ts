// Shapes shared by the modules of the exports, for tsc alone: nothing here ships.

import type { Label } from '../head/labels.js';
import type { Scale } from '../head/scale.js';
import type { MapInfo, MapSpec, MapsState } from '../types.js';

/** Rows and columns of a map, from where and how many. */
export interface Sight {
  rows: [start: number, length: number];
  cols: [start: number, length: number];
}

/** A map that the service holds already. */
export interface Known {
  info: MapInfo;
  spec: MapSpec;
}

/** What the head view shows: A, and B and the difference where something is compared. `sight` is the part of it that is visible; null or absent: all of it. */
export interface Shown extends Known {
  pair: { b: Known; difference: Known } | null;
  sight?: Sight | null;
}

/** As the engine's painter takes it. */
export type Paint = (options: {
  rows: number;
  cols: number;
  data: Float32Array;
  map: MapsState['map'];
  theme: 'light' | 'dark';
  scale: Scale;
}) => Uint8ClampedArray;

/** The numbers of a map, or of the visible part, fit for so many pixels. */
export interface Gathered {
  info: MapInfo;
  /** The part of the map that they are of. */
  sight: Sight;
  /** Each number is the largest of so many rows and columns. */
  pooled: { rows: number; cols: number };
  rows: number;
  cols: number;
  data: Float32Array;
}

/** One map of a picture. */
export interface Panel extends Gathered {
  title: string;
  scale: Scale;
  /** Cells without a number are hatched where nothing is meant to be: keys that are left out, and those that did not exist yet. Others bear a cross. */
  leaveOut: number;
  reach: number[] | null;
}

/** A bar of colours. */
export interface Legend {
  text: string;
  scale: Scale;
}

/** All that a picture says. */
export interface Picture {
  title: string;
  captions: string[];
  panels: Panel[];
  legends: Legend[];
  labels: { query: Label[]; key: Label[]; tokens: boolean };
  words: { query: string; key: string; gone: string; missing: string };
  map: MapsState['map'];
  theme: 'light' | 'dark';
}
