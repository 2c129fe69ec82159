/** The wasm module, packed by LZMA, in base64: put in place by build.mjs. */
declare module 'heedmap:wasm' {
  const base64: string;
  export default base64;
}
