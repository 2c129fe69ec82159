/** What of zarrita, and of its storage, reads stores of texts. See vendor.mjs. */

/** A store, with paths that begin with a slash. */
export interface Readable {
  get(path: string): Promise<Uint8Array | undefined>;
  getRange?(
    path: string,
    range: { offset: number; length: number } | { suffixLength: number },
  ): Promise<Uint8Array | undefined>;
}

export interface Location {
  resolve(path: string): Location;
}

export interface Group {
  attrs: Record<string, unknown>;
}

export interface ZarrArray {
  shape: number[];
}

export interface Slice {
  start: number | null;
  stop: number | null;
  step: number | null;
}

export function root(store: Readable): Location;
export function slice(start: number, stop: number): Slice;
/** A part of an array; a number leaves its axis out, and null takes all of it. */
export function get(
  array: ZarrArray,
  selection: (number | Slice | null)[],
): Promise<{ shape: number[]; data: ArrayLike<unknown> }>;

export const open: {
  /** Opens what has version 3 of the format. */
  v3(location: Location, options: { kind: 'group' }): Promise<Group>;
  v3(location: Location, options: { kind: 'array' }): Promise<ZarrArray>;
};

export const ZipFileStore: {
  fromBlob(
    archive: Blob,
    options: { transformEntries(entries: Record<string, unknown>): Record<string, unknown> },
  ): Required<Readable>;
};
