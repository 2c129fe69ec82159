/** Where the script of Spanish begins: it has what the rooms say in Spanish, and does nothing by itself. */
export { es } from '../../page/words/es.js';
