// Types that the modules of the exports share.

import type { Absent } from '../head/absent.js';
import type { labelsOf } from '../head/labels.js';
import type { CellImage } from '../../../picture/cells.js';
import type { COLORS } from '../../../picture/scene.js';
import type { Colors as Scaled } from '../head/tiles.js';
import type { Scale } from '../head/scale.js';
import type { Language } from '../../../state/languages.js';
import type { MapRole } from '../head/spec.js';
import type { PickedRequest } from '../picked/figures.js';
import type { MapInfo, MapSpec, MapsState } from '../types.js';

/** A range of rows and columns of a map. */
export interface Region {
  rows: [start: number, length: number];
  cols: [start: number, length: number];
}

/** The maps of a picture: A, or A, B and the difference. */
export type Which = 'a' | 'b' | 'difference';

/** A head with its own color. */
export type HeadRole = Extract<MapRole, `head ${number}`>;

/** A map that is open in the service. */
export type OpenMap<W = Which> = [which: W, spec: MapSpec, info: MapInfo];

/** A map with its numbers for a picture. */
export type GatheredMap = [which: Which, spec: MapSpec, gathered: Gathered];

/** The open maps of the head view, and the visible region; null for all cells. */
export interface Shown {
  maps: { spec: MapSpec; info: MapInfo }[];
  region: Region | null;
}

/** `paintMap` of the engine. */
export type Paint = (
  options: Scaled & { rows: number; cols: number; data: Float32Array },
) => Uint8ClampedArray;

/** What a panel of the view of picked keys, or of entries, has beside its cells: -1 is a key that was not picked. */
export interface Kept {
  by: PickedRequest['by'];
  /** The share of the weights that is lost, the mean of all queries; null if queries pick nothing. */
  lost: number | null;
  /** The weight at the end of the colors, which follow the root. */
  high: number;
  /** The number of tokens of an entry; 0 if there are none. */
  m: number;
  /** The name of the panel, if there are several. */
  name: string;
  /** The query whose row has a frame. */
  query: number | null;
  /** The share that each row loses. */
  losses: Float32Array | null;
  /** The row of the query, by token. */
  lane: { name: string; weights: Float32Array } | null;
  /** The number of queries and keys between two borders; 0 for none. */
  bounds: { rows: number; cols: number } | null;
  words: { hidden: string; unpicked: string; losses: string };
}

/** The numbers of a map, or of a region of it, for a resolution. */
export interface Gathered {
  info: MapInfo;
  /** The range of the numbers in the map. */
  region: Region;
  /** The rows and columns of which each number is the maximum. */
  pooled: { rows: number; cols: number };
  rows: number;
  cols: number;
  data: Float32Array;
  /** The same cells of each head that has a color. */
  parts?: Float32Array[];
  /** The path of dynamic time warping, if keys are frames of sound. */
  path?: Uint32Array | null;
  /** In the views of picked keys and of entries. */
  kept?: Kept;
}

/** One map of a picture. */
export interface Panel extends Gathered {
  title: string;
  scale: Scale;
  /** Whether its rows are divided by their maximum, so that colors are not of weights. */
  perRow: boolean;
  /** Why cells have no number: those with a reason are hatched, and others have a cross. */
  absent: Absent;
}

/** A panel whose cells are painted, and those of its lane. `hasUnpicked`: whether keys were not picked. */
export interface PaintedPanel extends Panel {
  cells: CellImage;
  laneCells: CellImage | null;
  hasUnpicked: boolean;
}

/** The colors of a panel. Without a ground, the paper is seen in place of cells that are not drawn. */
export type Colors = Omit<typeof COLORS.light, 'ground'> & { ground: string | null };

/** The content of a picture. */
export interface Picture {
  title: string;
  captions: string[];
  panels: Panel[];
  /** The color bars. */
  legends: { text: string; scale: Scale; isRoot?: boolean }[];
  /** The heads that have a color each, and their colors. */
  heads: { text: string; fill: string }[];
  labels: ReturnType<typeof labelsOf>;
  names: { query: string; key: string };
  words: Record<'hatch' | 'cross' | 'decay', string>;
  /** The query of the cursor; null without one. */
  query: number | null;
  map: MapsState['map'];
  theme: 'light' | 'dark';
  /** The language of its numbers. */
  language: Language;
}
