import base64 from 'heedmap:wasm/heedmap_wasm';
import { unpacked } from './unpacked.js';

/** The program of Learn and of right beside wrong. */
export const program = () => unpacked(base64);
