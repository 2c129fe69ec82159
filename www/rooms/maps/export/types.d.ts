// Types that the modules of the exports share.

import type { Label } from '../head/labels.js';
import type { Scale } from '../head/scale.js';
import type { MapInfo, MapSpec, MapsState } from '../types.js';

/** A range of rows and columns of a map. */
export interface Sight {
  rows: [start: number, length: number];
  cols: [start: number, length: number];
}

/** A map that is already open in the service. */
export interface Known {
  info: MapInfo;
  spec: MapSpec;
}

/** The maps of the head view: A, and in a comparison also B and the difference. `sight` is the visible part; null or absent for all. */
export interface Shown extends Known {
  pair: { b: Known; difference: Known } | null;
  sight?: Sight | null;
}

/** The scale, in the form of the engine. */
export type Paint = (options: {
  rows: number;
  cols: number;
  data: Float32Array;
  map: MapsState['map'];
  theme: 'light' | 'dark';
  scale: Scale;
}) => Uint8ClampedArray;

/** The numbers of a map, or of the visible part, for a resolution. */
export interface Gathered {
  info: MapInfo;
  /** Their range in the map. */
  sight: Sight;
  /** The rows and columns of which each number is the maximum. */
  pooled: { rows: number; cols: number };
  rows: number;
  cols: number;
  data: Float32Array;
}

/** One map of a picture. */
export interface Panel extends Gathered {
  title: string;
  scale: Scale;
  /** Cells without a number are hatched if their key is left out or did not exist yet. Others have a cross. */
  leaveOut: number;
  reach: number[] | null;
}

/** A bar of colours. */
export interface Legend {
  text: string;
  scale: Scale;
}

/** The content of a picture. */
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
