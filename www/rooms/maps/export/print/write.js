/** Writes a figure for print as a file, in a browser. */
import { canvasOf, pngOf, svgIn } from '../../../../picture/export.js';
import { FONTS } from '../../../../picture/print/fonts.js';
import { POINTS } from '../../../../picture/print/length.js';
import { pdf } from '../../../../picture/print/pdf-loader.js';
import { withDensity } from '../../../../picture/print/png-density.js';
import { widthOf } from '../../../../ui/labels.js';
import { printScene } from './layout.js';
/** @import { FontName, PrintMeasure } from '../../../../picture/print/fonts.js' */
/** @import { Rasterize } from '../../../../picture/print/pdf.js' */
/** @import { PrintOptions } from './layout.js' */

/** Pixels of a point in the image of a text that the fonts of a PDF do not have: 600 dots per inch. */
const SHARP = 600 / POINTS.in;

/**
 * Measures texts as the browser draws them. @param {FontName} font @returns {PrintMeasure}
 */
export const measureIn =
  (font) =>
  (text, size, bold = false) =>
    // In a large size, because widths of small ones are rounded.
    (widthOf(text, `${bold ? '600 ' : ''}100px ${FONTS[font]}`) * size) / 100;

/**
 * @param {Parameters<typeof printScene>[0]} figure
 * @param {PrintOptions} options
 * @param {{ kind: 'pdf' | 'svg' | 'png', dpi: number, alt: string }} file
 * @returns {Promise<{ blob: Blob, missing: string[] }>} `missing`: the texts that a PDF has as images
 */
export async function written(figure, options, { kind, dpi, alt }) {
  if (kind !== 'pdf') {
    const { scene } = printScene(figure, options, measureIn(options.font));
    if (kind === 'svg') {
      const text = svgIn(scene, { width: scene.width, unit: 'pt', description: alt });
      return { blob: new Blob([text], { type: 'image/svg+xml' }), missing: [] };
    }
    const png = await pngOf(canvasOf(scene, Math.round((scene.width * dpi) / POINTS.in)));
    const bytes = withDensity(new Uint8Array(await png.arrayBuffer()), dpi);
    return { blob: new Blob([bytes], { type: 'image/png' }), missing: [] };
  }
  const { pdfWriter } = await pdf.load();
  const writer = pdfWriter(options.font);
  const { scene } = printScene(figure, options, writer.measure);
  const texts = scene.shapes.flatMap((shape) => (shape.kind === 'text' ? String(shape.text) : []));
  const bytes = writer.write(
    { ...scene, title: alt || scene.title },
    { rasterize: rasterizeIn(options.font) },
  );
  return { blob: new Blob([bytes], { type: 'application/pdf' }), missing: writer.missing(texts) };
}

/**
 * Draws a text as an image. @param {FontName} font @returns {Rasterize}
 */
const rasterizeIn = (font) => (text, size, fill) => {
  const canvas = document.createElement('canvas');
  const style = `${size * SHARP}px ${FONTS[font]}`;
  let context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.font = style;
  const measured = context.measureText(text);
  const [above, below] = [size, size * 0.35].map((length) => Math.ceil(length * SHARP));
  canvas.width = Math.max(1, Math.ceil(measured.width));
  canvas.height = above + below;
  context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  Object.assign(context, { font: style, fillStyle: fill });
  context.fillText(text, 0, above);
  const { width: columns, height: rows } = canvas;
  const pixels = context.getImageData(0, 0, columns, rows).data;
  return { pixels, columns, rows, width: columns / SHARP, above: above / SHARP, below: below / SHARP };
};
