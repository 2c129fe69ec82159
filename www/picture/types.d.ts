// Types shared by the modules of pictures, for tsc only.

/** Measures the width of a text in units of the scene. `mono` selects the font of digits. */
export type Measure = (text: string, size: number, mono?: boolean) => number;

/** A part of a line of text, such as a subscript. */
export interface Span {
  text: string;
  at?: 'sub' | 'sup';
  italic?: boolean;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Stroke {
  stroke: string;
  /** 1 by default. */
  thickness?: number;
  /** The color of a rim on both sides of the line. */
  rim?: string;
}

/**
 * A shape of a picture. It looks the same in an SVG and on a canvas. Lengths are in units of the scene, which
 * are CSS pixels at its natural size.
 */
export type Shape = { /** 1 by default. */ opacity?: number } & (
  | ({ kind: 'rect'; fill: string } & Box)
  | ({ kind: 'frame'; dashed?: boolean } & Box & Stroke)
  /** A circle around (x, y). */
  | ({ kind: 'ring'; x: number; y: number; radius: number } & Stroke)
  /** A line through points, which are relative to (x, y). */
  | ({ kind: 'line'; x: number; y: number; points: [number, number][] } & Stroke)
  /** A curve from (x, y) to (x + dx, y + dy), which is horizontal at both ends. */
  | ({ kind: 'curve'; x: number; y: number; dx: number; dy: number } & Stroke)
  | {
      kind: 'text';
      x: number;
      y: number;
      text: string | Span[];
      size: number;
      fill: string;
      anchor: 'start' | 'middle' | 'end';
      bold?: boolean;
      mono?: boolean;
      /** Clockwise, in degrees. */
      turn?: number;
    }
  /** One RGBA pixel for each cell. Transparent cells are not drawn. `gap` is the distance between cells. */
  | ({
      kind: 'cells';
      rows: number;
      cols: number;
      pixels: Uint8ClampedArray | Uint8Array;
      gap?: number;
    } & Box)
  /** A hatch, for cells without a value: masked, excluded, or not computed yet. */
  | ({ kind: 'hatch'; ground: string; line: string } & Box)
);

export interface Scene {
  width: number;
  height: number;
  /** The color behind everything; null if the picture is transparent. */
  paper: string | null;
  /** The fonts of texts, if they are not those of pictures. */
  font?: string;
  title: string;
  shapes: Shape[];
}

export type Kind<K extends Shape['kind']> = Extract<Shape, { kind: K }>;

/** A part of a picture. Its shapes are relative to its upper left corner. */
export interface Piece {
  shapes: Shape[];
  width: number;
  height: number;
}

/** A color bar with labels below it. */
export interface Bar {
  text: string;
  /** The number of lines of colors, 1 by default. */
  rows?: number;
  /** One RGBA pixel for each color, line by line. */
  pixels: Uint8ClampedArray | Uint8Array;
  /** `at` is the position, from 0 at the start to 1 at the end. `share` is a second line below `text`. */
  ticks: { at: number; text: string; share?: string }[];
}

/** A sample of a mark in the legend, with its meaning. */
export interface Sample {
  kind: 'hatch' | 'cross' | 'frame' | 'dashed' | 'fill';
  text: string;
  /** The color of the kind `fill`. */
  fill?: string;
}

export type Theme = 'light' | 'dark';
