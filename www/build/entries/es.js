/** The entry of the Spanish script, which contains only the Spanish strings. */
export { es } from '../../page/words/es.js';
