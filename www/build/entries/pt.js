/** The entry of the Portuguese script, which contains only the Portuguese strings. */
export { pt } from '../../page/words/pt.js';
