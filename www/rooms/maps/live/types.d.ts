import type * as engine from '../../../engine/model.js';
import type { Strings } from '../../../words/languages.js';
import type { Look, MapPiece } from '../head/map-scene.js';
import type { Scene } from '../head/scene.js';
import type { Viewport } from '../head/viewport.js';
import type { HeldFile } from '../service/bytes.js';
import type { Example } from '../state.js';
import type { MapsData, MapsModel, MapsState, MeasureName } from '../types.js';
import type { Writer } from './text/writer.js';

/** The functions of the engine of models. */
export type Models = typeof engine;

/** How the room gets a model. Its parts arrive after the room is open. */
export interface ModelSource {
  /** Loads what runs models, and starts its engine. */
  running(): Promise<(host: RunningHost) => Running>;
  /** The file of the model that the room opens with. */
  small(): Promise<File>;
  /** The heads of the first sentence, if they are there. */
  first?(): FirstSentence;
}

/** The heads of the first sentence, which `pack-first.mjs` writes: their weights, and what is found in these. */
export interface FirstSentence {
  /** `text/first-sentence.safetensors` */
  bytes: Uint8Array<ArrayBuffer>;
  /** `text/first-sentence.json` */
  found: object;
}

/** What reads texts in the room (`HeedHeadsElement.texts`). */
export interface Texts {
  sheets: ((where?: Document) => CSSStyleSheet)[];
  open(host: TextHost): RoomText;
}

/** The text that a model of the room reads (`text/room-text.js`). */
export type RoomText = ReturnType<typeof import('./text/room-text.js').roomText>;

/** The room, for the text that a model reads. */
export interface TextHost {
  now(): MapsState;
  /** Changes the state without an undo step. */
  look(patch: Partial<MapsState>): void;
  /** Changes the state with an undo step. */
  change(patch: Partial<MapsState>): void;
  changed(): void;
  history: { undo: () => void; redo: () => void };
  /** Shows the heads of a text; resolved when they are open. */
  show(file: File | HeldFile, cursor: MapsState['cursor']): Promise<void>;
  /** Opens a model. */
  example(what: Example): void;
}

/** The room and its text, for a running model. */
export interface RunningHost extends TextHost {
  writer: Writer;
  small: ModelSource['small'];
}

/** A model that can run, with everything that only a running model has (`running.js`). */
export interface Running {
  /** Whether it has run a text, or said why it cannot. Before, the room waits for it. */
  readonly isReady: boolean;
  /** Whether what is shown belongs to an older text. */
  readonly isBehind: boolean;
  /** Follows the text of a state. */
  follow(state: MapsState): void;
  /** The text of the next token, as the settings of a state choose it; null if nothing can be written. */
  continued(state: MapsState): string | null;
  /** The scores of a query of the open head, if the reader asks why it looks there; null if there are none. */
  scores(state: MapsState, query: number): ScoreRow | null;
  /** Opens a model of the reader, and tells why it cannot be run: null if the files have none of its parameters. */
  take(files: File[], refused: (why: ((t: Strings) => string) | null) => void): Promise<void>;
  /** How far a model is that is being opened, in place of what else is shown; null if none is. */
  opening(model: MapsModel): unknown;
  /** What the room shows of the model. */
  views(model: MapsModel): RunningViews;
  end(): void;
}

/** The scores of a query below its map (`score-row.js`). */
export interface ScoreRow {
  query: number;
  /** By key; NaN for keys that are not seen. */
  scores: Float64Array;
  /** `over` ends at the edge of the visible part. */
  shapes(viewport: Viewport, scene: Scene, look: Look): MapPiece;
  /** The same as a table, for screen readers. */
  table(scene: Scene): unknown;
}

export interface RunningViews {
  /** Whether the text cannot be run. */
  isWrong: boolean;
  /** The facts of the reader's own model; empty for another. */
  facts: string;
  /** What there is to say about the text; empty if there is nothing. */
  said: string;
  /** Behind what is said. */
  controls: unknown;
  /** Behind the text: what may come next. */
  next: unknown;
  /** The heads of the layers that are done, while the others take long; null if there are none. */
  heads: MapsData | null;
  /**
   * Whether the open head does on other texts what it is named for; null while that is computed, undefined
   * before it is asked for.
   */
  confirms?(name: MeasureName): boolean | null | undefined;
  /** About the open head, around its measures. */
  reading(measures: unknown): unknown;
}
