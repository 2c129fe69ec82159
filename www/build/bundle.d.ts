/** A program of `pkg`, deflated and in base64; the build provides it. */
declare module 'heedmap:wasm/*' {
  const base64: string;
  export default base64;
}

/** The model that the Models room opens with, deflated and in base64; the build provides it. */
declare module 'heedmap:small-model' {
  const base64: string;
  export default base64;
}

/** The heads of the sentence that the Models room opens with, in base64; the build provides them. */
declare module 'heedmap:first-sentence' {
  const base64: string;
  export default base64;
}

/** The downloads that the Embed room offers; the build provides them. */
declare module 'heedmap:downloads' {
  const downloads: import('./downloads.mjs').Downloads;
  export default downloads;
}

/** The script of the worker of the Models room, as text; the build provides it. */
declare module 'heedmap:maps-worker' {
  const text: string;
  export default text;
}

/** The script of the Workers that run models, as text; the build provides it. */
declare module 'heedmap:model-worker' {
  const text: string;
  export default text;
}

/** The only global of the page. Its scripts share it. */
declare var heedmap: {
  /** Modules that scripts import from others, by their path from `www`. */
  modules: Record<string, object>;
  /** Throws for a module whose script is missing. */
  missing(): never;
  /** The scripts, by name, as functions. Saved pages contain their text. */
  scripts: Record<string, () => void>;
  /** Compiles the program of the Models room, once its script has run. */
  program?: () => Promise<WebAssembly.Module>;
  /** Compiles the kernels, once their script has run. */
  kernels?: () => Promise<WebAssembly.Module>;
  /** Starts the engine of models, once its script has run. */
  models?: import('../rooms/maps/live/types.js').ModelSource['running'];
  /** Opens stores of texts in the Models room, once its script has run. */
  openCorpus?: import('../rooms/maps/corpus/types.js').OpenCorpus;
  /** The model that the Models room opens with, deflated and in base64, once its script has run. */
  smallModel?: string;
} & ReturnType<typeof import('../page/main.js').start>;
