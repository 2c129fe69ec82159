import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allIsWell, clickCell, drawn, received, openSite, startSites } from './site.mjs';

/** @type {Awaited<ReturnType<typeof startSites>>} */
let harness;
before(async () => {
  harness = await startSites();
});
after(() => harness?.close());

const TAGS = ['heed-map', 'heed-lesson', 'heed-mask'];

test('everything works under a policy that allows only scripts and styles of the server', async () => {
  const visit = await openSite(harness, 'strict-policy/index.html');
  const policy = await visit.page.locator('meta[http-equiv]').getAttribute('content');
  assert.equal(
    policy,
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; require-trusted-types-for 'script'",
  );
  for (const tag of TAGS) await drawn(visit.page, tag);
  await clickCell(visit.page, 'heed-map', { rows: 2, cols: 2, row: 1, col: 0 });
  const [chosen] = await received(visit.page, 'heed-select');
  assert.deepEqual([chosen.query, chosen.key, chosen.weight], [1, 0, 0.25]);
  await allIsWell(visit);
  await visit.close();
});

test('if a policy forbids WebAssembly each figure shows one message above the author’s content, and the page does not change', async () => {
  const visit = await openSite(harness, 'no-wasm/index.html');
  for (const tag of TAGS) {
    const figure = visit.page.locator(tag);
    const said = figure.getByRole('alert');
    await said.waitFor();
    assert.match((await said.textContent()) ?? '', /^[^.]*wasm-unsafe-eval[^.]*\.?$/i, tag);
    assert.equal(await said.getAttribute('part'), 'error');
    // The slot shows what stands in the tag.
    assert.ok(
      await figure.evaluate((node) => {
        const slot = node.shadowRoot?.querySelector('slot:not([name])');
        return (
          slot instanceof HTMLSlotElement &&
          slot.assignedNodes().length > 0 &&
          node.getBoundingClientRect().height > 30
        );
      }),
      tag,
    );
  }
  const errors = await received(visit.page, 'heed-error');
  assert.deepEqual(errors.map(({ of, fatal }) => [of, fatal]).sort(), TAGS.map((tag) => [tag, true]).sort());
  assert.ok(await visit.page.getByRole('heading', { level: 1 }).isVisible());
  // Chromium itself may write of the policy; nothing else is written.
  assert.deepEqual(
    visit.errors.filter((text) => !/WebAssembly/.test(text)),
    [],
  );
  await visit.close();
});
