// Types that the modules of the Models room share.

import type { StateOf } from '../../state/attributes.js';
import type { GivenHeads } from '../../types.js';
import type { Input } from './input.js';
import type { maps } from './settings.js';
import type {
  Corrections,
  HeadOverview,
  MeasureName,
  Message,
  OverviewOptions,
  Padding,
  Reading,
  TensorListing,
  TokensRead,
  ViewInfo,
} from '../../engine/maps.js';
import type { Display } from '../../state/fields.js';
import type { PickedQuery, PickedRequest, PickedRows } from './picked/figures.js';
import type { Dropped } from './service/file-store.js';
import type { Strings } from '../../words/languages.js';
import type { Language } from '../../state/languages.js';

/* ---- Files ------------------------------------------------------------------------------------------------------ */

/** An open file. Its names may be hostile, so they are only used as text. */
export interface FileEntry extends Omit<TensorListing, 'texts'>, Partial<Pick<TensorListing, 'texts'>> {
  /** Its id in the service. */
  id: number;
  name: string;
  bytes: number;
  /** The range of each text that an attention mask in the file keeps. */
  padding?: Padding;
}

/** A file that could not be read, and the reason in one sentence. */
export interface RefusedFile {
  name: string;
  /** The class of the error, such as `truncated`. */
  class: string;
  text: string;
}

export interface Opened {
  files: FileEntry[];
  refused: RefusedFile[];
}

/* ---- The interpretation of the files ---------------------------------------------------------------------------- */

export type {
  Axis,
  Candidate,
  Corrections,
  Found,
  Interpretation,
  MeasureName,
  Message,
  Numbers,
  Part,
  Reading,
} from '../../engine/maps.js';

/* ---- The results of the engine ---------------------------------------------------------------------------------- */

export type MeasuresFound = Record<MeasureName, number | null>;

/** One head of the overview. */
export interface HeadFound extends Omit<HeadOverview, 'measures'> {
  layer: number;
  head: number;
  measures: MeasuresFound;
  /** The standard deviations over texts, if the measures are means over these. */
  spread?: MeasuresFound;
  /** For a sample of rows: their number, and the standard error of each measure. */
  sampled?: { rows: number; errors: MeasuresFound };
  /** Why the head has no weights, so that nothing is measured. */
  problem?: string;
}

/** The weights of a map: one head, or a combination of heads. */
export type Source =
  | { of: 'head'; layer: number; head: number }
  /** The mean or maximum over the heads of a layer, the layers of a head, or all heads. */
  | { of: 'mean' | 'max'; over: 'heads'; layer: number }
  | { of: 'mean' | 'max'; over: 'layers'; head: number }
  | { of: 'mean' | 'max'; over: 'all' }
  /** The mean or maximum over chosen heads. */
  | { of: 'mean' | 'max'; over: 'chosen'; heads: readonly { layer: number; head: number }[] }
  /** The rollout from the first layer to this one, with the mean of the heads. */
  | { of: 'rollout'; layer: number };

/** A request for a map. */
export interface MapSpec {
  /** The slot of the reading: 0, or 1 for the second file. */
  reading: number;
  source: Source;
  /** Multiplies weights by the norm of the values; `share` keeps the sums of the rows. `contacts`: symmetrized and corrected. */
  values: 'none' | 'norm' | 'share' | 'contacts';
  /** For contacts: 1 for each token that is a residue, else 0; null if there are no tokens. */
  residues?: Uint32Array | null;
  /** The word of each token, to merge tokens into words: the sum over keys, the mean over queries. Null for tokens. */
  words: { query: Uint32Array; key: Uint32Array } | null;
  /** The token, or what it is merged into, at each place of two aligned texts; 2^32 - 1 where there is none. */
  places?: Uint32Array;
  /** The number of first keys that are left out. They become missing; rows are not renormalized. */
  leaveOut: number;
  /** Divides each row by its maximum. */
  perRow: boolean;
  /** A map of equal shape that is subtracted from this one. */
  minus: Omit<MapSpec, 'minus' | 'perRow'> | null;
  /** Other weights of the heads, for comparison. */
  instead?: import('./service/weights.js').Instead;
  /** For a large head: the value of a pixel that covers many cells. */
  pooling?: 'max' | 'mean' | 'mass';
}

/** An open map of the service. */
export interface MapInfo extends ViewInfo {
  /** Its id, for requests of tiles and rows. */
  id: number;
  /** Whether the numbers are differences or signed weights, whose colors have 0 in the middle. */
  isDifference?: boolean;
  /** Whether they are the signed weights of layers that keep a state. */
  isSigned?: boolean;
  /** Marks of a head that keeps a state, if its text is short. */
  marks?: import('./signed/marks.js').StateMarks | null;
  /** For a large head, whose numbers and arrays are filled while it is shown. */
  large?: {
    view: import('./large/view.js').LargeView;
    by: 'max' | 'mean' | 'mass';
    /** The level that was drawn last. */
    level?: number;
  };
}

/** A part of a level. NaN is a missing number or a key that is left out. */
export interface Tile {
  rows: number;
  cols: number;
  data: Float32Array;
}

/** Readable tokens. */
export type ReadableTokens = Omit<TokensRead, 'ids'>;

/** The progress of a long request. */
export interface Progress {
  /** From 0 to 1. */
  done: number;
  /**
   * `block`: the file is read for the next heads, which are not contiguous. `check`: the checksums of the unread parts of an archive are verified. Both are steps of the others.
   */
  what: 'open' | 'heads' | 'map' | 'similar' | 'block' | 'check';
  /** The number of heads that are done, and of all, if several are read. */
  heads?: [done: number, all: number];
}

/** Why the worker was replaced. `failed`: the engine broke during a request, which was rejected. `stopped`: it crashed or did not answer; requests were sent again. */
export interface Restart {
  kind: 'failed' | 'stopped';
  message: string;
}

/* ---- Opening ---------------------------------------------------------------------------------------------------- */

/** What files are opened for. */
export interface Wanted {
  /** Of several views, the first whose file has the same shape is used. At least one. */
  views: MapsState[];
  isSample: boolean;
  /** Whether they are texts whose mean is shown. */
  isAverage?: boolean;
  /** The open files, to which a file of tokens alone is added. */
  present: FileEntry[];
  /** The sizes of the open heads, if the files are opened beside them for a comparison. */
  beside: { queries: number; keys: number; canAlign: boolean } | null;
  /** The resolution of thumbnails, if heads of a few milliseconds are measured for the same reply. */
  side?: number;
}

/** The first view of files, or why there is none: no interpretation, other sizes than the open heads, or damage. */
export type First =
  | ({ reading: Reading; state: MapsState; isTokens: boolean; heads?: HeadFound[] | null } & Seen)
  | { refused: Message }
  | { other: { queries: number; keys: number } }
  | { failed: import('./service/errors.js').ErrorData };

/** What is needed to show a reading. */
export interface Seen {
  /** The readable tokens of the keys; null if there are none. */
  tokens: MapsData['tokens'];
  queryTokens: MapsData['queryTokens'];
  /** The map of the view with its finest level of one tile; null for large heads and combinations of heads. */
  map: { spec: MapSpec; info: MapInfo; tile: Tile & { level: number } } | null;
}

/* ---- The service ------------------------------------------------------------------------------------------------ */

export type Head = { layer: number; head: number };
export type Range = [start: number, length: number];
export type Similar = Head & { similarity: number | null };
/** How heads are measured. */
export type Overview = Omit<OverviewOptions, 'offset'>;

/** The requests to the worker. The page assigns the ids of files and maps, so that they stay the same in a new worker. */
export interface Requests {
  /** Opens files in addition to the open ones. With `wanted`, what is needed to show them comes in the same reply. */
  open(files: Dropped[], wanted: Wanted | null, map: number): Opened & { first?: First };
  close(files: number[]): void;
  /** Replaces the reading of a slot: 0 is shown, 1 is compared with it. */
  read(slot: number, reading: Reading): void;
  /** Reads what is needed to show a reading, which is not set yet. It rejects if the files are damaged. */
  look(reading: Reading, state: MapsState, map: number): Seen;
  /** Computes the measures and thumbnails of all heads, or of a part, layer by layer. */
  heads(slot: number, options: Overview, part: [first: number, end: number] | null): void;
  map(map: number, spec: MapSpec): MapInfo;
  /** Cells of a level, at most 512 x 512. */
  tile(map: number, level: number, rows: Range, cols: Range): Tile;
  /** A row in full. */
  row(map: number, query: number): Float32Array;
  /** The path of dynamic time warping through a map, as the query and the key of each of its cells. */
  path(map: number): Uint32Array;
  /** Frees a map. */
  release(map: number): void;
  /** All other heads by similarity to this one (1 minus the mean Jensen-Shannon distance of their rows), in descending order; null if it cannot be computed. */
  similar(slot: number, layer: number, head: number): Similar[];
  /** Readable tokens, and ids that are equal for equal tokens. */
  tokens(tokens: string[], scheme: ReadableTokens['scheme'] | null): TokensRead;
  /** Parts of a large head. */
  large(
    where: import('./large/source.js').LargePlace,
    method: import('./large/source.js').LargeMethod,
    ...args: any[]
  ): unknown;
  /** The figures of a head that keeps a state. */
  signed(slot: number, layer: number, head: number): import('./signed/figures.js').SignedHead;
  /** What one query of a head keeps, or all of them; of a large head, some of them. */
  picked(slot: number, request: PickedRequest): PickedRows | PickedQuery;
  /** The mass that a head loses with these picks, the mean of its queries. */
  massLost(slot: number, request: Omit<PickedRequest, 'side'>): number;
  /** The weights of a head with entries, keys that stand for several tokens each. */
  entries(
    slot: number,
    request: import('./picked/compressed.js').EntriesRequest,
  ): import('./picked/compressed.js').EntriesFound;
  /** The queries and keys of a head whose weights are computed from them. */
  vectors(slot: number, place: Head): import('./service/vectors.js').Vectors;
  /** The largest difference between the weights of a head and those of its rounded vectors; a bound of it if the head is large. */
  weightError(slot: number, place: Head, rounded: import('./service/vectors.js').Pair): number;
}

/** The requests as methods that wait for the worker. */
type Asked = {
  [M in keyof Requests]: (...args: Parameters<Requests[M]>) => Promise<ReturnType<Requests[M]>>;
};

/**
 * Reads, computes and stores data, in a worker if possible. Every method is asynchronous. It rejects with an `Error` of one sentence: its `name` is 'AbortError' if the request was cancelled, and its `class` is that of RefusedFile if a file is invalid.
 */
export interface MapsService extends Omit<
  Asked,
  'open' | 'look' | 'heads' | 'map' | 'similar' | 'picked' | 'large'
> {
  open(
    files: (Blob | import('./service/bytes.js').HeldFile)[],
    tell?: (progress: Progress) => void,
    wanted?: Wanted | null,
  ): ReturnType<Asked['open']>;
  /** The content of an open file. */
  blob(file: number): Blob;
  look(reading: Reading, state: MapsState, tell?: (progress: Progress) => void): Promise<Seen>;
  /** `found` is called with some heads at a time. */
  heads(
    slot: number,
    options: Overview,
    found: (heads: HeadFound[], progress: Progress) => void,
  ): Promise<void>;
  map(spec: MapSpec, tell?: (progress: Progress) => void): Promise<MapInfo>;
  /**
   * What came with the last opened files and need not be waited for: their map, the tile that shows all of it, and
   * its rows. Null for anything else.
   */
  ready?: {
    map(spec: MapSpec): MapInfo | null;
    tile(map: number, level: number, rows: Range, cols: Range): Tile | null;
    row(map: number, query: number): Float32Array | null;
  };
  similar(slot: number, layer: number, head: number, tell?: (progress: Progress) => void): Promise<Similar[]>;
  picked(slot: number, request: PickedRequest & { query: number }): Promise<PickedQuery>;
  picked(slot: number, request: Omit<PickedRequest, 'query'>): Promise<PickedRows>;
  /** Cancels long requests within 100 ms: their promises reject with an AbortError. Files and readings stay; maps have to be requested again. */
  cancel(): void;
  /** Called when the worker was replaced. Files and readings stay; maps have to be requested again. */
  onrestart: ((why: Restart) => void) | null;
  /** Ends the Worker. */
  end(): void;
}

/* ---- The state and the model ------------------------------------------------------------------------------------ */

/** The whole state of the room, without the data. If the same file is opened again, it has the same view. */
export type MapsState = StateOf<typeof maps.fields>;

/** The model that the views of the room are drawn from. */
export interface MapsModel {
  state: MapsState;
  language: Language;
  t: Strings;
  data: MapsData | null;
  /** The scale of the open map; null if none is drawn, or if it does not show weights. */
  openScale: import('./head/scale.js').Scale | null;
  /** `ratio` is the number of device pixels per CSS pixel. */
  appearance: { theme: 'light' | 'dark'; ratio: number; font: string };
}

/** The open data, which is not part of the state. */
export interface MapsData {
  isSample: boolean;
  opened: Opened;
  reading: Reading;
  tokens: TokensRead | null;
  /** The tokens of the queries, if they differ. */
  queryTokens: TokensRead | null;
  /** By layer, then head. Heads that are not measured yet are holes. */
  heads: (HeadFound | undefined)[];
  /** The share of measured heads, 0 to 1. */
  done: number;
  /** The other heads by similarity to the open one, if requested. */
  similar: Similar[] | null;
  /** The second file, if there is one. */
  other: { opened: Opened; reading: Reading; tokens: MapsData['tokens'] } | null;
}

/** The interface of the element that shows the files. */
export interface FilesHost {
  /** Its attributes and its data are the input of the page. */
  element: HTMLElement & { data: GivenHeads | null };
  now(): MapsState;
  t(): Strings;
  notice(text: string): void;
  /** The files or their results have changed. */
  changed(): void;
  /** Other files are open. @param state - to show */
  arrived(state: MapsState, input: Input | null): void;
  /** The same files are read with other corrections. */
  read(file: MapsState['file']): void;
  /** A store of texts was opened. */
  begin(state: MapsState): void;
  /** Changes the state without an undo step. */
  look(patch: Partial<MapsState>): void;
  /** A second file is open for a comparison. */
  compare(compare: NonNullable<MapsState['compare']>): void;
}
