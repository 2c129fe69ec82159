/** The command `heedmap`: figures from files, masks, lessons and links, without a browser. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { headsFile, packedHeads, stateFile } from '../page/save/compose.js';
import { chosen, MAX_NUMBERS, numbersOf } from '../page/save/heads.js';
import { sizeText, titleOfHeads } from '../page/save/captions.js';
import { gatheredVectors, packedVectors, vectorPlaces } from '../page/save/vectors.js';
import { roomIdOf } from '../rooms/names.js';
import { room as contrast } from '../rooms/contrast/room.js';
import { LESSON_IDS } from '../rooms/learn/lessons/index.js';
import { room as learn } from '../rooms/learn/room.js';
import { STRUCTURES, syntheticPieces } from '../rooms/maps/large/synthetic.js';
import { room as maps } from '../rooms/maps/room.js';
import { room as masks } from '../rooms/masks/room.js';
import { pngOfSvg, svgOfMatrix } from '../picture.js';
import { freshState } from '../rooms/learn/state/state.js';
import { unpackLink } from '../state/packed-link.js';
import { LANGUAGES } from '../page/words/index.js';
import { withPeriod } from '../words/as-sentence.js';
import { readHeads } from './heads.mjs';
import { printed } from './print.mjs';
import { HELP, parseOptions, UsageError } from './options.mjs';
import { scriptsOf } from '../page/scripts.js';
/** @import { Room } from '../types.js' */
/** @import { FileParts } from '../page/save/compose.js' */
/** @import { OpenMaps } from '../page/save/heads.js' */
/** @import { Options } from './options.mjs' */
/** @import { Language } from '../state/languages.js' */

const ROOMS = /** @type {Record<string, Room<any>>} */ ({ learn, masks, contrast });

/**
 * Runs the command line.
 *
 * @param {string[]} args
 * @param {{ log: (text: string) => void, error: (text: string) => void }} [out]
 * @returns {Promise<number>} the exit code: 1 for errors, 2 for invalid arguments
 */
export async function run(args, out = console) {
  try {
    const options = parseOptions(args);
    if (options === 'help') out.log(HELP);
    else if (options === 'version')
      out.log(JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8')).version);
    else if (options.synthetic !== null) out.log(await writeSynthetic(options, options.synthetic));
    else out.log(options.files.length > 0 ? await writeHeads(options) : await writeState(options));
    return 0;
  } catch (error) {
    out.error(`heedmap: ${withPeriod(error)}`);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Deflates bytes; older versions of Node have no stream for it. @param {Uint8Array} bytes */
const deflated = async (bytes) => new Uint8Array(await promisify(deflateRaw)(bytes));

/** @param {Options} options */
async function writeHeads(options) {
  const { kind, language, bits, output, heads, most, qk } = options;
  const t = LANGUAGES[language];
  await maps.load(/** @type {any} */ (undefined));
  const { openMaps, state, summary, end, close } = await readHeads(options, t);
  try {
    if (options.isPrint) {
      const { content, notes } = await printed(options, openMaps, state, t);
      return [summary, ...notes, await write(output, content)].join('\n');
    }
    const isOne = kind !== 'html' || options.layer !== null || options.head !== null;
    const which = heads ? 'chosen' : isOne ? 'shown' : 'all';
    const { specs, shape } = chosen(openMaps, which);
    const tooMany = (/** @type {number} */ count) =>
      new Error(t.save.dialog.tooMany({ numbers: String(count), most: String(MAX_NUMBERS) }));
    const readNumbers = () => {
      const count = shape.reduce((all, side) => all * side, 1);
      if (count > MAX_NUMBERS) throw tooMany(count);
      return numbersOf(openMaps, specs, () => {});
    };
    const choice = /** @type {const} */ ({ which, bits, shape, most });
    const page = async () => {
      const packed = qk
        ? { heads: null, ...(await vectorsOf(openMaps, choice, tooMany)) }
        : await packedHeads(openMaps, choice, await readNumbers(), deflated);
      return headsFile(await partsOf(maps, state, options), state, openMaps, { ...choice, ...packed }).text;
    };
    const content =
      kind === 'html' ? await page() : await pictureOf(options, openMaps, await readNumbers(), end);
    return `${summary}\n${await write(output, content)}`;
  } finally {
    close();
  }
}

/**
 * The q and k of heads, which a page keeps in place of their weights.
 *
 * @param {OpenMaps} openMaps
 * @param {Parameters<typeof packedVectors>[1]} choice
 * @param {(count: number) => Error} tooMany - for more numbers than fit into a file
 */
async function vectorsOf(openMaps, choice, tooMany) {
  const places = vectorPlaces(openMaps, choice.which);
  if (!places)
    throw new Error(
      openMaps.data.reading.kind === 'qk'
        ? 'The weights of these heads need more than q and k: leave --qk out.'
        : `${openMaps.data.opened.files[0].name} has weights, and --qk is for q and k: leave it out.`,
    );
  const gathered = await gatheredVectors(openMaps, places, choice.which, () => {}, MAX_NUMBERS);
  if ('tooMany' in gathered) throw tooMany(gathered.tooMany);
  return packedVectors(openMaps, choice, gathered, () => {}, undefined, deflated);
}

/**
 * One head as a picture.
 *
 * @param {Options} options
 * @param {OpenMaps} openMaps
 * @param {Float32Array} data
 * @param {ReturnType<typeof import('../rooms/maps/head/scale.js').automaticEnd>} end - the upper end of the
 *   color scale
 */
async function pictureOf({ kind, title, colormap, theme, language, scale }, openMaps, data, end) {
  const { reading } = openMaps.data;
  const { queries: rows, keys: cols } = reading;
  const [tokens, queryTokens] = await Promise.all(
    [reading.tokens, reading.queryTokens].map((raw) => textsOf(openMaps, raw)),
  );
  const svg = await svgOfMatrix({
    rows,
    cols,
    data,
    colormap,
    theme: theme ?? 'light',
    language,
    title: title ?? titleOfHeads(openMaps, 'shown', openMaps.data.opened.files[0].name, LANGUAGES[language]),
    queryLabels: queryTokens.length > 0 ? queryTokens : rows === cols && tokens.length > 0 ? tokens : null,
    keyLabels: tokens.length > 0 ? tokens : null,
    ...(end.by === 'unit' ? {} : { low: 0, high: end.high }),
  });
  return kind === 'svg' ? svg : pngOfSvg(svg, { scale: scale ?? 2 });
}

/** The texts of tokens, without the spaces around them. @param {OpenMaps} openMaps @param {string[]} raw */
async function textsOf({ service }, raw) {
  return raw.length === 0
    ? []
    : (await service.tokens(raw, null)).tokens.map(({ text }) => text.trim() || text);
}

/**
 * Queries and keys with a known structure, for the Models room.
 *
 * @param {Options} options @param {number} tokens
 */
async function writeSynthetic({ output, structure, causal }, tokens) {
  const structures = structure === null ? STRUCTURES : [structure];
  // Written in pieces, because a long head is too large for one buffer.
  await writeFile(output, Readable.from(syntheticPieces({ tokens, structures, causal }))).catch((error) => {
    throw new Error(`${output} cannot be written.`, { cause: error });
  });
  const { size } = await stat(output);
  return `Synthetic heads (${structures.join(', ')}), ${tokens} tokens\n${output}, ${sizeText(size, 'en')}`;
}

/** Writes a mask, a lesson, or the figure of a link. @param {Options} options */
async function writeState(options) {
  const { language, output, kind } = options;
  if (kind !== 'html')
    throw new UsageError(
      'Only heads of files become pictures here: a mask, a lesson and a link are saved as .html, or as pictures from the page.',
    );
  const { room, state } = await stateOf(options);
  await room.load(/** @type {any} */ (undefined));
  const refused = room.refusal(state, LANGUAGES[language]);
  if (refused !== null) throw new Error(refused);
  return write(output, stateFile(await partsOf(room, state, options), state).text);
}

/** @param {Room<any>} room @param {any} state @param {Options} options @returns {Promise<FileParts>} */
async function partsOf(room, state, { language, title }) {
  const scripts = await scriptTexts(room, state, language);
  return { room, language, t: LANGUAGES[language], scripts, title: title ?? undefined };
}

/** @param {Options} options @returns {Promise<{ room: Room<any>, state: any }>} */
async function stateOf({ mask, lesson, link, queries, keys, theme, colormap }) {
  if (mask !== null) {
    const fresh = masks.fresh({ theme });
    const sizes = { queries: queries ?? fresh.queries, keys: keys ?? queries ?? fresh.keys };
    return {
      room: masks,
      state: { ...fresh, text: mask, ...sizes, tied: sizes.queries === sizes.keys, map: colormap },
    };
  }
  if (lesson !== null) {
    if (!LESSON_IDS.includes(lesson))
      throw new UsageError(`There is no lesson “${lesson}”: there are ${LESSON_IDS.join(', ')}.`);
    return { room: learn, state: { ...freshState(lesson), theme, map: colormap } };
  }
  const plain = await unpackLink(/** @type {string} */ (link).replace(/^.*#/s, '')).catch(() => '');
  const room = plain === '' ? undefined : ROOMS[roomIdOf(plain) ?? ''];
  const read = room?.decode(plain);
  if (!room || !read?.state)
    throw new Error('The link could not be read, or is of files, which are named instead.');
  return { room, state: { ...read.state, ...(theme ? { theme } : {}) } };
}

/** Writes a file and returns its name and size. @param {string} path @param {string | Uint8Array} data */
async function write(path, data) {
  await writeFile(path, data).catch((error) => {
    throw new Error(`${path} cannot be written.`, { cause: error });
  });
  return `${path}, ${sizeText(typeof data === 'string' ? Buffer.byteLength(data) : data.length, 'en')}`;
}

/**
 * The texts of a room's scripts, as saved pages have them, from the package or the checkout.
 *
 * @param {Room<any>} room
 * @param {any} state
 * @param {Language} language
 */
function scriptTexts(room, state, language) {
  return Promise.all(
    ['shell', 'frame', ...scriptsOf(room.id, language, true), ...(room.needs?.(state) ?? [])].map(
      async (name) => {
        const file = new URL(
          `../dist/${name === 'shell' ? 'heedmap' : `heedmap-${name}`}.js`,
          import.meta.url,
        );
        const text = await readFile(file, 'utf8').catch((error) => {
          throw new Error(
            `The script ${file.pathname.replace(/^.*\//, '')} is not there: the package is incomplete, or the checkout was not built.`,
            { cause: error },
          );
        });
        return text.trimEnd();
      },
    ),
  );
}
