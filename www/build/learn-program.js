import base64 from 'heedmap:wasm/heedmap_lesson_wasm';
import { inflate } from '../engine/inflate.js';

/** The program of Learn, which Mistakes shows its matrices with. */
export const program = () => inflate(base64);
