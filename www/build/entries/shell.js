/**
 * The entry of the first script. It starts the page, unless the page has a single figure, which the script
 * `frame` starts. `start` reports why a room cannot open; the message here is for unexpected errors.
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
