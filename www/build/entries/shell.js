/**
 * The entry of the first script: it starts the page, to which the scripts of rooms add themselves; the frame
 * starts a page with a single figure. `start` itself reports why a room cannot open; the message here is for
 * unforeseen errors.
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
