import { picture as en } from './words/en.js';
import { picture as es } from './words/es.js';

/** The strings of pictures, by language. They are part of the picture script. */
export const WORDS = { en, es };
