import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openAuthored } from './author-page.mjs';
import { PAGE_POLICY, ROOT, start } from './harness.mjs';
import { settled } from './lesson.mjs';
import { drop, dropFolder, fixture, textFile } from './maps.mjs';
import { withNumbers } from '../safetensors-patched.js';

/** @typedef {import('playwright-core').Page} Page */

const SENTENCE = 'Elinor met Jane in Bath; Elinor met';
const LINK = 'v=1&room=maps&text=Elinor+met+Jane+in+Bath;+Elinor+met';

/** @type {Awaited<ReturnType<typeof start>>} */
let harness;
before(async () => {
  harness = await start({ policy: PAGE_POLICY });
});
after(() => harness?.close());

/** Opens the room, and waits for the heads of its text. @param {string} link @param {object} [options] */
async function opened(link, options) {
  const visit = await harness.open(`index.html#${link}`, { reducedMotion: 'reduce', ...options });
  await visit.page.locator('heed-heads[data-heads="16"]').waitFor();
  await settled(visit.page);
  return visit;
}

/** What the room shows. @param {Page} page */
const shown = (page) =>
  page.evaluate(() => {
    const room = /** @type {any} */ (document.querySelector('heed-heads'));
    const all = (/** @type {string} */ selector) =>
      [...room.shadowRoot.querySelectorAll(selector)].map((node) => node.textContent.trim());
    const { text, layer, head, cursor, off } = room.state;
    return {
      text,
      open: `${layer}.${head}`,
      cursor,
      off,
      tokens: all('.run .tok').map((token) => token.replace(/[\d.]+$/, '')),
      next: all('.next-list .word'),
      numbers: all('.next-list li .number:last-child').map(Number),
      said: all('.live-said')[0],
      facts: all('.source-row .facts')[0],
    };
  });

/** The number of tokens of the open map, from its name for screen readers. @param {Page} page */
const mapSide = (page) =>
  page.evaluate(() => /** @type {any} */ (document.querySelector('heed-heads')).holding.data.reading.queries);

test('a link to the room alone opens the small model with its sentence, and names the model', async () => {
  const { page, errors, close } = await opened('v=1&room=maps');
  const { text, open, cursor, tokens, next, facts } = await shown(page);
  assert.equal(text, SENTENCE);
  assert.equal(open, '2.2');
  // The induction head looks at the token after the first "met".
  assert.deepEqual(cursor, { query: 7, key: 2 });
  assert.deepEqual(tokens, ['Elinor', 'met', 'Jane', 'in', 'Bath', ';', 'Elinor', 'met']);
  assert.equal(next[0], 'Jane');
  assert.match(facts, /trained on Jane Austen, 1.07 million parameters/);
  assert.deepEqual(errors, []);
  await close();
});

test('typing updates the tokens, the heads and what may come next, and undo takes a word back', async () => {
  const { page, errors, close } = await opened(LINK);
  await page.locator('.caret').focus();
  await page.keyboard.type(' Jane in');
  await settled(page);
  const after = await shown(page);
  assert.equal(after.text, `${SENTENCE} Jane in`);
  assert.equal(after.tokens.length, 10);
  assert.equal(await mapSide(page), 10);
  assert.deepEqual(after.cursor, { query: 9, key: 4 });
  assert.equal(after.next[0], 'Bath');
  await page.keyboard.press('Backspace');
  await settled(page);
  assert.equal((await shown(page)).text, `${SENTENCE} Jane i`);
  await page.evaluate(() => /** @type {any} */ (document.querySelector('heed-heads')).undo());
  await settled(page);
  const before = (await shown(page)).text ?? '';
  assert.ok(before.length < `${SENTENCE} Jane i`.length && before.startsWith(SENTENCE), before);
  assert.deepEqual(errors, []);
  await close();
});

test('after the text was cleared, the next one is typed at once', async () => {
  const { page, close } = await opened(LINK);
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter');
  await settled(page);
  await page.keyboard.type('Jane met');
  await settled(page);
  assert.deepEqual((await shown(page)).text, 'Jane met');
  await close();
});

test('the numbers below tokens do not overlap, also below letters', async () => {
  const { page, close } = await opened('v=1&room=maps&text=I+am+a,+b.+c+d,+e;+a,+b&head=1:1');
  const numbers = await page.evaluate(() => {
    const all = document.querySelector('heed-heads')?.shadowRoot?.querySelectorAll('.run small') ?? [];
    return [...all]
      .filter(({ textContent }) => textContent !== '')
      .map((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        const { left, right } = range.getBoundingClientRect();
        return { left, right, text: node.textContent };
      });
  });
  assert.ok(numbers.length > 5);
  for (const [at, { left, text }] of numbers.entries())
    assert.ok(at === 0 || left >= numbers[at - 1].right + 2, `${numbers[at - 1]?.text} and ${text}`);
  await close();
});

test('a click on a token that may come next writes it', async () => {
  const { page, close } = await opened(LINK);
  await page.locator('.next-list button').nth(1).click();
  await settled(page);
  const { text, tokens } = await shown(page);
  assert.equal(text, `${SENTENCE} Emma`);
  assert.equal(tokens.length, 9);
  await close();
});

test('going on writes the same with the same seed, one token a step, until it is stopped', async () => {
  const write = async () => {
    const visit = await opened(`${LINK}&seed=5`);
    const { page } = visit;
    await page.locator('.opens.sampling').click();
    await page.locator('.sampling select').selectOption('10');
    await page.locator('.opens.sampling').click();
    await page.locator('.go-on > .play').click();
    await page.waitForFunction(
      (length) => /** @type {any} */ (document.querySelector('heed-heads')).state.text.length > length + 20,
      SENTENCE.length,
    );
    await page.locator('.go-on > .play').click();
    await settled(page);
    const { text } = await shown(page);
    const [tokens, side] = [(await shown(page)).tokens.length, await mapSide(page)];
    assert.equal(tokens, side);
    // One step of undo takes back everything that was written in one go.
    await page.evaluate(() => /** @type {any} */ (document.querySelector('heed-heads')).undo());
    await settled(page);
    assert.equal((await shown(page)).text, SENTENCE);
    await visit.close();
    return text;
  };
  const [first, second] = [await write(), await write()];
  const length = Math.min(first.length, second.length);
  assert.equal(first.slice(0, length), second.slice(0, length));
});

test('the link has the text, the head and what is off, and opens the same', async () => {
  const { page, close } = await opened(`${LINK}&head=2:1`);
  await page.getByRole('button', { name: 'Switch off' }).click();
  await settled(page);
  const before = await shown(page);
  assert.deepEqual(before.off, [{ layer: 2, head: 1 }]);
  const hash = await page.evaluate(() => location.hash.slice(1));
  assert.match(hash, /text=Elinor\+met/);
  assert.match(hash, /off=2:1/);
  await close();
  const again = await opened(hash);
  const after = await shown(again.page);
  assert.deepEqual(after, before);
  await again.page.getByRole('button', { name: 'Switch on' }).click();
  await settled(again.page);
  assert.deepEqual((await shown(again.page)).off, []);
  await again.close();
});

test('heads of a link that the model does not have are not switched off', async () => {
  const { page, errors, close } = await opened(`${LINK}&off=0:9`);
  const { said, cursor, numbers } = await shown(page);
  assert.equal(said, '');
  assert.deepEqual(cursor, { query: 7, key: 2 });
  assert.equal(numbers.length, 5);
  assert.deepEqual(errors, []);
  await close();
});

test('heads that are off change the probabilities, which are shown before and after', async () => {
  const { page, close } = await opened(LINK);
  const [jane] = (await shown(page)).numbers;
  await page.getByRole('button', { name: 'Switch off' }).click();
  await settled(page);
  const name = await page.locator('.next-list button').first().textContent();
  assert.match(
    (name ?? '').replace(/\s+/g, ' '),
    new RegExp(`^ ?Jane ?, with all heads on ?${jane.toFixed(3)} ?, probability ?0\\.\\d+ ?$`),
  );
  assert.match((await page.locator('.live-reading .off').textContent()) ?? '', /Off: 2·2\./);
  await page.locator('.live-reading .off button', { hasText: 'All on' }).click();
  await settled(page);
  assert.deepEqual((await shown(page)).numbers[0], jane);
  await close();
});

test('the score of the held cell is a sum that adds up, and its parts are named', async () => {
  const { page, errors, close } = await opened(LINK);
  await page.getByRole('button', { name: 'Why does it look there?' }).click();
  await page.locator('.sum').waitFor();
  const numbers = await page
    .locator('.sum .number')
    .evaluateAll((cells) => cells.map((cell) => Number(cell.textContent?.replace('−', '-'))));
  const score = numbers[numbers.length - 1];
  const sum = numbers.slice(0, -1).reduce((all, each) => all + each, 0);
  // Each number is rounded to two decimals.
  assert.ok(Math.abs(sum - score) <= 0.005 * numbers.length, `${sum} for ${score}`);
  assert.ok(score > 9 && score < 12, String(score));
  const names = await page.locator('.sum th').allTextContents();
  assert.ok(names.includes('Layer 0, head 1, one token back'), names.join());
  await page.getByRole('button', { name: 'in the query' }).click();
  await settled(page);
  assert.notDeepEqual(await page.locator('.sum th').allTextContents(), names);
  assert.deepEqual(errors, []);
  await close();
});

test('the ranking lists all heads by the effect of each alone, and opens them', async () => {
  const { page, close } = await opened(LINK);
  await page.getByRole('button', { name: 'Which heads matter?' }).click();
  await page.locator('.ranking tbody tr').first().waitFor();
  assert.equal(await page.locator('.ranking tbody tr').count(), 16);
  const row = page.locator('.ranking tbody tr').first();
  const name = (await row.locator('button').textContent())?.trim() ?? '';
  await row.locator('button').click();
  await settled(page);
  assert.equal((await shown(page)).open, name.replace('·', '.'));
  await close();
});

test('an empty text and a text beyond the positions of the model are told in a sentence', async () => {
  const { page, errors, close } = await opened(LINK);
  await page.getByRole('button', { name: 'Clear' }).click();
  await settled(page);
  assert.match((await shown(page)).said, /^Type a sentence\./);
  assert.equal(await page.locator('.run .tok').first().isVisible(), false);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.locator('.editor').fill(' Jane'.repeat(140));
  await settled(page);
  const { said, tokens, next } = await shown(page);
  assert.match(said, /^The model has 128 positions; 12 tokens are left out\.$/);
  assert.equal(tokens.length, 128);
  assert.deepEqual(next, []);
  assert.deepEqual(errors, []);
  await close();
});

test('the sample stays reachable, and the small model from there', async () => {
  const { page, close } = await opened(LINK);
  await page.getByRole('button', { name: 'Small Austen model' }).click();
  await page.getByRole('button', { name: /^Example/ }).click();
  await page.locator('heed-heads[data-heads="72"]').waitFor();
  await settled(page);
  assert.equal(await page.evaluate(() => location.hash), '#v=1&room=maps&head=5:10');
  const open = page.getByRole('button', { name: 'Run the small model' });
  if (!(await open.isVisible())) await page.locator('.files h2 button').first().click();
  await open.click();
  await page.locator('heed-heads[data-heads="16"]').waitFor();
  await settled(page);
  assert.equal((await shown(page)).text, SENTENCE);
  await close();
});

test('the room runs the model from file:// too, without any request beyond its scripts', async () => {
  const { page, errors, requests, close } = await opened('v=1&room=maps', { fileUrl: true });
  assert.equal((await shown(page)).next[0], 'Jane');
  assert.deepEqual(
    requests.filter(({ url }) => !/^(file|data|blob):/.test(url)).map(({ url }) => url),
    [],
  );
  assert.deepEqual(errors, []);
  await close();
});

test('the weights of the model are loaded only when the room opens', async () => {
  const { page, requests, close } = await harness.open('index.html#v=1&lesson=first');
  await page.locator('heed-lesson .lesson').first().waitFor();
  await settled(page);
  await page.waitForFunction(() => /** @type {any} */ (globalThis).heedmap.scripts.kernels);
  assert.deepEqual(
    requests.filter(({ url }) => /austen|heedmap-model/.test(url)),
    [],
  );
  await page.locator('[data-room="maps"]').click();
  await page.locator('heed-heads[data-heads="16"]').waitFor();
  assert.equal(requests.filter(({ url }) => /heedmap-austen/.test(url)).length, 1);
  await close();
});

test('the views of the running model have no accessibility problems', async () => {
  const { page, axe, close } = await opened(LINK);
  await page.getByRole('button', { name: 'Why does it look there?' }).click();
  await page.locator('.sum').waitFor();
  assert.deepEqual(await axe('main'), []);
  await close();
});

test('a model folder that is dropped runs, keeps the text, and takes ids without its tokenizer', async () => {
  const { page, errors, close } = await opened(LINK);
  const [config, weights, tokenizer] = await Promise.all(
    ['config.json', 'model.safetensors', 'tokenizer.json'].map((name) => fixture(`model/tiny-gpt/${name}`)),
  );
  await drop(page, [config, weights, tokenizer]);
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('heed-heads')).state.model === 'model.safetensors',
  );
  await settled(page);
  const { text, next, tokens, numbers } = await shown(page);
  assert.equal(text, SENTENCE);
  assert.equal(tokens.length, 8);
  // In 16 bits, as PyTorch has it; the small model in 8 bits gives 0.294.
  assert.deepEqual([next[0], numbers[0]], ['Jane', 0.29]);
  assert.match((await page.locator('.source-row .facts').textContent()) ?? '', /gpt2, 4 layers × 4 heads/);
  await drop(page, [config, weights]);
  await page.waitForFunction(() =>
    /tokenizer/.test(
      document.querySelector('heed-heads')?.shadowRoot?.querySelector('.live-said')?.textContent ?? '',
    ),
  );
  assert.match((await shown(page)).said, /^There is no tokenizer\.json\./);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.locator('.editor').fill('15 1203 88');
  await settled(page);
  assert.deepEqual((await shown(page)).tokens, ['[15]', '[1203]', '[88]']);
  assert.deepEqual(errors, []);
  await close();
});

test('another model with the same name starts anew, and the same one again keeps what is off', async () => {
  const { page, errors, close } = await opened(LINK);
  const filesOf = (/** @type {string} */ name, /** @type {string[]} */ ...more) =>
    Promise.all(
      ['config.json', 'model.safetensors', ...more].map((file) => fixture(`model/${name}/${file}`)),
    );
  const austen = await filesOf('tiny-gpt', 'tokenizer.json');
  await drop(page, austen);
  await page.locator('heed-heads h2.name', { hasText: 'model.safetensors' }).waitFor();
  await settled(page);
  await page.getByRole('button', { name: 'Switch off', exact: true }).click();
  await settled(page);
  const { off } = await shown(page);
  assert.equal(off.length, 1);
  await drop(page, austen);
  await settled(page);
  assert.deepEqual((await shown(page)).off, off);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await settled(page);
  assert.equal((await shown(page)).said, 'Type a sentence.');
  assert.equal(await page.getByRole('button', { name: 'Cancel', exact: true }).count(), 0);
  await drop(page, await filesOf('llama'));
  await page.locator('.source-row .facts', { hasText: 'llama, 2 layers' }).waitFor();
  await settled(page);
  assert.deepEqual((await shown(page)).off, []);
  assert.match((await shown(page)).said, /^There is no tokenizer\.json\./);
  assert.deepEqual(errors, []);
  await close();
});

test('a folder of a model runs wherever it is let go, and has the name of the folder', async () => {
  const { page, errors, close } = await opened(LINK);
  // Fields for files of heads cover the room while files are dragged over it.
  await dropFolder(page, fileURLToPath(new URL('fixtures/model/tiny-gpt', ROOT)));
  await page.locator('heed-heads h2.name', { hasText: 'tiny-gpt' }).waitFor();
  await settled(page);
  const { text, numbers, facts } = await shown(page);
  assert.deepEqual([text, numbers[0]], [SENTENCE, 0.29]);
  assert.match(facts, /gpt2, 4 layers × 4 heads/);
  assert.deepEqual(errors, []);
  await close();
});

test('the heads of finished layers appear while the next layer is computed', async () => {
  const { page, errors, close } = await opened(LINK);
  // What a Worker says about layer 2, and after that, arrives only when the test says so.
  await page.addInitScript(() => {
    Object.defineProperty(Worker.prototype, 'onmessage', {
      set(take) {
        /** @type {MessageEvent[]} */
        const held = [];
        this.addEventListener('message', (/** @type {MessageEvent} */ event) => {
          const isHeld = held.length > 0 || event.data.layer === 2;
          if (isHeld && 'holding' in globalThis) held.push(event);
          else take(event);
        });
        addEventListener('read-on', () => {
          for (const event of held.splice(0)) take(event);
        });
      },
    });
  });
  await page.reload();
  await page.locator('heed-heads[data-heads="16"]').waitFor();
  await settled(page);
  await page.evaluate(() => void Object.assign(globalThis, { holding: true }));
  const [config, tokenizer] = await Promise.all(
    ['config.json', 'tokenizer.json'].map((name) => fixture(`model/tiny-gpt/${name}`)),
  );
  const parts = [await fixture('model/tiny-gpt/model.safetensors')];
  const dropped = drop(page, [config, tokenizer, ...parts]);
  const done = page.locator('.done-heads .heads-view');
  await done.waitFor();
  assert.equal((await shown(page)).said, 'model.safetensors: 2 of 4 layers done.');
  // The canvas has pixels of two rows of thumbnails, and only the ground in the others.
  const rows = await page.evaluate(() => {
    const canvas = document.querySelector('heed-heads')?.shadowRoot?.querySelector('.done-heads canvas');
    const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
    const context = /** @type {HTMLCanvasElement} */ (canvas).getContext('2d');
    return [0, 1, 2, 3].map((row) => {
      const [top, bottom] = [row, row + 1].map((at) => Math.round((at * height) / 4));
      const data = context?.getImageData(60, top, width - 60, bottom - top).data ?? [];
      const colors = new Set();
      for (let at = 0; at < data.length; at += 4) colors.add(`${data[at]} ${data[at + 1]} ${data[at + 2]}`);
      return colors.size;
    });
  });
  assert.ok(Math.min(rows[0], rows[1]) > 2 * Math.max(rows[2], rows[3]), rows.join(' '));
  // They cannot be opened yet, and what was open stays until the model is.
  await done.click();
  const { open, next } = await shown(page);
  assert.deepEqual([open, next.length], ['2.2', 5]);
  await page.evaluate(() => {
    Reflect.deleteProperty(globalThis, 'holding');
    dispatchEvent(new Event('read-on'));
  });
  await dropped;
  await done.waitFor({ state: 'detached' });
  await settled(page);
  assert.deepEqual((await shown(page)).numbers[0], 0.29);
  assert.deepEqual(errors, []);
  await close();
});

test('a model that cannot be run is told in one sentence, and what is shown stays', async () => {
  const { page, errors, close } = await opened(LINK);
  const before = await shown(page);
  const config = await fixture('model/tiny-gpt/config.json');
  const text = Buffer.from(config.bytes).toString('utf8');
  for (const [field, value, told] of /** @type {const} */ ([
    ['n_embd', 64, /has the shape \(\d+, \d+\), but the configuration requires/],
    ['n_layer', 9, /^The model cannot run this: the tensor `h\.4\.ln_1\.weight` is missing\.$/],
    [
      'model_type',
      'llama',
      /^The model cannot run this: the files are of another model than the configuration/,
    ],
  ])) {
    const other = textFile('config.json', JSON.stringify({ ...JSON.parse(text), [field]: value }));
    await drop(page, [other, await fixture('model/tiny-gpt/model.safetensors')]);
    await page.locator('.wrong:not([hidden]) li', { hasText: told }).waitFor();
    assert.equal(await page.locator('.wrong li').count(), 1);
    assert.deepEqual(await shown(page), before);
  }
  assert.deepEqual(errors, []);
  await close();
});

/** The weights of the tiny model, with other numbers in a tensor, by default in its first cells. */
async function withNumber(/** @type {string} */ tensor, /** @type {number[]} */ bits, first = 0) {
  const { bytes, ...file } = await fixture('model/tiny-gpt/model.safetensors');
  return { ...file, bytes: withNumbers(bytes, tensor, bits, first) };
}

test('a model whose first run fails leaves the model before open and live, with one sentence', async () => {
  const { page, errors, close } = await opened(LINK);
  const before = await shown(page);
  const [config, weights, tokenizer] = await Promise.all(
    ['config.json', 'model.safetensors', 'tokenizer.json'].map((name) => fixture(`model/tiny-gpt/${name}`)),
  );
  const [nan, infinite] = [0x7e00, 0x7c00];
  const other = JSON.parse(Buffer.from(tokenizer.bytes).toString('utf8'));
  const met = other.model.vocab['Ġmet'];
  for (const [word, id] of Object.entries(other.model.vocab)) other.model.vocab[word] = id + 50_000;
  const cases = /** @type {const} */ ([
    [
      await withNumber('h.2.attn.c_attn.weight', [nan]),
      tokenizer,
      /^Layer 2 gives a number that is not finite/,
    ],
    [await withNumber('h.1.mlp.c_fc.weight', [infinite]), tokenizer, /^Layer 1 gives a number/],
    [
      await withNumber('wpe.weight', [nan]),
      tokenizer,
      /`wpe\.weight` has a number that is NaN or infinite for position 0/,
    ],
    [
      await withNumber('wte.weight', [nan], 128 * met),
      tokenizer,
      /`wte\.weight` has a number that is NaN or infinite for token \d+ \(“met”\), at position 1 of the text/,
    ],
    [
      weights,
      textFile('tokenizer.json', JSON.stringify(other)),
      /the tokenizer is of another model: it has 52048 tokens, and the model 2048/,
    ],
    [weights, textFile('tokenizer.json', '{"model": 3}'), /tokenizer/],
  ]);
  for (const [parameters, words, told] of cases) {
    await drop(page, [config, parameters, words]);
    await page.locator('.wrong:not([hidden]) li', { hasText: told }).waitFor();
    await settled(page);
    assert.equal(await page.locator('.wrong li').count(), 1);
    assert.deepEqual(await shown(page), before);
    assert.equal(await page.locator('.from .name .opens').innerText(), 'Small Austen model');
  }
  await page.locator('.caret').focus();
  await page.keyboard.type(' Jane');
  await settled(page);
  const after = await shown(page);
  assert.equal(after.text, `${SENTENCE} Jane`);
  assert.notDeepEqual(after.numbers, before.numbers);
  assert.deepEqual(errors, []);
  await close();
});

test('after files that cannot be opened, the sample still opens in place of the text', async () => {
  const { page, errors, close } = await opened(LINK);
  await drop(page, [textFile('broken.npy', 'no numbers')]);
  await page.locator('.wrong:not([hidden]) li').waitFor();
  assert.equal((await shown(page)).text, SENTENCE);
  await page.getByRole('button', { name: 'Small Austen model' }).click();
  await page.getByRole('button', { name: /^Example/ }).click();
  await page.locator('heed-heads[data-heads="72"]').waitFor();
  assert.deepEqual(errors, []);
  await close();
});

test('files of runs with parts off say so below the title of a head, and a text that is run does not say it twice', async () => {
  const { page, errors, close } = await opened(`${LINK}&off=2:1`);
  assert.equal(await page.locator('.head-rule').count(), 0);
  const weights = [
    [1, 0],
    [0.5, 0.5],
  ];
  const file = (/** @type {string} */ name, /** @type {object[]} */ off) =>
    textFile(name, JSON.stringify({ attention: [[weights]], metadata: { off: JSON.stringify(off) } }));
  await drop(page, [file('a.json', [{ part: 'head', layer: 2, head: 1, with: 'mean' }])], 'instead');
  await page.locator('.head-rule').waitFor();
  const said = () => page.locator('.head-rule').allInnerTexts();
  assert.deepEqual(await said(), ['Off: 2·1 (its mean).']);
  await settled(page);
  await drop(page, [file('b.json', [{ part: 'mlp', layer: 0, with: 'zero' }])], 'beside');
  await page.locator('.head-rule').nth(1).waitFor();
  assert.deepEqual(await said(), ['A: Off: 2·1 (its mean).', 'B: Off: MLP of layer 0 (zeros).']);
  assert.deepEqual(errors, []);
  await close();
});

test('later keys are called masked, in the legend and in a masked cell', async () => {
  const { page, close } = await opened(`${LINK}&cursor=2:5`);
  assert.deepEqual(await page.locator('.options .sample').allInnerTexts(), ['masked']);
  assert.match((await page.locator('.cell-card').textContent()) ?? '', /masked: the query may not attend/);
  assert.equal(await page.getByRole('button', { name: 'Why does it look there?' }).isDisabled(), true);
  await close();
});

test('Ctrl and Z take back what was typed, also where it is typed', async () => {
  const { page, close } = await opened(LINK);
  await page.locator('.caret').focus();
  await page.keyboard.type(' Jane');
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.ok(((await shown(page)).text ?? '').length < `${SENTENCE} Jane`.length);
  await page.keyboard.press('Control+y');
  await settled(page);
  assert.equal((await shown(page)).text, `${SENTENCE} Jane`);
  await close();
});

test('a text that is cut between the tokens of a character stays readable', async () => {
  const { page, close } = await opened(LINK);
  await page.getByRole('button', { name: 'Edit' }).click();
  // Each has four bytes and as many tokens, so the 128th token is within the 32nd.
  await page.locator('.editor').fill(`x${'😀'.repeat(40)}`);
  await settled(page);
  const { tokens, said } = await shown(page);
  assert.deepEqual(tokens, ['x', ...Array(31).fill('😀')]);
  assert.match(said, /36 tokens are left out/);
  await close();
});

test('bad files of models are told in one sentence each, and the next model removes it', async () => {
  const { page, errors, close } = await opened(LINK);
  const [config, weights] = await Promise.all(
    ['config.json', 'model.safetensors'].map((name) => fixture(`model/tiny-gpt/${name}`)),
  );
  const told = () => page.locator('.wrong:not([hidden]) li').allTextContents();
  await drop(page, [textFile('model.gguf', '')]);
  await page.locator('.wrong li', { hasText: 'model.gguf is empty.' }).waitFor();
  await drop(page, [config, weights, textFile('other.gguf', '')]);
  await page.locator('.wrong li', { hasText: 'There are 2 models' }).waitFor();
  assert.deepEqual(await told(), ['There are 2 models: open one of them.']);
  await drop(page, [config, weights, textFile('tokenizer.json', 'hello')]);
  await page.locator('.wrong li', { hasText: 'tokenizer.json' }).waitFor();
  assert.deepEqual(await told(), ['tokenizer.json is not JSON.']);
  await drop(page, [config]);
  await settled(page);
  assert.deepEqual(await told(), [
    'There is no model: a .gguf file, or config.json with .safetensors files.',
  ]);
  await drop(page, [config, weights, await fixture('model/tiny-gpt/tokenizer.json')]);
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('heed-heads')).state.model === 'model.safetensors',
  );
  await settled(page);
  assert.deepEqual(await told(), []);
  assert.deepEqual(errors, []);
  await close();
});

for (const viewport of [
  { width: 1280, height: 720 },
  { width: 360, height: 640 },
])
  test(`how the next token is chosen opens within the page, and heads are in sight (${viewport.width} × ${viewport.height})`, async () => {
    const { page, errors, close } = await opened(LINK, { viewport });
    const box = async (/** @type {string} */ part) => {
      const found = await page.locator(part).first().boundingBox();
      assert.ok(found, part);
      return found;
    };
    const panes = await page.locator('.panes').boundingBox();
    const heads = await box('.heads-view');
    assert.ok(heads.y + 30 <= (panes?.y ?? viewport.height), `heads from ${heads.y} on`);
    await page.locator('.opens.sampling').click();
    const { x, y, width, height } = await box('.panel.sampling');
    assert.ok(x >= 0 && x + width <= viewport.width, `${x} and ${width}`);
    assert.ok(y >= 0 && y + height <= viewport.height, `${y} and ${height}`);
    const starts = await page
      .locator('.panel.sampling :is(input, select)')
      .evaluateAll((fields) => fields.map((field) => Math.round(field.getBoundingClientRect().left)));
    assert.deepEqual(new Set(starts).size, 1, starts.join());
    await page.keyboard.press('Escape');
    await page.locator('.opens.sampling[aria-expanded="false"]').waitFor();
    assert.deepEqual(errors, []);
    await close();
  });

test('undo ends writing on, and takes back what was written', async () => {
  const { page, close } = await opened(LINK);
  await page.locator('.go-on > .play').click();
  await page.waitForFunction(
    (length) => /** @type {any} */ (document.querySelector('heed-heads')).state.text.length > length,
    SENTENCE.length,
  );
  await page.keyboard.press('Control+z');
  await settled(page);
  assert.equal((await shown(page)).text, SENTENCE);
  assert.equal(await page.locator('.go-on > .play').getAttribute('aria-pressed'), 'false');
  await close();
});

test('a text that is too long is cut, which is told beside what the model leaves out', async () => {
  const { page, errors, close } = await opened(LINK);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.locator('.editor').fill(' Jane'.repeat(5000));
  await settled(page);
  assert.equal(
    (await shown(page)).said,
    'The text is cut after 4000 characters. The model has 128 positions; 672 tokens are left out.',
  );
  assert.equal((await page.locator('.editor').inputValue()).length, 4000);
  assert.deepEqual(errors, []);
  await close();
});

test('a link to a model of the reader says which file it needs', async () => {
  const { page, close } = await opened(LINK);
  await page.evaluate((link) => {
    location.hash = link;
  }, `${LINK}&model=mine.gguf`);
  await page.waitForFunction(() =>
    /mine\.gguf/.test(
      document.querySelector('heed-heads')?.shadowRoot?.querySelector('.live-said')?.textContent ?? '',
    ),
  );
  // Not those of the small model.
  assert.doesNotMatch((await page.locator('.source-row .facts').textContent()) ?? '', /4 layers/);
  await close();
});

test('an element without a model says so instead of showing other numbers', async () => {
  const { page, errors, close } = await openAuthored(harness, `<heed-heads link="${LINK}"></heed-heads>`, {
    scripts: ['www/define/heed-heads-define.js'],
  });
  await page.locator('heed-heads .notice:not([hidden])').waitFor();
  assert.match(
    (await page.locator('heed-heads .notice').textContent()) ?? '',
    /^This figure is of a text that a model runs/,
  );
  assert.equal(await page.locator('heed-heads').getAttribute('data-heads'), '0');
  assert.deepEqual(errors, []);
  await close();
});

test('a frame with a text of a model of the reader says which file it needs', async () => {
  const { page, errors, close } = await harness.open(`embed.html#${LINK}&model=mine.gguf`);
  await page.locator('heed-heads').getByText('This link belongs to the model mine.gguf.').waitFor();
  assert.equal(await page.locator('heed-heads').getAttribute('data-heads'), '0');
  assert.deepEqual(errors, []);
  await close();
});
