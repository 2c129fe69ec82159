// Shapes shared by the modules of pictures, for tsc alone: nothing here ships.

/** How wide a text is, in units of the scene; `mono`: in the font of digits. */
export type Measure = (text: string, size: number, mono?: boolean) => number;

/** A part of a line of text, such as the letter below another. */
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

/** What stands in a picture, drawn alike as SVG and on a canvas. Lengths are in units of the scene: pixels of CSS, where it is drawn as large as it is. */
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
  /** One pixel a cell, RGBA; what is transparent shows what lies below. `gap`: how much of what lies below is seen between two cells. */
  | ({
      kind: 'cells';
      rows: number;
      cols: number;
      pixels: Uint8ClampedArray | Uint8Array;
      gap?: number;
    } & Box)
  /** Lines that say that nothing is there: masked, left out, or not there yet. */
  | ({ kind: 'hatch'; ground: string; line: string } & Box)
  /** A cross: what should be there is missing. */
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

/** A part of a picture that is laid out by itself, from its upper left corner. */
export interface Piece {
  shapes: Shape[];
  width: number;
  height: number;
}

/** A bar of colours with its ends, one pixel a step, and what is written below it at which share of it. */
export interface Bar {
  text: string;
  pixels: Uint8ClampedArray | Uint8Array;
  ticks: { at: number; text: string; share?: string }[];
}

/** What is no colour of a bar, and what it says. */
export interface Sample {
  kind: 'hatch' | 'cross' | 'frame' | 'dashed' | 'fill';
  text: string;
  /** Of what is filled. */ fill?: string;
}

export type Theme = 'light' | 'dark';
