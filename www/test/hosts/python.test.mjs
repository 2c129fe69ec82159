/** Notebooks with the Python package, which nbconvert ran and wrote as pages. */
import assert from 'node:assert/strict';
import { after, before, test as run } from 'node:test';
import { openSite, startSites } from './site.mjs';

/** @type {Awaited<ReturnType<typeof startSites>>} */
let harness;
before(async () => {
  harness = await startSites();
});
after(() => harness?.close());

/** Without Python there are no such sites. */
const test = process.env.HEEDMAP_HOSTS === 'plain' ? run.skip : run;

/** What is shown in the frames of a page, in their order. @type {[page: string, figures: string[]][]} */
const PAGES = [
  ['arrays', ['heed-heads', 'heed-heads', 'heed-heads', 'heed-heads']],
  ['course', ['heed-lesson', 'heed-mask', 'heed-contrast', 'heed-map', 'heed-lesson']],
];

for (const [name, figures] of PAGES) {
  test(`every figure of the notebook ${name} is drawn, and its page requests nothing`, async () => {
    const { page, requests, errors } = await openSite(harness, `python/${name}.html`, { fileUrl: true });
    const frames = page.locator('iframe[data-heedmap]');
    assert.equal(await frames.count(), figures.length);
    for (const [place, tag] of figures.entries()) {
      await frames.nth(place).scrollIntoViewIfNeeded();
      await page
        .frameLocator('iframe[data-heedmap]')
        .nth(place)
        .locator(`${tag} canvas:visible`)
        .first()
        .waitFor();
    }
    const sent = requests.filter(({ url }) => !/^(data|blob|about):/.test(url));
    assert.deepEqual(
      sent.map(({ url }) => url.replace(/.*\//, '')),
      [`${name}.html`],
    );
    assert.deepEqual(errors, []);
  });
}

test('a head is opened by a click in the frame of an exported notebook', async () => {
  const { page } = await openSite(harness, 'python/arrays.html', { fileUrl: true });
  const frame = page.frameLocator('iframe[data-heedmap]').first();
  await frame.getByText('Layer 3, head 1').first().waitFor();
  await frame.locator('.heads-box').click({ position: { x: 50, y: 50 } });
  await frame.getByText('Layer 0, head 0').first().waitFor();
});
