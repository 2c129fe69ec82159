import { picture as en } from './words/en.js';
import { picture as es } from './words/es.js';

/** What pictures say, by language. They are drawn by who asks for one, and bring their words along. */
export const WORDS = { en, es };
