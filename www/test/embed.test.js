import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { before, test } from 'node:test';
import { load } from '../engine/masks.js';
import { HeedContrastElement } from '../rooms/contrast/heed-contrast.js';
import { HeedLessonElement } from '../rooms/learn/heed-lesson.js';
import { HeedMaskElement } from '../rooms/masks/heed-mask.js';
import { room as contrast } from '../rooms/contrast/room.js';
import { addressesOf, otherHostOf } from '../rooms/embed/addresses.js';
import { attributesOf, minimalAttributes } from '../rooms/embed/attributes.js';
import { fittedTo, pageUrlOf, pastedOf, shownOf } from '../rooms/embed/shown.js';
import { escaped, pythonText, SNIPPETS } from '../rooms/embed/snippets.js';
import { embed, FIGURE_IDS } from '../rooms/embed/settings.js';
import { decode, encode, freshState, withFigure, withFigureOf } from '../rooms/embed/state.js';
import { room as learn } from '../rooms/learn/room.js';
import { room as masks } from '../rooms/masks/room.js';
/** @import { Pasted } from '../rooms/embed/snippets.js' */

before(() => load());

const HOSTILE = '"><script>alert(1)</script>&amp;\'\\\n\n```\n{{ x }}{% y %}{{#include z}}\u2028é猫';

/** @type {Pasted} */
const PASTED = {
  tag: 'heed-mask',
  attributes: [
    ['mask', 'causal and window(4)'],
    ['queries', '8'],
    ['view', 'figure'],
  ],
  script: 'heedmap/heedmap-embed.js',
  frame: 'https://a.example/embed.html#v=1&room=masks',
  page: 'https://a.example/#v=1&room=masks',
  file: 'attention.npz',
  saved: 'heedmap-mask.html',
  width: null,
  height: 480,
  words: {
    title: 'A mask',
    fallback: 'A mask: this figure needs JavaScript.',
    open: 'Open it',
    listens: 'The frame reports the height of its figure.',
    once: 'React 19 loads the script once.',
    centers: 'A slide is centered again.',
  },
};

test('the state of the room is restored from its link', () => {
  assert.deepEqual(decode(encode(freshState())).state, freshState());
  for (const figure of FIGURE_IDS) {
    for (const host of embed.fields.host.choices) {
      const state = {
        ...withFigure(freshState(), figure),
        of: 'v=1&room=masks&mask=a+%26+b',
        view: /** @type {const} */ ('room'),
        src: 'a b.npz',
        host,
        base: 'https://a.example/b?c#d',
        width: 700,
        height: 333,
        language: /** @type {const} */ ('es'),
        theme: /** @type {const} */ ('dark'),
      };
      assert.deepEqual(decode(encode(state)).state, state);
    }
  }
});

test('an invalid state of the room is a broken link', () => {
  for (const broken of [
    'figure=plot',
    'view=all',
    'host=word',
    'width=10',
    'width=2001',
    'height=x',
    'of=a&of=b',
    'unknown=1',
  ]) {
    const { state, error } = /** @type {any} */ (decode(`v=1&room=embed&${broken}`));
    assert.deepEqual([state, error], [null, 'broken'], broken);
  }
});

test('the figure of a room is kept as it was, without the theme of the page and without its file', () => {
  const state = { ...freshState(), host: /** @type {const} */ ('jupyter') };
  assert.deepEqual(
    withFigureOf(state, 'masks', 'v=1&room=masks&mask=causal&queries=8&theme=dark&language=es'),
    {
      ...state,
      figure: 'mask',
      of: 'v=1&room=masks&mask=causal&queries=8&language=es',
    },
  );
  assert.equal(
    withFigureOf(state, 'maps', 'v=1&room=maps&file=a.npy&shape=1:2:3:3&head=0:1').of,
    'v=1&room=maps&head=0%3A1',
  );
  assert.equal(withFigureOf(state, 'learn', 'v=1&lesson=frase').figure, 'lesson');
  assert.deepEqual(withFigureOf(state, 'maps', 'v=1&room=maps&text=a+b&theme=dark'), {
    ...state,
    figure: 'model',
    of: 'v=1&room=maps&text=a+b',
  });
  assert.equal(withFigureOf(state, 'maps', 'v=1&room=maps&text=a+b&model=own').of, '');
});

test('a state is written as attributes if these describe all of it, and with as few as possible', () => {
  /** @type {[any, any, string, string | null][]} */
  const cases = [
    [HeedMaskElement, masks, 'v=1&room=masks', ''],
    [HeedMaskElement, masks, 'v=1&room=masks&mask=causal&queries=8&keys=8', 'queries=8 mask=causal'],
    [
      HeedMaskElement,
      masks,
      'v=1&room=masks&mask=causal&queries=8&keys=4&heads=4&kvHeads=2&map=grey',
      'colormap=grey queries=8 keys=4 mask=causal heads=4 kv-heads=2',
    ],
    [HeedMaskElement, masks, 'v=1&room=masks&cursor=5:2', 'query=5 key=2'],
    [HeedLessonElement, learn, 'v=1&lesson=words', 'show=whole'],
    [HeedLessonElement, learn, 'v=1&lesson=words&show=step', ''],
    [
      HeedLessonElement,
      learn,
      'v=1&lesson=frase&step=3&language=es',
      'language=es lesson=frase show=whole step=3',
    ],
    [
      HeedLessonElement,
      learn,
      'v=1&lesson=words&scale=0.5&mask=causal&softmaxAxis=columns&seed=7',
      'show=whole seed=7 scale=0.5 mask=causal softmax-axis=columns',
    ],
    [HeedLessonElement, learn, 'v=1&lesson=heads&head=2', 'lesson=heads show=whole head=1'],
    [HeedLessonElement, learn, 'v=1&lesson=words&cursor=weights:1:2', 'show=whole query=1 key=2'],
    [HeedLessonElement, learn, 'v=1&lesson=words&tables=all', 'table='],
    [HeedLessonElement, learn, 'v=1&lesson=words&edit=wQ:0:0:5', null],
    [HeedLessonElement, learn, 'v=1&lesson=words&cursor=scores:1:2', null],
    [HeedContrastElement, contrast, 'v=1&room=contrast&figure=late', 'figure=late'],
  ];
  for (const [type, room, link, said] of cases) {
    const plain = room.encode(room.decode(link).state);
    const found = minimalAttributes(type.table, room, plain);
    assert.equal(found && [...found].map((pair) => pair.join('=')).join(' '), said, link);
  }
});

test('attributes are read from a link by their names', () => {
  assert.deepEqual(
    [...attributesOf('v=1&room=maps&head=3:5&map=grey', ['layer', 'head', 'colormap', 'tokens'])],
    [
      ['layer', '3'],
      ['head', '5'],
      ['colormap', 'grey'],
    ],
  );
  assert.deepEqual(
    [...attributesOf('v=1&kvHeads=2&cursor=none', ['kv-heads', 'query'])],
    [['kv-heads', '2']],
  );
});

test('the value of an attribute ends neither it nor a Markdown block, and begins no template', () => {
  const text = escaped(HOSTILE);
  assert.doesNotMatch(text, /["<>\n`]|\{\{|\{%|\{#/);
  assert.equal(
    text.replace(/&(amp|lt|gt|quot);|&#(\d+);/g, (_, name, code) =>
      code
        ? String.fromCodePoint(Number(code))
        : { amp: '&', lt: '<', gt: '>', quot: '"' }[/** @type {'lt'} */ (name)],
    ),
    HOSTILE,
  );
});

test('a Markdown snippet has no empty line, and its fence is longer than any in it', () => {
  const pasted = {
    ...PASTED,
    attributes: /** @type {[string, string][]} */ ([['mask', HOSTILE]]),
    words: { ...PASTED.words, fallback: HOSTILE },
  };
  for (const host of /** @type {const} */ (['html', 'mdbook', 'mkdocs']))
    for (const line of SNIPPETS[host](pasted).split('\n')) assert.notEqual(line.trim(), '', host);
  for (const [host, info] of /** @type {const} */ ([
    ['myst', '{raw} html'],
    ['quarto', '{=html}'],
  ])) {
    const lines = SNIPPETS[host](pasted).split('\n');
    assert.ok(/^`{3,}/.test(lines[0]) && lines[0].endsWith(info), lines[0]);
    assert.equal(lines.at(-1), lines[0].replace(info, ''));
    assert.ok(!lines.slice(1, -1).some((line) => line.includes(String(lines.at(-1)))));
  }
});

test('a snippet has the script and the attributes, one on each line if the line would be long', () => {
  assert.equal(
    SNIPPETS.html(PASTED),
    `<script src="heedmap/heedmap-embed.js" defer></script>
<heed-mask
  mask="causal and window(4)"
  queries="8"
  view="figure">
  A mask: this figure needs JavaScript. <a href="https://a.example/#v=1&amp;room=masks">Open it</a>
</heed-mask>`,
  );
  assert.equal(
    SNIPPETS.html({ ...PASTED, page: '', attributes: [['table', '']] }).split('\n')[1],
    '<heed-mask table>',
  );
  assert.equal(SNIPPETS.file(PASTED), 'npx heedmap attention.npz -o figure.html');
  assert.equal(
    SNIPPETS.file({ ...PASTED, file: "it's; rm -rf ~" }),
    "npx heedmap './it'\\''s; rm -rf ~' -o figure.html",
  );
  assert.match(
    SNIPPETS.iframe(PASTED),
    / sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"\n/,
  );
  assert.match(SNIPPETS.iframe(PASTED), /src="https:\/\/a\.example\/embed\.html#v=1&amp;room=masks"/);
});

test('the code for slides is a section, with one script for the figure and one that centers the slide', () => {
  assert.equal(
    SNIPPETS.reveal({ ...PASTED, page: '', attributes: [['mask', 'causal']] }),
    `<script src="heedmap/heedmap-embed.js" defer></script>
<script>
  // A slide is centered again.
  document.addEventListener('heed-ready', () => Reveal.layout());
</script>
<section>
  <heed-mask mask="causal">
    A mask: this figure needs JavaScript.
  </heed-mask>
</section>`,
  );
});

test('the code for a course platform is a frame without a script', () => {
  assert.match(SNIPPETS.lms(PASTED), /^<iframe\n[^]*height="480"[^]*<\/iframe>$/);
  assert.doesNotMatch(SNIPPETS.lms(PASTED), /<script/);
});

test('on a slide and in a course, a lesson gets one height for all its steps, unless the author sets one', (t) => {
  Object.assign(globalThis, { customElements: { get: () => HeedLessonElement } });
  t.after(() => Reflect.deleteProperty(globalThis, 'customElements'));
  const code = (/** @type {Partial<ReturnType<typeof freshState>>} */ given) => {
    const state = { ...freshState(), ...given };
    const shown = fittedTo(state, shownOf(state, learn));
    const { attributes, height } = pastedOf(state, shown, shown.plain, { here: '', src: '', measured: 333 });
    return { height: new Map(attributes).get('height'), frame: height, link: shown.plain };
  };
  const step = 'v=1&lesson=words&show=step&step=3';
  assert.equal(code({ host: 'reveal', of: step }).height, '520');
  assert.equal(code({ host: 'reveal', of: `${step}&height=600` }).height, '600');
  assert.equal(code({ host: 'reveal', of: step, view: 'room' }).height, undefined);
  assert.equal(code({ host: 'reveal', of: 'v=1&lesson=words' }).height, undefined, 'all matrices');
  assert.equal(code({ host: 'html', of: step }).height, undefined);
  const course = code({ host: 'lms', of: step });
  assert.match(course.link, /&height=520/);
  assert.equal(course.frame, 600);
  assert.equal(code({ host: 'lms', of: 'v=1&lesson=words' }).frame, 333);
  assert.equal(code({ host: 'lms', of: step, height: 700 }).frame, 700);
});

test('a text is written so that Python reads it back', (t) => {
  const texts = [HOSTILE, '', "'", '\\', '\u0000\u001f\u007f', 'a\r\nb', '\u2029'];
  const { status, stdout, error } = spawnSync(
    process.env.HEEDMAP_PYTHON ?? 'python3',
    ['-c', `import json; print(json.dumps([${texts.map(pythonText).join(', ')}]))`],
    { encoding: 'utf8', env: { ...process.env, PYTHONIOENCODING: 'utf-8' } },
  );
  if (error) return t.skip('there is no Python');
  assert.equal(status, 0);
  assert.deepEqual(JSON.parse(stdout), texts);
  return undefined;
});

test('the address of Heedmap is that of this page, unless the reader changes it', () => {
  assert.equal(pageUrlOf('', new URL('https://a.example/b/index.html#v=1')), 'https://a.example/b/');
  assert.equal(pageUrlOf('', new URL('file:///home/a/index.html')), 'heedmap/');
  assert.equal(
    pageUrlOf('https://cdn.example/heedmap', new URL('https://a.example/')),
    'https://cdn.example/heedmap/',
  );
  assert.equal(pageUrlOf('../heedmap/', new URL('https://a.example/')), '../heedmap/');
  for (const script of [
    'javascript:alert(1)//',
    ' Data:text/javascript,alert(1)//',
    'blob:x',
    'java\tscript:alert(1)//',
    '\u0001javascript:alert(1)//',
  ])
    assert.equal(pageUrlOf(script, new URL('https://a.example/b/')), 'https://a.example/b/');
});

test('an address is foreign by the host that a browser would connect to, however it is written', () => {
  const here = new URL('https://a.example/heedmap/index.html');
  for (const own of [
    '',
    'heedmap/',
    '../heedmap/',
    '/heedmap/',
    './x.npz',
    'https://a.example/elsewhere/',
    'HTTPS://A.example/x',
    '?x',
    '%2f%2fb.example',
  ])
    assert.equal(otherHostOf(own, here).host, '', own);
  /** @type {[text: string, host: string][]} */
  const others = [
    ['https://b.example/x/', 'b.example'],
    ['//b.example/x', 'b.example'],
    ['\\\\b.example/x', 'b.example'],
    ['/\\b.example', 'b.example'],
    ['/\t/b.example', 'b.example'],
    [' https:b.example', 'b.example'],
    ['http://a.example/', 'a.example'],
    ['https://a.example:8443/', 'a.example:8443'],
    ['https://a.example@b.example/', 'b.example'],
    ['https://a.example.b.example/', 'a.example.b.example'],
    ['https://ä.example/', 'xn--4ca.example'],
    ['file:///home/a/', 'file:///home/a/'],
    ['https://[', 'https://['],
  ];
  for (const [text, host] of others) assert.equal(otherHostOf(text, here).host, host, text);
  assert.equal(otherHostOf('https://b.example/', new URL('file:///home/a/index.html')).host, 'b.example');
  assert.equal(otherHostOf('heedmap/', new URL('file:///home/a/index.html')).host, '');
});

test('a foreign address is not used until the reader confirms exactly that one, and a file only if the figure has one', () => {
  const here = new URL('https://a.example/');
  const [base, src] = ['https://b.example/', 'https://c.example/x.npz'];
  /**
   * @param {import('../rooms/embed/settings.js').FigureId} figure
   * @param {string[]} [confirmed]
   * @param {any} [shown]
   */
  const held = (figure, confirmed = [], shown = null) =>
    addressesOf({ ...withFigure(freshState(), figure), base, src }, shown, new Set(confirmed), here).map(
      ({ name, host, isHeld }) => [name, host, isHeld],
    );
  assert.deepEqual(held('heads'), [
    ['base', 'b.example', true],
    ['src', 'c.example', true],
  ]);
  assert.deepEqual(held('heads', [base]), [
    ['base', 'b.example', false],
    ['src', 'c.example', true],
  ]);
  assert.deepEqual(held('heads', ['https://b.example', src]), [
    ['base', 'b.example', true],
    ['src', 'c.example', false],
  ]);
  assert.deepEqual(held('mask'), [['base', 'b.example', true]]);
  assert.deepEqual(held('map', [base], { src: 'https://d.example/' }), [
    ['base', 'b.example', false],
    ['src', 'd.example', true],
  ]);
  assert.deepEqual(
    addressesOf({ ...freshState(), base: 'javascript:alert(1)//' }, null, new Set(), here),
    [],
    'no question about what is never taken',
  );
});
