/**
 * The first script of a figure that the Python package writes. It inflates the scripts in the page and runs
 * them in order, with the nonce of the policy of the page, which allows no other script.
 */
import { PACKED_ID } from '../../page/frame/payload.js';
import { unpacked } from '../../page/frame/packed.js';

const nonce = /** @type {HTMLScriptElement} */ (document.currentScript).nonce;
const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy('heedmap-scripts', {
  createScript: (/** @type {string} */ text) => text,
});

/** @param {string[]} scripts */
async function run(scripts) {
  const texts = await Promise.all(scripts.map((script) => unpacked(script).text()));
  for (const text of texts) {
    const script = document.createElement('script');
    script.nonce = nonce;
    script.text = policy ? policy.createScript(text) : text;
    document.head.append(script);
  }
}

run(JSON.parse(document.getElementById(PACKED_ID)?.textContent ?? '[]')).catch((error) => {
  const line = document.createElement('p');
  line.setAttribute('role', 'alert');
  line.textContent = `Heedmap cannot start: ${error instanceof Error ? error.message : error}`;
  document.body.prepend(line);
});
