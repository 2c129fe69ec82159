import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clickCell, drawn, received, openSite, startSites } from './site.mjs';

/** @type {Awaited<ReturnType<typeof startSites>>} */
let harness;
before(async () => {
  harness = await startSites();
});
after(() => harness?.close());

test('of two versions on one page the first draws, and the second logs a warning with both versions and does nothing', async () => {
  const visit = await openSite(harness, 'two-versions/index.html', { fileUrl: true });
  for (const figure of ['#first', '#second']) await drawn(visit.page, figure);
  assert.equal(visit.warnings.length, 1, visit.warnings.join('\n'));
  const [warning] = visit.warnings;
  /** @type {string[]} */
  const versions = warning.match(/\d+\.\d+\.\d+/g) ?? [];
  assert.ok(versions.includes('0.0.1') && new Set(versions).size === 2, warning);
  assert.deepEqual(visit.errors, []);
  await clickCell(visit.page, '#second', { rows: 2, cols: 2, row: 0, col: 1 });
  const chosen = await received(visit.page, 'heed-select');
  assert.deepEqual(
    chosen.map(({ query, key, weight }) => [query, key, weight]),
    [[0, 1, 0.5]],
    'one message',
  );
  await visit.close();
});
