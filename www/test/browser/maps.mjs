/**
 * Operates the Models room in browser tests: drops real files on it, and reads what it shows.
 *
 * @typedef {import('playwright-core').Page} Page
 */
import { readFile } from 'node:fs/promises';
import { cornerOf, layOut } from '../../rooms/maps/overview/geometry.js';
import { ROOT } from './harness.mjs';
import { settled } from './lesson.mjs';

/**
 * Opens the room and waits until its sample is measured.
 *
 * @param {Awaited<ReturnType<typeof import('./harness.mjs').start>>} harness
 * @param {string} [more] - of the fragment
 * @param {import('./harness.mjs').OpenOptions} [options]
 */
export async function openMaps(harness, more = '', options) {
  // A link that names nothing but the room opens the small model.
  const head = /(^|&)(head|file)=/.test(more) ? '' : '&head=5:10';
  const visit = await harness.open(`index.html#v=1&room=maps${head}${more && `&${more}`}`, options);
  await measured(visit.page, 72);
  return visit;
}

/**
 * Waits until this number of heads is measured and nothing is running.
 *
 * @param {Page} page @param {number} heads
 */
export async function measured(page, heads) {
  await page.waitForFunction(
    (count) => {
      const room = document.querySelector('heed-heads');
      return (
        room?.getAttribute('data-heads') === String(count) &&
        room.shadowRoot?.querySelector('.busy')?.hasAttribute('hidden')
      );
    },
    heads,
    { timeout: 30000 },
  );
  await settled(page);
}

/** Waits for the comparison with a second file: the number of heads may stay the same. @param {Page} page */
export async function comparing(page) {
  await page.waitForFunction(
    () => /** @type {any} */ (document.querySelector('heed-heads')).state.compare?.slot === 1,
    undefined,
    { timeout: 30000 },
  );
  await settled(page);
}

/** A file of the fixtures, to be dropped. @param {string} path - from `fixtures` @param {string} [name] */
export async function fixture(path, name = path.split('/').at(-1) ?? '') {
  return { name, bytes: await readFile(new URL(`fixtures/${path}`, ROOT)) };
}

/** A file with a text, to be dropped. @param {string} name @param {string} text */
export function textFile(name, text) {
  return { name, bytes: Buffer.from(text) };
}

/**
 * Drops files as a browser does: drags them over the page, then releases them.
 *
 * @param {Page} page
 * @param {(File | { name: string, bytes: Uint8Array | number[] })[]} files
 * @param {'instead' | 'beside' | null} [field] - where; anywhere on the room by default
 */
export async function drop(page, files, field = null) {
  // As text, because Playwright takes seconds for an array of a million numbers.
  const sent = await Promise.all(
    files.map(async (file) => {
      const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : file.bytes;
      return { name: file.name, text: Buffer.from(bytes).toString('base64') };
    }),
  );
  await page.evaluate(async ([list, place]) => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of list) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], name));
    }
    const room = /** @type {HTMLElement} */ (document.querySelector('heed-heads'));
    const send = (/** @type {string} */ type, /** @type {Element} */ target) =>
      target.dispatchEvent(
        new DragEvent(type, { bubbles: true, composed: true, cancelable: true, dataTransfer }),
      );
    for (const type of ['dragenter', 'dragover']) send(type, room);
    await new Promise((done) => {
      requestAnimationFrame(() => requestAnimationFrame(done));
    });
    const target = place ? room.shadowRoot?.querySelector(`[data-drop=${place}]`) : room;
    if (!(target instanceof HTMLElement) || target.hidden)
      throw new Error(`there is no field ${place} to drop on`);
    send('drop', target);
  }, /** @type {const} */ ([sent, field]));
  await settled(page);
}

/**
 * Drops a folder, as a reader who lets go as soon as the fields to drop on are shown.
 *
 * @param {Page} page @param {string} path
 */
export async function dropFolder(page, path) {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', x: 200, y: 300, data });
  await page.locator('heed-heads .drop').waitFor();
  await session.send('Input.dispatchDragEvent', { type: 'drop', x: 200, y: 300, data });
  await session.detach();
}

/**
 * Opens the options under a word with a chevron, unless they are open.
 *
 * @param {Page} page @param {'what' | 'weight' | 'values' | 'exports'} name
 */
export async function openOptions(page, name) {
  const opener = page.locator(`heed-heads .opens.${name}`);
  if ((await opener.getAttribute('aria-expanded')) !== 'true') await opener.click();
  await page.locator(`heed-heads .panel.${name}`).waitFor();
}

/**
 * Chooses what a narrow page shows under the text.
 *
 * @param {Page} page @param {'heads' | 'map' | 'reading'} name
 */
export async function showPane(page, name) {
  await page.locator(`heed-heads .panes button[value=${name}]`).click();
  await settled(page);
}

/** @param {Page} page @returns {Promise<import('../../rooms/maps/types.js').MapsState>} */
export const stateOf = (page) =>
  page.evaluate(() => /** @type {any} */ (document.querySelector('heed-heads')).state);

/** Waits for the link, which follows the state later. @param {Page} page @param {RegExp} pattern */
export const linked = (page, { source }) =>
  page.waitForFunction((text) => new RegExp(text).test(decodeURIComponent(location.hash)), source);

/** The text of the first match, lines joined. @param {Page} page @param {string} selector */
export const textOf = async (page, selector) =>
  (await page.locator(`heed-heads ${selector}`).first().innerText()).replaceAll(/\s+/g, ' ').trim();

/**
 * The position of a head's thumbnail on the screen, in the layout by layer.
 *
 * @param {Page} page
 * @param {number} layer
 * @param {number} head
 * @param {{ layers: number, heads: number, cells: number }} [shape] - that of the sample by default
 */
export async function thumbnail(
  page,
  layer,
  head,
  { layers, heads, cells } = { layers: 6, heads: 12, cells: 17 },
) {
  // From 144 heads on, the first list is the index.
  const box = page.locator('heed-heads .heads-box').first();
  await box.scrollIntoViewIfNeeded();
  const { x, y, room, scrolled, ratio } = await box.evaluate((node) => {
    const { left, top } = node.getBoundingClientRect();
    return {
      x: left,
      y: top,
      room: node.clientWidth,
      scrolled: [node.scrollLeft, node.scrollTop],
      ratio: devicePixelRatio,
    };
  });
  const count = layers * heads;
  const isIndex = count >= 144;
  const geometry = layOut({ space: room, ratio, flow: false, count, columns: heads, cells, isIndex });
  const corner = cornerOf(geometry, layer * heads + head);
  return {
    x: x + corner.x - scrolled[0],
    y: y + corner.y - scrolled[1],
    size: geometry.size,
    left: x,
    top: y,
    middle: {
      x: x + corner.x - scrolled[0] + geometry.size / 2,
      y: y + corner.y - scrolled[1] + geometry.size / 2,
    },
  };
}

/**
 * The number of colors in a square of the overview's canvas, and the darkness of each of its device pixels.
 *
 * @param {Page} page @param {{ x: number, y: number, size: number, left: number, top: number }} at
 */
export function pixelsOf(page, { x, y, size, left, top }) {
  return page
    .locator('heed-heads canvas.heads')
    .first()
    .evaluate(
      (canvas, [from, down, side]) => {
        const { data } = /** @type {CanvasRenderingContext2D} */ (
          /** @type {HTMLCanvasElement} */ (canvas).getContext('2d')
        ).getImageData(Math.round(from), Math.round(down), side, side);
        return Array.from(
          { length: side * side },
          (_, at) => data[at * 4] + data[at * 4 + 1] + data[at * 4 + 2],
        );
      },
      [x - left, y - top, Math.floor(size)],
    );
}
