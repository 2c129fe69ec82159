/** A wasm module, packed by LZMA, in base64: put in place by the build. */
declare module 'heedmap:wasm/*' {
  const base64: string;
  export default base64;
}

/** The script of the Worker of the Maps room, as text: put in place by the build. */
declare module 'heedmap:maps-worker' {
  const text: string;
  export default text;
}

/** What the scripts of the page have in common, and its only global. */
declare var heedmap: {
  /** Modules that scripts which come later take from those that came before, by their number. */
  shared: Record<number, object>;
  /** The scripts themselves, by name: a function's text can be had where no file can be read. */
  scripts: Record<string, () => void>;
} & ReturnType<typeof import('../main.js').start>;
