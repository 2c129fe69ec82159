// What `handle` of maps-instance.js adds to the classes of the bindings.

/** What the handles of `exposing` have besides the members of their objects. */
export interface Handle {
  /** Whether the object exists: it was neither freed nor lost with its instance. */
  readonly isAlive: boolean;
}

declare module '../pkg/heedmap_maps_wasm.js' {
  interface OpeningFile extends Handle {}
  interface TensorFile extends Handle {}
  interface TensorReading extends Handle {}
  interface FileCheck extends Handle {}
  interface HeadMap extends Handle {}
  interface MapView extends Handle {}
  interface LargeHead extends Handle {}
  interface MaskRanges extends Handle {}
  interface LinearHead extends Handle {}
  interface CompressedHead extends Handle {}
  interface PickedKeys extends Handle {}
  interface PickedRanges extends Handle {}
  interface KeptKeys extends Handle {}
  interface KeptRows extends Handle {}
  interface Combining extends Handle {}
  interface Rollout extends Handle {}
  interface RowPools extends Handle {}
}
