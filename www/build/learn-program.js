import base64 from 'heedmap:wasm/heedmap_learn_wasm';
import { inflate } from '../engine/inflate.js';

/** The program of Learn and of Mistakes. */
export const program = () => inflate(base64);
