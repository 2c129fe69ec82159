/** Where a page keeps which version of these scripts it has: one that every script can find, and no name that a page would use. */
const VERSION = Symbol.for('heedmap.version');

/**
 * Registers the elements of a script. Two versions do not work in one page: the second says so and stays away. A script that comes twice, and another one of the
 * same version, register what is not there yet.
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
