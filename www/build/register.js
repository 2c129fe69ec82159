/**
 * The key under which a page keeps the version of these scripts: every script can find it, and no page uses
 * it as a name.
 */
const VERSION = Symbol.for('heedmap.version');

/**
 * Registers the elements of a script. Two versions cannot be in one page: the second logs an error and does
 * nothing. A repeated script, and another script of the same version, register the elements that are missing.
 *
 * @param {string} script - its name
 * @param {string} version
 * @param {{ tag: string, define: () => void }[]} elements
 * @param {Record<symbol, unknown> & { customElements: { get(tag: string): unknown } }} [page]
 */
export function register(script, version, elements, page = /** @type {any} */ (globalThis)) {
  const taken = elements.find(({ tag }) => page.customElements.get(tag));
  const there = page[VERSION] ?? (taken ? 'another version' : version);
  if (there !== version) {
    const what = page[VERSION] ? `heedmap ${there}` : `${there} of <${taken?.tag}>`;
    console.warn(`${script} of heedmap ${version} stays away: ${what} is on this page already`);
    return;
  }
  page[VERSION] = version;
  for (const element of elements) element.define();
}
