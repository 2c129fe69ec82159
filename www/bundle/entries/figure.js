/** Where the script of the figure begins: it has what two rooms share, and does nothing by itself. */
export { program } from '../figure-program.js';
