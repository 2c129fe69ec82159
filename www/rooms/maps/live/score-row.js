import { decimal } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
import { boxOf, cellOf } from '../../../ui/grid.js';
import { digitShapes, textShape } from '../head/map-scene.js';
import { inkOn } from '../head/paint-cells.js';
import { paintMap } from '../program.js';
/** @import { Shape } from '../../../picture/types.js' */
/** @import { ScoreRow } from './types.js' */

/** The height of the row, its distance from the cells, and that of its name, in CSS pixels. */
const [HEIGHT, GAP, NAME_GAP] = [29, 8, 7];
/** How far the baseline of the name is below the middle of the row, alone and above the range. */
const [ALONE, ABOVE, BELOW] = [4, -2, 11];

/**
 * The scores of a query below its map: each stands under its column, and 0 is in the middle of the colors.
 * Keys that the query does not see have none.
 *
 * @param {number} query
 * @param {Float64Array} scores - NaN for keys that are not seen
 * @returns {ScoreRow}
 */
export const scoreRow = (query, scores) => ({
  query,
  scores,
  shapes(viewport, { activeCell, appearance, state, t }, look) {
    const { col, width, cellWidth } = viewport;
    const top = viewport.height + GAP;
    const row = { ...viewport, row: -top / HEIGHT, cellHeight: HEIGHT };
    const high = scores.reduce((most, score) => Math.max(most, Math.abs(score) || 0), 0) || 1;
    const pixels = paintMap({
      rows: 1,
      cols: scores.length,
      data: Float32Array.from(scores),
      map: state.map,
      theme: appearance.theme,
      scale: { kind: 'diverging', low: -high, high },
    });
    const end = Math.min(scores.length, Math.ceil(col + width / cellWidth));
    const cells = [...scores.keys()]
      .slice(Math.floor(col), end)
      .filter((key) => !Number.isNaN(scores[key]))
      .map((key) => ({ query: 0, key, value: scores[key], fill: inkOn(pixels, 4 * key) }));
    const box = (/** @type {typeof cells[number]} */ cell) => {
      const { left: x, top: y, ...size } = boxOf(row, cellOf(cell));
      return { x, y, ...size };
    };
    const boxes = cells.map((cell) => {
      const [red, green, blue] = pixels.subarray(4 * cell.key);
      return /** @type {Shape} */ ({ kind: 'rect', ...box(cell), fill: `rgb(${red}, ${green}, ${blue})` });
    });
    const { ink, paper, soft } = look.inks;
    const digits = digitShapes(cells, row, look, false);
    const name = (/** @type {string} */ text, /** @type {number} */ below) =>
      textShape(text, -NAME_GAP, top + HEIGHT / 2 + below, soft);
    return {
      // Without digits, the name says what the colors mean.
      around:
        digits.length > 0
          ? [name(t.score, ALONE)]
          : [name(t.score, ABOVE), name(`±${decimal(look.language, high, 2)}`, BELOW)],
      over: [
        ...boxes,
        ...digits,
        ...cells
          .filter(({ key }) => key === activeCell?.key)
          .map(
            (cell) =>
              /** @type {Shape} */ ({ kind: 'frame', ...box(cell), stroke: ink, thickness: 2, rim: paper }),
          ),
      ],
    };
  },
  table: ({ activeCell, labels, language, t }) =>
    html`<table class="hidden score-row">
      <caption>
        ${t.scores({ query: labels.query[query].text })}
      </caption>
      <tbody>
        ${labels.key.map(
          ({ text }, key) =>
            !Number.isNaN(scores[key]) &&
            html`<tr key=${key} aria-current=${key === activeCell?.key ? 'true' : null}>
              <th scope="row">${text}</th>
              <td>${decimal(language, scores[key], 2)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`,
});
