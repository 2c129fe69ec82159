import { PAYLOAD_ID, PACKED_ID } from '../frame/payload.js';
import { unsafeIn } from '../script-text.js';
/** @import { Payload } from '../frame/payload.js' */

/**
 * The content of a file.
 *
 * @typedef {object} Figure
 * @property {string} title - the title of the page
 * @property {Payload} payload
 * @property {'light' | 'dark' | null} theme
 * @property {string[]} scripts - the texts of the page's scripts, in order
 * @property {string[]} [packed] - scripts that `scripts` inflate and run, each deflated and encoded as text
 * @property {string} note - what was rounded or omitted; empty if nothing was
 * @property {string} about - the line about Heedmap
 * @property {string} needs - the message if scripts are disabled
 */

/** The icon of the page. Without it, browsers request one. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'%3E%3Cpath fill='%23b4480f' d='M0 0h1v1H0zM1 1h1v1H1zM3 3h1v1H3z'/%3E%3Cpath fill='%23e9a06b' d='M0 1h1v1H0zM1 2h1v1H1zM2 3h1v1H2z'/%3E%3C/svg%3E";

/**
 * A standalone page with one figure: its scripts, its state and its numbers. Its policy allows only these
 * scripts and no request.
 *
 * Nothing from a reader's file is parsed as markup or run as a script: the title and the lines are escaped
 * text, and everything else is JSON in a data block.
 *
 * @param {Figure} figure
 * @returns {string}
 * @throws {Error} if a script contains text that is not allowed in an inline script
 */
export function singleFile({ title, payload, theme, scripts, packed, note, about, needs }) {
  const script = scripts.join('\n');
  const unsafe = unsafeIn(script);
  if (unsafe) throw new Error(`a script with ${JSON.stringify(unsafe)} cannot stand in a page`);
  const nonce = newNonce();
  // Only a less-than sign could end the block.
  const data = JSON.stringify(payload).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="${payload.language}" data-heedmap="saved"${theme ? ` data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(nonce, payload.room === 'maps', Boolean(packed))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme ?? 'light dark'}">
<meta name="generator" content="Heedmap">${note ? `\n<meta name="description" content="${escaped(note)}">` : ''}
<title>${escaped(title)}</title>
<link rel="icon" type="image/svg+xml" href="${ICON}">
</head>
<body>
<main id="main"><h1 class="unseen">${escaped(title)}</h1></main>
<noscript><p>${escaped(needs)}</p></noscript>
<footer id="about">${note ? `<p>${escaped(note)}</p>` : ''}<p>${escaped(about)}</p></footer>
<script type="application/json" id="${PAYLOAD_ID}">${data}</script>${packed ? `\n<script type="application/json" id="${PACKED_ID}">${JSON.stringify(packed)}</script>` : ''}
<script nonce="${nonce}">${script}</script>
</body>
</html>
`;
}

/**
 * An unpredictable nonce. A hash of the script is not an option: pages from plain HTTP have no
 * `crypto.subtle`.
 */
function newNonce() {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))));
}

/**
 * The policy allows no request and only the script with this nonce, the scripts that it unpacks and, in
 * Models, its worker.
 *
 * @param {string} nonce
 * @param {boolean} hasWorker
 * @param {boolean} isPacked
 */
function policyOf(nonce, hasWorker, isPacked) {
  const worker = hasWorker ? ' worker-src blob:;' : '';
  const policies = [...(hasWorker ? ['heedmap-worker'] : []), ...(isPacked ? ['heedmap-scripts'] : [])];
  return `default-src 'none'; script-src 'nonce-${nonce}' 'wasm-unsafe-eval'; img-src data: blob:;${worker} base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types ${policies.join(' ') || "'none'"}`;
}

/**
 * Escapes text for content and attributes. An invisible character other than a space becomes a replacement
 * character.
 *
 * @param {string} text
 */
function escaped(text) {
  /** @type {Record<string, string>} */
  const names = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, '\ufffd').replace(/[&<>"]/g, (sign) => names[sign]);
}
