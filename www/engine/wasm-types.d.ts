// A program as bundlers import it: its address.

declare const address: string;
export default address;
