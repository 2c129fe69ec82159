/** @import { EmbedState } from './state.js' */
/** @import { Shown } from './model.js' */

/** Sample pages that the code may be pasted into, in both schemes. A relative address stays on their host. */
const PAGES = Object.freeze(['https://page.invalid/', 'http://page.invalid/']);
const OWN_HOST = 'page.invalid';

/**
 * An address in a state.
 *
 * @typedef {object} Address
 * @property {'base' | 'src'} name - where Heedmap is served, or a file of numbers
 * @property {string} text - as the state has it
 * @property {string} host - the other host that it leads to; empty for an address of this page or of the page
 *   that the code is pasted into
 * @property {string} url - the whole address as a browser reads it
 * @property {boolean} isHeld - whether it is kept out of the code until the reader confirms it
 */

/**
 * The host of an address, if it is another one. The address is parsed as browsers parse it, so `//a.example`,
 * `\\a.example` and `https://own@a.example` are recognized.
 *
 * @param {string} text
 * @param {Pick<Location, 'protocol' | 'origin'>} location - of this page
 * @returns {{ host: string, url: string }} with an empty host for an address of this page, or one that is relative
 */
export function otherHostOf(text, location) {
  for (const page of PAGES) {
    if (!URL.canParse(text, page)) return { host: text, url: text };
    const url = new URL(text, page);
    const isOwn =
      url.host === OWN_HOST || (/^https?:$/.test(location.protocol) && url.origin === location.origin);
    if (!isOwn) return { host: url.host || url.href, url: url.href };
  }
  return { host: '', url: text };
}

/** Whether an address could run a script by itself, as `javascript:` and `data:` do. @param {string} text */
export function isScript(text) {
  return URL.canParse(text, PAGES[0]) && !/^(https?|file):$/.test(new URL(text, PAGES[0]).protocol);
}

/**
 * The addresses of a state. One that leads to another host is held until the reader confirms it, because
 * anyone may have written the link that it came with.
 *
 * @param {EmbedState} state
 * @param {Shown | null} shown
 * @param {ReadonlySet<string>} confirmed - the texts that the reader typed or confirmed
 * @param {Location | URL} location
 * @returns {Address[]}
 */
export function addressesOf({ figure, base, src }, shown, confirmed, location) {
  const file = figure === 'heads' ? src : figure === 'map' ? (shown?.src ?? '') : '';
  return /** @type {const} */ ([
    ['base', isScript(base) ? '' : base],
    ['src', file],
  ])
    .filter(([, text]) => text !== '')
    .map(([name, text]) => {
      const { host, url } = otherHostOf(text, location);
      return { name, text, host, url, isHeld: host !== '' && !confirmed.has(text) };
    });
}
