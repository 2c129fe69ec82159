/** Opens and reads heads from files in Node, with the page's own modules. */
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { automaticEnd } from '../rooms/maps/head/scale.js';
import { specsOf } from '../rooms/maps/head/spec.js';
import { suggestion } from '../rooms/maps/head/suggestion.js';
import { mapsService } from '../rooms/maps/service/client.js';
import { AS_UNDERSTOOD, fileOf, freshState, settled } from '../rooms/maps/state.js';
import { rejectionReason } from '../rooms/maps/understand/aside.js';
import { readingOf } from '../rooms/maps/understand/reading-of.js';
import { sentence } from '../rooms/maps/understand/sentence.js';
import { understand } from '../rooms/maps/understand/understand.js';
/** @import { FileEntry, HeadFound, MapsData, MapsService, MapSpec, MapsState, Reading } from '../rooms/maps/types.js' */
/** @import { Strings } from '../page/words/en.js' */
/** @import { Wanted } from './options.mjs' */

/** The side of thumbnails, as on a screen with one device pixel to a CSS pixel. */
const SIDE = 32;

/**
 * The contents of files, ready to be written. `end` is the upper end of a picture's colour scale; `close`
 * frees the files. Without a selected head, it is the one that the page would open.
 *
 * @param {Wanted} wanted
 * @param {Strings} t
 */
export async function headsIn({ files, tokens, layer, head, theme, colormap }, t) {
  const blobs = await Promise.all(files.map(fileAt));
  if (tokens) blobs.push(new File([JSON.stringify(tokens)], 'tokens.json'));
  const service = mapsService({ module: /** @type {any} */ (undefined), workerText: '' });
  try {
    const found = await service.open(blobs);
    const opened = tokens ? { ...found, files: found.files.map(withoutTokens) } : found;
    const [refused] = opened.refused;
    if (refused) throw new Error(t.maps.overview.refused(refused.name, refused.text));
    const [candidate] = understand(opened);
    if (!candidate) throw new Error(rejectionReason(opened)(t));
    const answer = readingOf(opened, candidate, AS_UNDERSTOOD);
    if ('refused' in answer) throw new Error(answer.refused(t));
    const { reading } = answer;
    if (tokens && reading.tokens.length === 0)
      throw new Error(t.maps.reading.tokenCount(tokens.length, reading.keys));
    if ((layer ?? 0) >= reading.layers || (head ?? 0) >= reading.heads) {
      throw new Error(
        `There is no head ${head ?? 0} of layer ${layer ?? 0}: there are ${reading.layers} layers of ${reading.heads} heads, counted from 0.`,
      );
    }
    await service.read(0, reading);
    /** @type {MapsData} */
    const data = {
      isSample: false,
      opened,
      reading,
      tokens: null,
      queryTokens: null,
      heads: [],
      done: 1,
      similar: null,
      other: null,
    };
    const isNamed = layer !== null || head !== null;
    if (!isNamed) data.heads = await measured(service, reading);
    const fresh = { ...freshState({ map: colormap }, fileOf(opened.files[0].name, reading)), theme };
    /** @type {MapsState} */
    const state = isNamed
      ? { ...fresh, layer: layer ?? 0, head: head ?? 0, suggested: null }
      : { ...settled(fresh, data), suggested: null };
    const { specs } = specsOf(state, data);
    const info = await service.map(/** @type {MapSpec} */ (specs.a));
    await service.release(info.id);
    const why = suggestion({ state, data, t: t.maps.head }, [info]);
    const said = [sentence(reading, t, answer.size), why].filter(Boolean).join('\n');
    return {
      held: { service, data, specs },
      state,
      end: automaticEnd([info]),
      said,
      close: () => service.end(),
    };
  } catch (error) {
    service.end();
    throw error;
  }
}

/**
 * The measures and thumbnails of all heads, sorted by layer, then head.
 *
 * @param {MapsService} service
 * @param {Reading} reading
 */
async function measured(service, reading) {
  const { ids } = reading.tokens.length > 0 ? await service.tokens(reading.tokens, null) : { ids: null };
  const heads = /** @type {HeadFound[]} */ (Array(reading.layers * reading.heads));
  await service.heads(
    0,
    { side: SIDE, tokens: ids?.length === reading.keys ? ids : null, sink: 1, reach: 1 },
    (some) => {
      for (const found of some) heads[found.layer * reading.heads + found.head] = found;
    },
  );
  return heads;
}

/**
 * A file with tensors, without its own tokens, because those of the command line take precedence.
 *
 * @param {FileEntry} file
 * @returns {FileEntry}
 */
function withoutTokens(file) {
  if (file.tensors.length === 0) return file;
  return {
    ...file,
    tokens: [],
    keyTokens: [],
    metadata: file.metadata.filter(([key]) => !/tokens$|^labels$/.test(key)),
  };
}

/** A file of which only the needed parts are read. @param {string} path */
async function fileAt(path) {
  try {
    return new File([await openAsBlob(path)], basename(path));
  } catch (error) {
    throw new Error(`${path} cannot be read.`, { cause: error });
  }
}
