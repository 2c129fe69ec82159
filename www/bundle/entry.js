/**
 * Where the classic script begins: it unpacks the wasm and starts the page. `start` itself tells the reader what
 * keeps the program from loading; what is said here is for what it could not foresee.
 */
import base64 from 'heedmap:wasm';
import { start } from '../main.js';
import { unpackLzma } from './lzma.js';

/** @returns {Promise<Uint8Array>} */
async function program() {
  return unpackLzma(Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)));
}

start(program()).catch((error) => {
  const line = document.createElement('p');
  line.setAttribute('role', 'alert');
  line.textContent = `Heedmap cannot start: ${error instanceof Error ? error.message : error}`;
  document.body.prepend(line);
  console.error(error);
});
