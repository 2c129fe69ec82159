/** The longest wait, in milliseconds: Playwright has no time limit for what a page evaluates. */
const LONGEST = 120_000;

/**
 * Waits until everything on a page is computed and drawn (`www/ui/idle.js`), and the address of our own page
 * is written.
 *
 * @param {import('playwright-core').Page | import('playwright-core').Frame} page
 */
export async function settled(page) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The page was not idle after ${LONGEST} ms.`)), LONGEST);
  });
  try {
    await Promise.race([page.evaluate(whenSettled), late]);
  } finally {
    clearTimeout(timer);
  }
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
