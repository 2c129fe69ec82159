import type { Strings } from '../../../words/languages.js';
import type { Over } from '../overview/measures-view.js';
import type { MapsModel, MapsState, MeasureName } from '../types.js';
import type { StoreSource } from './bytes.js';
import type { OpenedTexts } from './opened-texts.js';

/** The room, for a store of texts. */
export interface CorpusHost {
  now(): MapsState;
  /** The state of a link that waits for its file or its store. */
  awaited(): MapsState | null;
  /** Shows a state of a store that was opened. */
  begin(state: MapsState): void;
  /** Changes the state without an undo step. */
  look(patch: Partial<MapsState>): void;
  changed(): void;
  /** Whether a store is still the last one that was opened. */
  isOpen(corpus: RoomCorpus): boolean;
  /** Shows one sentence about what could not be opened. */
  say(message: (t: Strings) => string): void;
  /** Opens the heads of a text in place of others, or the mean over several texts; resolved when they are open, or could not be opened. */
  show(files: File[], isAverage: boolean): Promise<void>;
}

/** Opens a store, or lists the texts of open files. It is rejected with an error whose `says` is a sentence. */
export type OpenCorpus = (source: StoreSource | OpenedTexts, host: CorpusHost) => Promise<RoomCorpus>;

/** A store of texts in the room (`room-corpus.js`). */
export interface RoomCorpus {
  readonly name: string;
  /** How many texts there are, computed or not. */
  readonly texts: number;
  /** What a state is clamped to while no heads are open. */
  readonly bounds: {
    reading: { layers: number; heads: number; queries: number; keys: number; v: [] };
    other: null;
  };
  /** The head that is shown first, and the measure by which it is: the one with the largest mean. */
  strongest(): { layer: number; head: number; measure?: MeasureName };
  /** Whether a state shows the texts, not the heads of one. */
  isListed(state: MapsState): boolean;
  follow(state: MapsState): void;
  arrived(state: MapsState): MapsState;
  views(model: MapsModel): CorpusViews;
}

export interface CorpusViews {
  /** The name of the store or of the open files. */
  name: string;
  /** What is open, in one sentence. */
  source: string;
  /** What the store has. */
  facts: unknown;
  /** The open text, with the ways to others; null while texts are listed. */
  bar: unknown;
  /** The texts and the points of all heads; null while a text is open. */
  body: unknown;
  /** The measures of the open head over the texts, beside those on the open text. */
  over: Over;
}
