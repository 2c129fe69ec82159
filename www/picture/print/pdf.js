/**
 * A scene as a PDF with one page of its size, by jsPDF. Its fonts are embedded, as publishers demand, so text
 * is text at its size. Images of cells are not smoothed.
 */
import { jsPDF } from '../../pkg/jspdf.js';
import { FACES } from '../../pkg/print-fonts.js';
import { strokesOf } from '../canvas.js';
import { wellFormed } from '../text.js';
/** @import { Kind, Scene } from '../types.js' */
/** @import { FontName, PrintMeasure } from './fonts.js' */

/** A matrix with more rows or columns is an image. */
const MOST_SHAPES = 128;
/** The dates and the id of all files, so that the same figure is the same file. */
const [DATE, ID] = ["D:20000101000000+00'00'", '0'.repeat(32)];

/** A part of a text in one face. @typedef {{ text: string, face: string }} Run */

/**
 * A text that the fonts do not have.
 *
 * @typedef {(text: string, size: number, fill: string) => { pixels: Uint8ClampedArray, columns: number, rows: number, width: number, above: number, below: number }} Rasterize
 */

/** The files of a font. @param {FontName} font */
export const facesOf = (font) => FACES[font];

/**
 * A writer of PDF in one font.
 *
 * @param {FontName} font
 */
export function pdfWriter(font) {
  const faces = FACES[font];
  /** A document that measures texts. */
  const measured = opened([10, 10], font);
  const metrics = new Map(faces.map(({ name }) => [name, metadataOf(measured, name)]));
  const has = (/** @type {string} */ face, /** @type {string} */ character) =>
    (metrics.get(face)?.characterToGlyph(character.codePointAt(0) ?? 0) ?? 0) !== 0;

  /**
   * A text in parts, each in the first face that has its characters; `face` is empty for characters of none.
   *
   * @param {string} text @param {boolean} bold @returns {Run[]}
   */
  function runsOf(text, bold) {
    const candidates = faces.filter((face) => face.bold === bold || !face.bold);
    // The bold faces come first for bold text, and the others fill in.
    const inOrder = bold ? [...candidates].sort((a, b) => Number(b.bold) - Number(a.bold)) : candidates;
    /** @type {Run[]} */
    const runs = [];
    for (const character of wellFormed(text)) {
      const last = runs.at(-1);
      // A space stays with what is before it.
      if (last && last.face !== '' && has(last.face, character)) last.text += character;
      else {
        const face = inOrder.find(({ name }) => has(name, character))?.name ?? '';
        if (last?.face === face) last.text += character;
        else runs.push({ text: character, face });
      }
    }
    return runs;
  }
  /** @param {Run} run @param {number} size */
  function runWidth({ text, face }, size) {
    if (face === '') return size * Array.from(text).length;
    measured.setFont(face);
    return measured.getStringUnitWidth(text) * size;
  }

  return {
    /** @type {PrintMeasure} */
    measure: (text, size, bold = false) =>
      runsOf(text, bold).reduce((sum, run) => sum + runWidth(run, size), 0),
    /** The characters of texts that the fonts do not have. @param {string[]} texts */
    missing: (texts) => [
      ...new Set(texts.flatMap((text) => runsOf(text, false).flatMap((run) => (run.face ? [] : [run.text])))),
    ],
    /**
     * @param {Scene} scene - in points
     * @param {{ rasterize?: Rasterize }} [options] - draws the texts that the fonts do not have
     * @returns {Uint8Array<ArrayBuffer>}
     * @throws {Error} if the fonts do not have a text, and nothing draws it
     */
    write(scene, { rasterize } = {}) {
      const document = opened([scene.width, scene.height], font);
      document.setProperties({ title: wellFormed(scene.title), creator: 'Heedmap' });
      if (scene.paper !== null) {
        document.setFillColor(scene.paper);
        document.rect(0, 0, scene.width, scene.height, 'F');
      }
      let opacity = 1;
      for (const shape of scene.shapes) {
        if ((shape.opacity ?? 1) !== opacity) {
          opacity = shape.opacity ?? 1;
          // The types of jsPDF do not have this constructor.
          const { GState } = /** @type {any} */ (document);
          document.setGState(new GState({ opacity, 'stroke-opacity': opacity }));
        }
        switch (shape.kind) {
          case 'rect':
            document.setFillColor(shape.fill);
            document.rect(shape.x, shape.y, shape.width, shape.height, 'F');
            break;
          case 'frame':
          case 'line':
            for (const { stroke, width } of strokesOf(shape)) {
              document.setDrawColor(stroke).setLineWidth(width);
              if (shape.kind === 'frame') document.rect(shape.x, shape.y, shape.width, shape.height, 'S');
              else drawLine(document, shape);
            }
            break;
          case 'cells':
            drawCells(document, shape);
            break;
          case 'text':
            drawText(document, shape, rasterize);
            break;
          default:
            throw new Error(`a figure for print has no ${shape.kind}`);
        }
      }
      return new Uint8Array(document.output('arraybuffer'));
    },
  };

  /** @param {jsPDF} document @param {Kind<'text'>} shape @param {Rasterize} [rasterize] */
  function drawText(document, { x, y, text, size, fill, anchor, bold = false, turn = 0 }, rasterize) {
    const runs = runsOf(typeof text === 'string' ? text : text.map((span) => span.text).join(''), bold);
    const widths = runs.map((run) => runWidth(run, size));
    const length = widths.reduce((sum, width) => sum + width, 0);
    const angle = (turn * Math.PI) / 180;
    let along = anchor === 'start' ? 0 : anchor === 'end' ? -length : -length / 2;
    document.setFontSize(size).setTextColor(fill);
    runs.forEach((run, at) => {
      const [left, top] = [x + along * Math.cos(angle), y + along * Math.sin(angle)];
      along += widths[at];
      if (run.face !== '') {
        document.setFont(run.face);
        document.text(run.text, left, top, { angle: -turn });
        return;
      }
      if (!rasterize)
        throw new Error(
          `the fonts of a PDF have Latin, Greek and Cyrillic letters, but not “${run.text}”: write an SVG or a PNG`,
        );
      const drawn = rasterize(run.text, size, fill);
      const scale = Math.min(1, widths[at] / drawn.width);
      const [width, height] = [drawn.width * scale, (drawn.above + drawn.below) * scale];
      const below = drawn.below * scale;
      // jsPDF turns an image around its lower left corner.
      document.addImage({
        imageData: /** @type {any} */ ({
          data: drawn.pixels,
          width: drawn.columns,
          height: drawn.rows,
        }),
        format: 'RGBA',
        x: left - below * Math.sin(angle),
        y: top + below * Math.cos(angle) - height,
        width,
        height,
        rotation: -turn,
        compression: 'FAST',
      });
    });
  }
}

/** A document of one page with the faces of a font. @param {[number, number]} size @param {FontName} font */
function opened(size, font) {
  const document = new jsPDF({
    unit: 'pt',
    format: size,
    orientation: size[0] > size[1] ? 'landscape' : 'portrait',
    compress: true,
    putOnlyUsedFonts: true,
    precision: 4,
  });
  document.setCreationDate(DATE).setFileId(ID);
  for (const { name, base64 } of FACES[font]) {
    document.addFileToVFS(`${name}.ttf`, base64);
    document.addFont(`${name}.ttf`, name, 'normal');
  }
  return document;
}

/** What jsPDF knows of a face. @param {jsPDF} document @param {string} name */
function metadataOf(document, name) {
  document.setFont(name);
  return /** @type {{ characterToGlyph(code: number): number }} */ (
    /** @type {any} */ (document).internal.getFont().metadata
  );
}

/** @param {jsPDF} document @param {Kind<'line'>} line */
function drawLine(document, { x, y, points: [[firstX, firstY], ...rest] }) {
  const steps = rest.map(([toX, toY], at) => {
    const [fromX, fromY] = at === 0 ? [firstX, firstY] : rest[at - 1];
    return [toX - fromX, toY - fromY];
  });
  document.lines(steps, x + firstX, y + firstY, [1, 1], 'S');
}

/** @param {jsPDF} document @param {Kind<'cells'>} cells */
function drawCells(document, { x, y, width, height, rows, cols, pixels, gap = 0 }) {
  if (rows > MOST_SHAPES || cols > MOST_SHAPES) {
    const data = new Uint8ClampedArray(pixels);
    document.addImage({
      imageData: /** @type {any} */ ({ data, width: cols, height: rows }),
      format: 'RGBA',
      ...{ x, y, width, height },
      compression: 'FAST',
    });
    return;
  }
  for (let cell = 0; cell < rows * cols; cell += 1) {
    const [red, green, blue, alpha] = pixels.subarray(4 * cell, 4 * cell + 4);
    if (alpha === 0) continue;
    document.setFillColor(red, green, blue);
    document.rect(
      x + ((cell % cols) * width) / cols + gap / 2,
      y + (Math.floor(cell / cols) * height) / rows + gap / 2,
      width / cols - gap,
      height / rows - gap,
      'F',
    );
  }
}
