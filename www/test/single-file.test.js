/** A figure as one page: escaping, its policy, and the text of its scripts. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { ROOM_SCRIPTS } from '../page/scripts.js';
import { scriptText, unsafeIn } from '../page/script-text.js';
import { errorText, fileName } from '../page/save/captions.js';
import { singleFile } from '../page/save/single-file.js';
import { SCRIPTS } from '../build/scripts.mjs';
import { texts } from '../page/frame/words/index.js';
import { LANGUAGE_IDS } from '../state/languages.js';

const HOSTILE = '</script><script>alert(1)</script><!-- "\' & \0';
/** @param {Partial<Parameters<typeof singleFile>[0]>} [own] */
const page = (own) =>
  singleFile({
    title: 'a title',
    theme: null,
    scripts: ['one();', 'two();'],
    note: '',
    about: 'about',
    needs: 'needs',
    payload: { room: 'learn', link: 'v=1&lesson=words', language: 'en', heads: null },
    ...own,
  });

test('the policy allows the one script by a unique nonce, and no requests', () => {
  const text = page();
  const scripts = [...text.matchAll(/<script nonce="([^"]*)">([^]*?)<\/script>/g)];
  const [[, nonce, script]] = scripts;
  assert.deepEqual([scripts.length, script], [1, 'one();\ntwo();']);
  const [, policy] = /Content-Security-Policy" content="([^"]*)"/.exec(text) ?? [];
  assert.equal(
    policy,
    `default-src 'none'; script-src 'nonce-${nonce}' 'wasm-unsafe-eval'; img-src data: blob:; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
  );
  assert.match(
    page({ payload: { room: 'maps', link: '', language: 'en', heads: null } }),
    /worker-src blob:; .*trusted-types heedmap-worker"/,
  );
});

test('a nonce has 144 random bits and is different in every file', () => {
  const nonces = Array.from({ length: 20 }, () => /script nonce="([^"]*)"/.exec(page())?.[1] ?? '');
  for (const nonce of nonces) assert.match(nonce, /^[A-Za-z0-9+/]{24}$/);
  assert.equal(new Set(nonces).size, 20);
});

test('text of a reader cannot end a script, begin a tag or leave an attribute', () => {
  const heads = {
    name: HOSTILE,
    shape: /** @type {[number, number, number, number]} */ ([1, 1, 1, 1]),
    bits: /** @type {32} */ (32),
    low: 0,
    step: 0,
    tokens: [HOSTILE],
    queryTokens: [],
    data: 'AAAAAA==',
  };
  const text = page({
    title: HOSTILE,
    note: HOSTILE,
    about: HOSTILE,
    needs: HOSTILE,
    payload: { room: 'maps', link: HOSTILE, language: 'en', heads },
  });
  assert.equal(text.match(/<script/g)?.length, 2);
  assert.equal(text.match(/<\/script/g)?.length, 2);
  assert.equal(text.includes('<!--'), false);
  assert.equal(text.includes('alert(1)</'), false);
  assert.equal(text.includes('\0'), false);
  const [, data] = /<script type="application\/json" id="heedmap-figure">(.*)<\/script>/.exec(text) ?? [];
  assert.deepEqual(JSON.parse(data).heads, heads);
  assert.match(
    text,
    /<title>&lt;\/script&gt;&lt;script&gt;alert\(1\)&lt;\/script&gt;&lt;!-- &quot;' &amp; \ufffd<\/title>/,
  );
});

test('a script that would end too early, or that the parser would change, is rejected', () => {
  for (const script of ['"</script>"', '"</SCRIPT "', 'a<!--b', '"\r"', '"\0"']) {
    assert.notEqual(unsafeIn(script), null);
    assert.throws(() => page({ scripts: [script] }), /cannot stand in a page/);
  }
  assert.equal(unsafeIn('a < !--b; "<\\/script>"; /<(?:!--)/'), null);
});

test('a script is a function that its page knows by name, with the text of the file', () => {
  const text = scriptText('masks', 'function(){}');
  assert.equal(text, 'heedmap.scripts.masks=(function(){});heedmap.scripts.masks();');
  const made = new Function('heedmap', `${text} return String(heedmap.scripts.masks);`)({ scripts: {} });
  assert.equal(scriptText('masks', made), text);
  assert.match(
    scriptText('shell', 'function(){}'),
    /^globalThis\.heedmap=\{modules:\{\},scripts:\{\},missing\(\)\{.*\}\};heedmap\.scripts\.shell=/,
  );
});

test('every built script can be inlined in a page, and equals the text of its function', async () => {
  for (const { name, file } of SCRIPTS) {
    const text = (await readFile(new URL(`../${file}`, import.meta.url), 'utf8')).trimEnd();
    assert.equal(unsafeIn(text), null, name);
    const begin = text.indexOf('(function(){') + 1;
    assert.equal(scriptText(name, text.slice(begin, text.lastIndexOf(`);heedmap.scripts.${name}();`))), text);
  }
});

test('a figure contains the scripts that its room needs', () => {
  for (const [room, scripts] of Object.entries(ROOM_SCRIPTS)) {
    // No figure is of the Embed room.
    if (room === 'embed') continue;
    const { requires } = /** @type {import('../build/scripts.mjs').Script} */ (
      SCRIPTS.find(({ name }) => name === room)
    );
    const data = SCRIPTS.filter(({ isData }) => isData).map(({ name }) => name);
    // The program of Models is a script of its own, because the modules do not need it to run.
    const program = room === 'maps' ? ['program'] : [];
    const further = requires.filter((name) => name !== 'shell' && !data.includes(name));
    // The whole views of Learn are a script of their own, because the page shows a lesson without them.
    const after = room === 'learn' ? ['whole'] : [];
    assert.deepEqual(scripts, [...program, ...further, room, ...after]);
  }
});

test('a frame has the same messages in every language', () => {
  const FRAME = Object.fromEntries(LANGUAGE_IDS.map((id) => [id, texts[id].frame]));
  for (const id of LANGUAGE_IDS.filter((language) => language !== 'en')) {
    assert.deepEqual(Object.keys(FRAME[id]), Object.keys(FRAME.en));
    for (const [name, text] of Object.entries(FRAME[id]))
      assert.notEqual(String(text), String(FRAME.en[/** @type {'open'} */ (name)]), `${id}.${name}`);
  }
});

test('an error is rounded up to two digits', () => {
  for (const [error, text] of /** @type {[number, string][]} */ ([
    [0, '0'],
    [0.00196, '0.002'],
    [0.0123, '0.013'],
    [0.00121, '0.0013'],
    [3.05e-8, '3.1e−8'],
    [0.5, '0.5'],
    [12.3, '13'],
  ]))
    assert.equal(errorText(error, 'en'), text);
  assert.equal(errorText(0.0123, 'es'), '0,013');
});

test('the name of a file has only letters, digits and hyphens', () => {
  assert.equal(fileName('Mask: causal and window(4)', 'html'), 'Mask-causal-and-window-4.html');
  assert.equal(fileName('../../etc/passwd\0', 'html'), 'etc-passwd.html');
  assert.equal(fileName('…', 'svg'), 'heedmap.svg');
});
