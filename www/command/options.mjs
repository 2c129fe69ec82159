/** Parses the command line: `heedmap file.npz -o figure.html`. */
import { parseArgs } from 'node:util';
import { FEWEST, LONGEST, STRUCTURES, syntheticName } from '../rooms/maps/large/synthetic.js';
import { MOST_CHOSEN } from '../rooms/maps/chosen/settings.js';
import { isWithin, pointsIn, RESOLUTIONS, SIZES, WIDTHS } from '../picture/print/length.js';
import { COLOR_MAPS, THEMES } from '../state/fields.js';
import { LANGUAGE_IDS } from '../state/languages.js';
/** @import { Display } from '../state/fields.js' */
/** @import { Language } from '../state/languages.js' */

export const HELP = `Usage: heedmap FILE... [-o figure.html|.pdf|.svg|.png] [options]
       heedmap MODEL --text TEXT [-o figure.html|.pdf|.svg|.png] [options]
       heedmap --mask EXPRESSION [-o mask.html] [options]
       heedmap --lesson NAME [-o lesson.html] [options]
       heedmap --link FRAGMENT [-o figure.html] [options]
       heedmap --synthetic TOKENS [-o heads.safetensors] [--structure NAME] [--causal]

Writes an interactive figure as one HTML file that works offline, or a picture of one head or of several for print.

  FILE                 .npy, .npz, .safetensors, .json, .csv or .tsv: weights, or q and k; several are read together
  MODEL                a model to run: a .gguf file, or a Hugging Face folder with config.json and .safetensors files
  --text TEXT          the text that the model reads
  --ids "15 1203 88"   the ids of its tokens instead, for a model without a tokenizer
  -o, --output FILE    the file to write; its extension is the format. Default: the name of the first file, as .html
  --layer N, --head N  one head, counted from 0. Default: all heads, or for a picture the one that the page would open
  --tokens "a b c"     the tokens, separated by spaces, or as a JSON list
  --bits 32|16|8       the precision of the numbers. Default: 32. The file states the largest error
  --most N             how many weights of each row are kept in a page, from the largest. Default: all
  --qk                 a page keeps q and k in place of weights, and computes the weights
  --part NAME          encoder, decoder or cross, of a file with several. Default: the first
  --mask EXPRESSION    a mask, such as "causal and window(4)", with --queries N and --keys N
  --lesson NAME        a lesson, such as words
  --link FRAGMENT      any figure of the page: the part of its link after the #
  --synthetic TOKENS   q and k of heads with a known structure, 16 to 262144 tokens, for the Models room
  --structure NAME     local, sink, needle or induction. Default: one head of each
  --causal             no query attends to a later key
  --title TEXT         the title of the page
  --language ${LANGUAGE_IDS.join('|')}     Default: en
  --theme light|dark   Default: the reader's
  --colormap NAME      ember, viridis, cividis or grey. Default: ember
  --scale N            the pixels of a PNG per pixel of the SVG, such as 1.5. Default: 2
  --heads "2.9 0.2"    the heads, as layer.head: a page of these, or a figure for print with (a), (b), …
  --width LENGTH       figure for print: its width, such as 84mm or 3.3in. Default: 85mm
  --font-size POINTS   figure for print: the size of type. Default: 7
  --font serif|sans    figure for print. Default: serif
  --columns N          figure for print: heads side by side. Default: 2
  --background NAME    figure for print: white or none. Default: white
  --digits             figure for print: numbers in the cells
  --hide NAMES         figure for print: without letters, names or legend, separated by commas
  --dpi N              figure for print: dots per inch of a PNG. Default: 300
  --version, --help

A .pdf is always a figure for print; an .svg and a .png are with any of its options.`;

/** Invalid arguments. */
export class UsageError extends Error {}

const CHOICES = /** @type {const} */ ({
  bits: ['32', '16', '8'],
  language: LANGUAGE_IDS,
  theme: THEMES,
  colormap: COLOR_MAPS,
  structure: STRUCTURES,
  part: ['encoder', 'decoder', 'cross'],
  font: ['serif', 'sans'],
  background: ['white', 'none'],
});
/** The options of figures for print. */
const OF_PRINT = /** @type {const} */ ([
  'heads',
  'width',
  'font-size',
  'font',
  'columns',
  'background',
  'digits',
  'hide',
  'dpi',
]);
/** The most heads in a figure for print. */
const MOST_PANELS = 16;
/** The parts of a figure for print that can be hidden. */
const PARTS = /** @type {const} */ (['letters', 'names', 'legend']);
const COUNTS = /** @type {const} */ (['layer', 'head', 'queries', 'keys', 'synthetic', 'columns', 'most']);
/** The options that apply to some figures only, and these figures. */
const ONLY = /** @type {const} */ ({
  layer: 'files',
  head: 'files',
  tokens: 'files with attention',
  bits: 'heads in a .html file',
  most: 'heads in a .html file',
  qk: 'heads in a .html file',
  part: 'files',
  scale: 'a .png file',
  queries: '--mask',
  keys: '--mask',
  structure: '--synthetic',
  causal: '--synthetic',
});
const TEXTS = /** @type {const} */ (['tokens', 'mask', 'lesson', 'link', 'title', 'text']);

/**
 * @typedef {object} Options
 * @property {string[]} files
 * @property {string} output
 * @property {'html' | 'pdf' | 'svg' | 'png' | 'safetensors'} kind
 * @property {boolean} isPrint - whether it is a figure for print
 * @property {{ layer: number, head: number }[] | null} heads - of a page, or of a figure for print
 * @property {number | null} most - how many weights of each row are kept
 * @property {boolean} qk - whether a page keeps q and k in place of weights
 * @property {'encoder' | 'decoder' | 'cross' | null} part
 * @property {import('../rooms/maps/export/print/layout.js').PrintOptions & { dpi: number | null }} print
 * @property {number | null} synthetic - tokens
 * @property {import('../rooms/maps/large/synthetic.js').Structure | null} structure
 * @property {boolean} causal
 * @property {number | null} layer
 * @property {number | null} head
 * @property {number | null} queries
 * @property {number | null} keys
 * @property {number | null} scale
 * @property {string[] | null} tokens
 * @property {string | null} text - what a model reads
 * @property {number[] | null} ids - of the tokens that a model reads
 * @property {string | null} mask
 * @property {string | null} lesson
 * @property {string | null} link
 * @property {string | null} title
 * @property {8 | 16 | 32} bits
 * @property {Language} language
 * @property {Display['theme']} theme
 * @property {Display['map']} colormap
 */

/**
 * @param {string[]} args
 * @returns {Options | 'help' | 'version'}
 * @throws {UsageError}
 */
export function parseOptions(args) {
  const { values, positionals: files } = parsed(args);
  if (values.help) return 'help';
  if (values.version) return 'version';
  if (files.includes('')) throw new UsageError('The name of a file is empty.');
  const sources = [files[0], values.mask, values.lesson, values.link, values.synthetic].filter(
    (source) => source !== undefined,
  );
  if (sources.length !== 1)
    throw new UsageError(
      sources.length === 0
        ? 'Name a file, a mask, a lesson or a link; --help says how.'
        : 'Files, a mask, a lesson and a link cannot be written into one figure: choose one of them.',
    );
  const isModel = values.text !== undefined || values.ids !== undefined;
  if (isModel && (files.length === 0 || (values.text !== undefined && values.ids !== undefined)))
    throw new UsageError(
      'A model is run with --text or with --ids: heedmap model.gguf --text "The cat sat".',
    );
  if (!isModel && files.some((file) => /\.gguf$/i.test(file)))
    throw new UsageError(`${files[0]} is a model: add --text "The cat sat", or --ids with ids of tokens.`);
  const structure = choiceIn('structure', values.structure);
  const synthetic = countIn('synthetic', values.synthetic);
  if (synthetic !== null && (synthetic < FEWEST || synthetic > LONGEST))
    throw new UsageError(`--synthetic is from ${FEWEST} to ${LONGEST} tokens, not ${synthetic}.`);
  const output =
    values.output ??
    (synthetic === null
      ? null
      : syntheticName({
          tokens: synthetic,
          structures: structure ? [structure] : STRUCTURES,
          causal: false,
        })) ??
    `${files.length > 0 ? stem(files[0]) : (values.lesson ?? (values.mask === undefined ? 'figure' : 'mask'))}.html`;
  const kind = /\.(html|pdf|svg|png|safetensors)$/i.exec(output)?.[1].toLowerCase();
  if (synthetic !== null && kind !== 'safetensors')
    throw new UsageError(`Synthetic heads are written to a .safetensors file, not “${output}”.`);
  if (!['html', 'pdf', 'svg', 'png'].includes(kind ?? '') && synthetic === null)
    throw new UsageError(`What is written ends in .html, .pdf, .svg or .png, not “${output}”.`);
  const counts = Object.fromEntries(COUNTS.map((name) => [name, countIn(name, values[name])]));
  const texts = Object.fromEntries(TEXTS.map((name) => [name, values[name] ?? null]));
  const bits = /** @type {Options['bits']} */ (Number(choiceIn('bits', values.bits) ?? 32));
  const look = {
    language: choiceIn('language', values.language) ?? 'en',
    theme: choiceIn('theme', values.theme),
    colormap: choiceIn('colormap', values.colormap) ?? 'ember',
  };
  const applies = new Set([
    files.length > 0 ? 'files' : '',
    files.length > 0 && !isModel ? ONLY.tokens : '',
    files.length > 0 && kind === 'html' ? ONLY.bits : '',
    kind === 'png' ? ONLY.scale : '',
    values.mask === undefined ? '' : '--mask',
    synthetic === null ? '' : '--synthetic',
  ]);
  for (const [name, what] of Object.entries(ONLY))
    if (name in values && !applies.has(what))
      throw new UsageError(`--${name} only applies to ${what}; --help says how.`);
  const isPage = files.length > 0 && kind === 'html';
  const used = OF_PRINT.filter((name) => name in values && !(name === 'heads' && isPage));
  const isPicture = files.length > 0 && ['pdf', 'svg', 'png'].includes(kind ?? '');
  if (used.length > 0 && !isPicture)
    throw new UsageError(`--${used[0]} only applies to heads in a .pdf, .svg or .png file; --help says how.`);
  if ('dpi' in values && kind !== 'png') throw new UsageError('--dpi only applies to a .png file.');
  if (used.length > 0 && 'scale' in values)
    throw new UsageError(
      '--scale is not for figures for print: --width and --dpi say how many pixels there are.',
    );
  if ('heads' in values && ('layer' in values || 'head' in values))
    throw new UsageError('--heads names all heads: leave --layer and --head out.');
  if (counts.most === 0) throw new UsageError('--most is at least 1.');
  if (values.qk && 'most' in values)
    throw new UsageError('--most keeps weights and --qk keeps none: choose one of them.');
  return /** @type {Options} */ ({
    isPrint: kind === 'pdf' || used.length > 0,
    heads: values.heads === undefined ? null : headsIn(values.heads, isPage ? MOST_CHOSEN : MOST_PANELS),
    part: choiceIn('part', values.part),
    print: printIn(values, counts.columns),
    files,
    output,
    kind,
    ...counts,
    ...texts,
    ...look,
    bits,
    structure,
    scale: scaleIn(values.scale),
    causal: values.causal === true,
    qk: values.qk === true,
    tokens: values.tokens === undefined ? null : tokensIn(values.tokens),
    ids: values.ids === undefined ? null : idsIn(values.ids),
  });
}

/** @param {string[]} args */
function parsed(args) {
  const text = /** @type {const} */ ({ type: 'string' });
  const yes = /** @type {const} */ ({ type: 'boolean' });
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        output: { type: 'string', short: 'o' },
        help: { type: 'boolean', short: 'h' },
        version: yes,
        layer: text,
        head: text,
        tokens: text,
        text,
        ids: text,
        bits: text,
        mask: text,
        queries: text,
        keys: text,
        lesson: text,
        link: text,
        title: text,
        language: text,
        theme: text,
        colormap: text,
        scale: text,
        synthetic: text,
        structure: text,
        causal: yes,
        heads: text,
        width: text,
        'font-size': text,
        font: text,
        columns: text,
        background: text,
        digits: yes,
        hide: text,
        dpi: text,
        most: text,
        qk: yes,
        part: text,
      },
    });
  } catch (error) {
    throw new UsageError(/** @type {Error} */ (error).message.split(/\.\s/)[0].replace(/\.?$/, '.'));
  }
}

/** The heads that are named. @param {string} text @param {number} most */
function headsIn(text, most) {
  const heads = text.split(/[\s;]+/).filter((head) => head !== '');
  if (heads.length === 0 || heads.length > most)
    throw new UsageError(`--heads names 1 to ${most} heads, not ${heads.length}.`);
  return heads.map((each) => {
    const [, layer, head] = /^(\d{1,5})[.:·](\d{1,5})$/.exec(each)?.map(Number) ?? [];
    if (layer === undefined)
      throw new UsageError(`--heads has heads such as 2.9, layer 2 and head 9, not “${each}”.`);
    return { layer, head };
  });
}

/**
 * The options of a figure for print.
 *
 * @param {ReturnType<typeof parsed>['values']} values @param {number | null} columns
 * @returns {Options['print']}
 */
function printIn(values, columns) {
  const width = pointsIn(values.width ?? '85mm');
  if (!isWithin(width, WIDTHS))
    throw new UsageError(`--width is from 10mm to 1000mm, such as 84mm or 3.3in, not “${values.width}”.`);
  const size = pointsIn(values['font-size'] ?? '7', 'pt');
  if (!isWithin(size, SIZES))
    throw new UsageError(
      `--font-size is from ${SIZES.least} to ${SIZES.most} points, not “${values['font-size']}”.`,
    );
  const dpi = values.dpi === undefined ? null : /^\d{1,5}$/.test(values.dpi) ? Number(values.dpi) : NaN;
  if (dpi !== null && !isWithin(dpi, RESOLUTIONS))
    throw new UsageError(
      `--dpi is a whole number from ${RESOLUTIONS.least} to ${RESOLUTIONS.most}, not “${values.dpi}”.`,
    );
  const hidden = (values.hide ?? '').split(/[\s,]+/).filter((part) => part !== '');
  const unknown = hidden.find((part) => !PARTS.some((name) => name === part));
  if (unknown !== undefined)
    throw new UsageError(`--hide is letters, names or legend, separated by commas, not “${unknown}”.`);
  if (columns === 0) throw new UsageError('--columns is at least 1.');
  const [letters, names, legend] = PARTS.map((part) => !hidden.includes(part));
  return {
    width: /** @type {number} */ (width),
    size: /** @type {number} */ (size),
    font: choiceIn('font', values.font) ?? 'serif',
    background: choiceIn('background', values.background) ?? 'white',
    digits: values.digits === true,
    columns: columns ?? 2,
    ...{ letters, names, legend, dpi },
  };
}

/** @param {string} name @param {string | undefined} text */
function countIn(name, text) {
  if (text === undefined) return null;
  if (!/^\d{1,9}$/.test(text))
    throw new UsageError(`--${name} is a whole number of at most 9 digits, not “${text}”.`);
  return Number(text);
}

/** @param {string | undefined} text */
function scaleIn(text) {
  if (text === undefined) return null;
  if (!/^\d{1,6}(?:\.\d{1,6})?$/.test(text) || Number(text) === 0)
    throw new UsageError(`--scale is a number above 0, not “${text}”.`);
  return Number(text);
}

/**
 * @template {keyof typeof CHOICES} K
 * @param {K} name
 * @param {string | undefined} text
 * @returns {typeof CHOICES[K][number] | null}
 */
function choiceIn(name, text) {
  if (text === undefined) return null;
  const found = CHOICES[name].find((choice) => choice === text);
  if (!found)
    throw new UsageError(
      `--${name} is ${CHOICES[name].join(', ').replace(/, ([^,]*)$/, ' or $1')}, not “${text}”.`,
    );
  return found;
}

/** @param {string} text */
function tokensIn(text) {
  const tokens = listIn(text) ?? text.split(/\s+/).filter((token) => token !== '');
  if (tokens.length === 0) throw new UsageError('--tokens names no token.');
  if (!tokens.every((token) => typeof token === 'string'))
    throw new UsageError('--tokens is a JSON list, but not all of it is text: write each token in quotes.');
  return tokens;
}

/** @param {string} text */
function idsIn(text) {
  const ids = text.split(/[\s,]+/).filter((id) => id !== '');
  if (ids.length === 0 || !ids.every((id) => /^\d{1,9}$/.test(id)))
    throw new UsageError(`--ids is a list of whole numbers, such as "15 1203 88", not “${text}”.`);
  return ids.map(Number);
}

/** A JSON list, or null: spaces may separate tokens, and the first may be a bracket. @param {string} text */
function listIn(text) {
  try {
    const list = JSON.parse(text);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

/** The name of a file without its extension, or that of a folder. @param {string} path */
function stem(path) {
  const name = path.replace(/[/\\]+$/, '').replace(/^.*[/\\]/, '');
  return name.replace(/\.[^.]*$/, '') || 'figure';
}
