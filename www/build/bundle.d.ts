/** A program of `pkg`, deflated and in base64: put in place by the build. */
declare module 'heedmap:wasm/*' {
  const base64: string;
  export default base64;
}

/** What the Embed room offers as downloads: put in place by the build. */
declare module 'heedmap:downloads' {
  const downloads: import('./downloads.mjs').Downloads;
  export default downloads;
}

/** The script of the Worker of the Maps room, as text: put in place by the build. */
declare module 'heedmap:maps-worker' {
  const text: string;
  export default text;
}

/** What the scripts of the page have in common, and its only global. */
declare var heedmap: {
  /** Modules that scripts import from others, by their path from `www`. */
  modules: Record<string, object>;
  /** Refuses a module whose script is not there. */
  missing(): never;
  /** The scripts themselves, by name: a function's text can be had where no file can be read. */
  scripts: Record<string, () => void>;
} & ReturnType<typeof import('../page/main.js').start>;
