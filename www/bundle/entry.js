/**
 * Where the classic script begins: it unpacks the wasm, starts the page, and says so in a sentence if it cannot.
 * This module and build.mjs are the only ones in www/ that do something when they are loaded.
 */
import base64 from 'heedmap:wasm';
import { start } from '../main.js';
import { inflate } from './inflate.js';
import { sentence } from './sentence.js';

/** @param {unknown} error */
function refuse(error) {
  const line = document.createElement('p');
  line.setAttribute('role', 'alert');
  line.textContent = sentence(error);
  document.body.prepend(line);
  console.error(error);
}

try {
  // `start` may be synchronous or not; both kinds of failure end in the same sentence.
  Promise.resolve(start(inflate(base64))).catch(refuse);
} catch (error) {
  refuse(error);
}
