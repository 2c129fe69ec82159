/** Opens and reads heads from files in Node, with the page's own modules. */
import { isModel, modelFiles } from '../engine/model-files.js';
import { automaticEnd } from '../rooms/maps/head/scale.js';
import { specsOf } from '../rooms/maps/head/spec.js';
import { suggestion } from '../rooms/maps/head/suggestion.js';
import { outcomeOf } from '../rooms/maps/model-loading.js';
import { interpreted } from '../rooms/maps/reading/interpreted.js';
import { say, tensorList } from '../rooms/maps/reading/messages.js';
import { offText } from '../rooms/maps/reading/off.js';
import { sentence } from '../rooms/maps/reading/sentence.js';
import { mapsService } from '../rooms/maps/service/service.js';
import { NO_CORRECTIONS, fileOf, freshState, settled } from '../rooms/maps/state.js';
import { fileAt } from './files.mjs';
import { headsOfModel } from './model.mjs';
/** @import { FileEntry, HeadFound, MapsData, MapsService, MapSpec, MapsState, Reading } from '../rooms/maps/types.js' */
/** @import { Strings } from '../words/languages.js' */
/** @import { Options } from './options.mjs' */

/** The side of thumbnails, in pixels, as on a screen with one device pixel per CSS pixel. */
const THUMBNAIL = 32;

/**
 * Reads the heads in files, or those of a model that runs over a text. In the result, `state` shows the
 * selected head, or else the one that the page would open; `end` is the upper end of the color scale;
 * `summary` is the text for the terminal; `close` frees the files.
 *
 * @param {Options} options
 * @param {Strings} t
 */
export async function readHeads(options, t) {
  const { files, tokens, layer, head, heads, part, isPrint, theme, colormap, text, ids } = options;
  const model = text !== null || ids !== null ? await headsOfModel(options) : null;
  const blobs = model ? [model.file] : await Promise.all(files.map(fileAt));
  // What a model lacks is told as in the page. A config.json may also belong to a file of heads.
  if (!model && isModel(blobs)) modelFiles(blobs);
  if (tokens) blobs.push(new File([JSON.stringify(tokens)], 'tokens.json'));
  const service = mapsService({ module: /** @type {any} */ (undefined), workerText: '' });
  try {
    const all = await service.open(blobs);
    const opened = tokens ? { ...all, files: all.files.map(withoutTokens) } : all;
    const [refused] = opened.refused;
    if (refused) throw new Error(t.maps.overview.refused({ name: refused.name, why: refused.text }));
    const found = interpreted(opened, { ...NO_CORRECTIONS, part });
    if (part !== null && found.outcome?.candidate.part !== part)
      throw new Error(`${opened.files[0].name} has no part ${part}.`);
    const result = outcomeOf(found);
    if ('refused' in result) throw new Error(say(result.refused, t));
    const { reading } = result;
    const unused = found.outcome?.unused;
    if (tokens && reading.tokens.length === 0)
      throw new Error(
        `--tokens has ${counted(tokens.length, 'token')}, but the file has ${counted(reading.keys, 'key')}.`,
      );
    for (const each of heads ?? [{ layer: layer ?? 0, head: head ?? 0 }])
      if (each.layer >= reading.layers || each.head >= reading.heads)
        throw new Error(
          `There is no head ${each.head} of layer ${each.layer}: there are ${reading.layers} layers of ${reading.heads} heads, counted from 0.`,
        );
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
    const isSelected = layer !== null || head !== null || heads !== null;
    // A figure for print leaves the later keys of causal heads empty.
    if (!isSelected || isPrint) data.heads = await measured(service, reading);
    const fresh = { ...freshState({ map: colormap }, fileOf(opened.files[0].name, reading)), theme };
    /** @type {MapsState} */
    const state = isSelected
      ? { ...fresh, layer: layer ?? 0, head: head ?? 0, chosen: heads ?? [], suggested: null }
      : { ...settled(fresh, data), suggested: null };
    const { specs } = specsOf(state, data);
    const info = await service.map(/** @type {MapSpec} */ (specs.a));
    await service.release(info.id);
    const reason = suggestion({ state, data, language: t.language, t: t.maps.head }, [info]);
    return {
      openMaps: { service, data, specs, state },
      state,
      end: automaticEnd([info]),
      summary: [
        model?.summary,
        sentence(reading, t, result.size),
        offText(data, t),
        unused && unused.first.length > 0 ? t.maps.reading.aside({ list: tensorList(unused, t) }) : null,
        reason,
      ]
        .filter(Boolean)
        .join('\n'),
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
    { side: THUMBNAIL, tokens: ids?.length === reading.keys ? ids : null, sink: 1, reach: 1 },
    (found) => {
      for (const head of found) heads[head.layer * reading.heads + head.head] = head;
    },
  );
  const wrong = heads.find(({ problem }) => problem !== undefined);
  if (wrong) throw new Error(wrong.problem);
  return heads;
}

/**
 * Removes the tokens of a file with tensors, because the tokens of the command line take precedence.
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

/** @param {number} count @param {string} noun */
const counted = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;
