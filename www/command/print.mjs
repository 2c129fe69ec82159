/** Figures for print from the command line, in the layout of the page. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { paintMap } from '../engine/maps.js';
import { pngOfSvg } from '../picture.js';
import { FONTS } from '../picture/print/fonts.js';
import { POINTS } from '../picture/print/length.js';
import { facesOf, pdfWriter } from '../picture/print/pdf.js';
import { withDensity } from '../picture/print/png-density.js';
import { pngUrl } from '../picture/png-url.js';
import { svgOf } from '../picture/svg.js';
import { WORDS } from '../rooms/maps/export/print/words.js';
import { printScene, TooNarrow } from '../rooms/maps/export/print/layout.js';
import { printPanels, RESOLUTION } from '../rooms/maps/export/print/panels.js';
/** @import { OpenMaps } from '../page/save/heads.js' */
/** @import { MapsState } from '../rooms/maps/types.js' */
/** @import { Strings } from '../words/languages.js' */
/** @import { Options } from './options.mjs' */

/** CSS pixels in an inch, which a rasterizer has for a scale of 1. */
const PIXELS = 96;

/**
 * Chosen heads as one figure.
 *
 * @param {Options} options
 * @param {OpenMaps} openMaps
 * @param {MapsState} state
 * @param {Strings} t
 * @returns {Promise<{ content: string | Uint8Array, notes: string[] }>} `notes`: what did not fit
 */
export async function printed({ kind, print, heads, title, language, layer, head }, openMaps, state, t) {
  const { service } = openMaps;
  const { reading } = openMaps.data;
  const tokensOf = async (/** @type {string[]} */ tokens) =>
    tokens.length > 0 ? service.tokens(tokens, null) : null;
  const [tokens, queryTokens] = [await tokensOf(reading.tokens), await tokensOf(reading.queryTokens)];
  const data = { ...openMaps.data, tokens, queryTokens };
  const wanted = heads ?? [{ layer: layer ?? state.layer, head: head ?? state.head }];
  const appearance = /** @type {const} */ ({ theme: 'light', ratio: 1, font: '' });
  const model = { state, language, t, data, openScale: null, appearance };
  const words = WORDS[language];
  const dpi = print.dpi ?? RESOLUTION;
  const cell = (print.width / POINTS.in / reading.keys) * Math.max(dpi, RESOLUTION);
  const read = await printPanels(model, service, wanted, { region: null, cell, paint: paintMap });
  const { panels, bars } = read;
  const names = panels.map(({ name }) => name).join('; ');
  const figure = {
    ...read,
    title: title ?? names,
    bars: bars.map((bar) => ({ ...bar, text: `${bar.text}; ${words.axes}` })),
  };
  const writer = pdfWriter(print.font);
  const layout = () => {
    try {
      return printScene(figure, print, writer.measure);
    } catch (error) {
      throw error instanceof TooNarrow ? new Error(words.tooNarrow, { cause: error }) : error;
    }
  };
  const { scene, fit } = layout();
  const size = String(print.size);
  const notes = [
    ...(fit.hasAllLabels ? [] : [words.thinned({ size })]),
    ...(fit.hasDigits ? [] : [words.noDigits({ size })]),
  ];
  if (kind === 'pdf') return { content: writer.write(scene), notes };
  const alt = title ?? words.altText({ heads: names });
  const svg = svgOf(
    { ...scene, font: FONTS[print.font] },
    { width: scene.width, unit: 'pt', description: alt, picture: pngUrl },
  );
  if (kind === 'svg') return { content: svg, notes };
  const png = await withFonts(print.font, (fontFiles) => pngOfSvg(svg, { scale: dpi / PIXELS, fontFiles }));
  return { content: withDensity(png, dpi), notes };
}

/**
 * Runs a function with the files of a font. The rasterizer takes only paths, and few systems have the font
 * that texts are measured with.
 *
 * @template R
 * @param {Parameters<typeof facesOf>[0]} font
 * @param {(paths: string[]) => Promise<R>} run
 */
async function withFonts(font, run) {
  const folder = await mkdtemp(join(tmpdir(), 'heedmap-fonts-'));
  try {
    const write = async (/** @type {{ name: string, base64: string }} */ { name, base64 }) => {
      const path = join(folder, `${name}.ttf`);
      await writeFile(path, Buffer.from(base64, 'base64'));
      return path;
    };
    return await run(await Promise.all(facesOf(font).map(write)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
