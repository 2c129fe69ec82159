import { picture as en } from '../strings/en-picture.js';
import { picture as es } from '../strings/es-picture.js';

/** What pictures say, by language. They are drawn by who asks for one, and bring their words along. */
export const WORDS = { en, es };
