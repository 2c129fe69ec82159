import base64 from 'heedmap:wasm/heedmap_learn_wasm';
import { inflate } from '../engine/inflate.js';

/** The program of Learn and of Right beside wrong. */
export const program = () => inflate(base64);
