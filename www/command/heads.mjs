/** Heads out of files, in Node: opened, understood and read as the page does it. */
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { specsOf } from '../maps/head/spec.js';
import { mapsService } from '../maps/service/client.js';
import { AS_UNDERSTOOD, fileOf, freshState } from '../maps/state.js';
import { whyNot } from '../maps/understand/aside.js';
import { readingOf } from '../maps/understand/reading-of.js';
import { sentence } from '../maps/understand/sentence.js';
import { understand } from '../maps/understand/understand.js';
/** @import { FileEntry, MapsData, MapsState } from '../maps/types.js' */
/** @import { Strings } from '../strings/en.js' */
/** @import { Wanted } from './options.mjs' */

/**
 * What files hold, ready to be written: `end` lets go of it.
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
    const opened = tokens ? { ...found, files: found.files.map(unnamed) } : found;
    const [refused] = opened.refused;
    if (refused) throw new Error(t.maps.overview.refused(refused.name, refused.text));
    const [candidate] = understand(opened);
    if (!candidate) throw new Error(whyNot(opened)(t));
    const answer = readingOf(opened, candidate, AS_UNDERSTOOD);
    if ('refused' in answer) throw new Error(answer.refused(t));
    const { reading } = answer;
    if (tokens && reading.tokens.length === 0) throw new Error(t.maps.reading.tokenCount(tokens.length, reading.keys));
    if ((layer ?? 0) >= reading.layers || (head ?? 0) >= reading.heads) {
      throw new Error(`There is no head ${head ?? 0} of layer ${layer ?? 0}: there are ${reading.layers} layers of ${reading.heads} heads, counted from 0.`);
    }
    await service.read(0, reading);
    /** @type {MapsData} */
    const data = { isSample: false, opened, reading, tokens: null, queryTokens: null, heads: [], done: 1, similar: null, other: null };
    /** @type {MapsState} */
    const state = { ...freshState({ map: colormap }, fileOf(opened.files[0].name, reading)), theme, layer: layer ?? 0, head: head ?? 0 };
    return { held: { service, data, specs: specsOf(state, data).specs }, state, said: sentence(reading, t), end: () => service.end() };
  } catch (error) {
    service.end();
    throw error;
  }
}

/** A file with tensors, without tokens of its own: those of the command line hold. @param {FileEntry} file @returns {FileEntry} */
function unnamed(file) {
  if (file.tensors.length === 0) return file;
  return { ...file, tokens: [], keyTokens: [], metadata: file.metadata.filter(([key]) => !/tokens$|^labels$/.test(key)) };
}

/** A file of which only the parts that are wanted are read. @param {string} path */
async function fileAt(path) {
  try {
    return new File([await openAsBlob(path)], basename(path));
  } catch (error) {
    throw new Error(`${path} cannot be read.`, { cause: error });
  }
}
