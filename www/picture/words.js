import { picture as en } from './words/en.js';
import { picture as es } from './words/es.js';
import { picture as pt } from './words/pt.js';

/** The strings of pictures, by language. They are part of the picture script. */
export const WORDS = { en, es, pt };
