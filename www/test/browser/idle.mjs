/**
 * Waits until everything on a page is computed and drawn (`www/ui/idle.js`), and the address of our own page
 * is written.
 *
 * @param {import('playwright-core').Page | import('playwright-core').Frame} page
 */
export function settled(page) {
  return page.evaluate(whenSettled);
}

/** Runs in the page. */
export async function whenSettled() {
  // The modules of our own page are there before its elements.
  const { heedmap } = /** @type {any} */ (globalThis);
  const own = heedmap?.modules?.['ui/idle.js'];
  await (own ? own.whenIdle() : drawn());

  /** Each script of another page has its own count. */
  async function drawn() {
    // What another script has added is known after a frame.
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
    for (const each of /** @type {any} */ (document.querySelectorAll('*'))) await each.whenIdle?.();
  }
}
