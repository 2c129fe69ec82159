/** A Worker that runs models, for pages with modules. */
import { attend } from './model-program.js';

attend(globalThis);
