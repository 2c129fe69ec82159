/** @import { EmbedState } from './state.js' */
/** @import { Shown } from './shown.js' */

/** Stand-ins for the page that the code is pasted into, in both schemes. */
const PAGES = Object.freeze(['https://page.invalid/', 'http://page.invalid/']);
const OWN_HOST = 'page.invalid';

/**
 * An address in a state.
 *
 * @typedef {object} Address
 * @property {'base' | 'src'} name - where Heedmap is served, or a file of numbers
 * @property {string} text - the address in the state
 * @property {string} host - its host; empty for the host of this page or of the page that the code is pasted
 *   into
 * @property {string} url - the absolute URL as a browser parses it
 * @property {boolean} isHeld - whether it stays out of the code until the reader confirms it
 */

/**
 * The host of an address if it is foreign. The address is parsed as browsers parse it, so `//a.example`,
 * `\\a.example` and `https://own@a.example` are recognized.
 *
 * @param {string} text
 * @param {Pick<Location, 'protocol' | 'origin'>} location - the location of this page
 * @returns {{ host: string, url: string }} an empty host for a relative address or one of this page
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

/** Whether an address may be a script itself, such as `javascript:` and `data:`. @param {string} text */
export function isScript(text) {
  return URL.canParse(text, PAGES[0]) && !/^(https?|file):$/.test(new URL(text, PAGES[0]).protocol);
}

/**
 * The addresses of a state. A foreign one is held until the reader confirms it, because anyone may have
 * written the link that contains it.
 *
 * @param {EmbedState} state
 * @param {Shown | null} shown
 * @param {ReadonlySet<string>} confirmed - the addresses that the reader typed or confirmed
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
