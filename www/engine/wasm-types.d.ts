/** The URL of a wasm program, as bundlers import it. */
declare const address: string;
export default address;
