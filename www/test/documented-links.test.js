import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { roomIdOf } from '../rooms/names.js';
import { room as contrast } from '../rooms/contrast/room.js';
import { room as embed } from '../rooms/embed/room.js';
import { room as learn } from '../rooms/learn/room.js';
import { isStory, LESSON_IDS } from '../rooms/learn/lessons/index.js';
import { room as maps } from '../rooms/maps/room.js';
import { room as masks } from '../rooms/masks/room.js';
import { freshState, withShown } from '../rooms/learn/state/state.js';

const ROOT = new URL('../../', import.meta.url);
/** @type {Record<string, import('../types.js').Room<any>>} */
const ROOMS = { learn, masks, maps, contrast, embed };

/**
 * The links in a text: the fragments of addresses, attributes and commands, with the references of HTML read.
 *
 * @param {string} text
 */
function linksIn(text) {
  return [...text.matchAll(/\bv=1(?:&(?:amp;)*[^\s"'`<>|]*)?/g)].map(([link]) =>
    link.replace(/&(?:amp;)+/g, '&'),
  );
}

/** All links in the documents. */
async function documented() {
  const names = [
    'README.md',
    'www/package/README.md',
    ...(await readdir(new URL('docs', ROOT)))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, ROOT), 'utf8')));
  return texts.flatMap((text, place) => linksIn(text).map((link) => ({ name: names[place], link })));
}

test('every link in the documents opens its room', async () => {
  const links = await documented();
  assert.ok(links.length > 15, `${links.length} links`);
  for (const { name, link } of links) {
    const room = ROOMS[roomIdOf(link) ?? ''];
    assert.ok(room, `${name}: ${link} names no room`);
    assert.ok(room.decode(link).state, `${name}: ${link} is not read`);
  }
});

test('the shortest link of every lesson and of every room is documented and opens it with its defaults', async () => {
  const links = new Set((await documented()).map(({ link }) => link));
  for (const lesson of LESSON_IDS) {
    const link = `v=1&lesson=${lesson}`;
    assert.ok(links.has(link), link);
    const opened = isStory(lesson) ? freshState(lesson) : withShown(freshState(lesson), 'whole');
    assert.deepEqual(learn.decode(link).state, opened, link);
  }
  for (const id of ['masks', 'maps', 'contrast', 'embed']) {
    const link = `v=1&room=${id}`;
    assert.ok(links.has(link), link);
    assert.deepEqual(ROOMS[id].decode(link).state, ROOMS[id].fresh(), link);
  }
});
