// Types shared by the modules of pictures, for tsc only.

/** The width of a text in units of the scene; `mono` means the font of digits. */
export type Measure = (text: string, size: number, mono?: boolean) => number;

/** A part of a line of text, such as a subscript. */
export interface Span {
  text: string;
  at?: 'sub' | 'sup';
  italic?: boolean;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The shapes of a picture, drawn alike as SVG and on a canvas. Lengths are in units of the scene, which are
 * CSS pixels at its natural size.
 */
export type Shape = { /** 1 where it is left out. */ opacity?: number } & (
  | ({ kind: 'rect'; fill: string } & Box)
  | ({ kind: 'frame'; stroke: string; dashed?: boolean } & Box)
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
      turn?: number;
    }
  /**
   * One RGBA pixel for each cell; transparent pixels show the background. `gap` is the width of the
   * background between two cells.
   */
  | ({
      kind: 'cells';
      rows: number;
      cols: number;
      pixels: Uint8ClampedArray | Uint8Array;
      gap?: number;
    } & Box)
  /** A hatch, for cells without a value: masked, excluded, or not computed yet. */
  | ({ kind: 'hatch'; ground: string; line: string } & Box)
  /** A cross, for missing values. */
  | ({ kind: 'cross'; ground: string; line: string } & Box)
);

export interface Scene {
  width: number;
  height: number;
  paper: string;
  title: string;
  shapes: Shape[];
}

export type Kind<K extends Shape['kind']> = Extract<Shape, { kind: K }>;

/** A part of a picture with a layout of its own, from its upper left corner. */
export interface Piece {
  shapes: Shape[];
  width: number;
  height: number;
}

/**
 * A bar of colours, one pixel for each step, with its ends and the labels below it at their shares of the
 * length.
 */
export interface Bar {
  text: string;
  pixels: Uint8ClampedArray | Uint8Array;
  ticks: { at: number; text: string; share?: string }[];
}

/** A sample of a mark in the legend, with its meaning. */
export interface Sample {
  kind: 'hatch' | 'cross' | 'frame' | 'dashed' | 'fill';
  text: string;
  /** Of what is filled. */ fill?: string;
}

export type Theme = 'light' | 'dark';
