/**
 * Where the first script begins: it starts the page, which the scripts of rooms then come to; a page that is one figure is started by the frame. `start` itself tells the
 * reader what keeps a room from opening; what is said here is for what it could not foresee.
 */
import { start } from '../../page/main.js';

try {
  if (!('heedmap' in document.documentElement.dataset)) Object.assign(heedmap, start());
} catch (error) {
  const line = document.createElement('p');
  line.setAttribute('role', 'alert');
  line.textContent = `Heedmap cannot start: ${error instanceof Error ? error.message : error}`;
  document.body.prepend(line);
  console.error(error);
}
