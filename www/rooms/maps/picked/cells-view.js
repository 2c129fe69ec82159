import { html, useRef } from '../../../ui/html.js';
import { Shapes, useColors } from './picture.js';
/** @import { View } from '../../../ui/html.js' */
/** @import { Shape } from '../../../picture/types.js' */
/** @import { Scene } from '../head/scene.js' */
/** @import { Cells as Grid } from './kept-scene.js' */

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** How far an arrow key goes, in queries and keys. @param {string} key */
export const stepOf = (key) => ARROWS[/** @type {keyof typeof ARROWS} */ (key)] ?? [0, 0];

/**
 * A picture of cells in three states. A click, or the pointer, says its row and column.
 *
 * @template F
 * @param {object} props
 * @param {Scene} props.scene
 * @param {F | null} props.found - what the weights follow from
 * @param {Parameters<typeof useColors<F>>[3]} props.weightsOf
 * @param {[rows: number, cols: number]} props.size - of what the picture shows
 * @param {(row: number, col: number) => void} props.choose
 * @param {(cell: { query: number, key: number } | null) => void} [props.point]
 * @param {Record<string, string>} [props.named] - attributes of the box
 * @param {(cells: Grid) => Shape[]} [props.shapesOf] - drawn above the cells
 * @param {View} [props.children] - above these
 */
export function Cells({ scene, found, weightsOf, size, choose, point, named = {}, shapesOf, children }) {
  const [rows, cols] = size;
  const canvas = useRef(/** @type {any} */ (null));
  useColors(canvas, found, scene, weightsOf);
  /** @param {MouseEvent} event @returns {[row: number, col: number]} */
  const cellAt = ({ clientX, clientY }) => {
    const { left, top, width, height } = canvas.current.getBoundingClientRect();
    const at = (/** @type {number} */ share, /** @type {number} */ count) =>
      Math.max(0, Math.min(count - 1, Math.floor(share * count)));
    return [at((clientY - top) / height, rows), at((clientX - left) / width, cols)];
  };
  const follow = (/** @type {MouseEvent} */ event) => {
    const [query, key] = cellAt(event);
    point?.({ query, key });
  };
  return html`<div
    ...${{ class: 'picked-map', ...named }}
    onClick=${(/** @type {MouseEvent} */ event) => choose(...cellAt(event))}
    onPointerMove=${point && follow}
    onPointerLeave=${point && (() => point(null))}
  >
    <canvas ref=${canvas} class="picture" aria-hidden="true"></canvas>
    ${
      shapesOf &&
      html`<${Shapes}
        scene=${scene}
        shapesOf=${(/** @type {{ width: number, height: number }} */ { width, height }) =>
          shapesOf({ rows, cols, cellWidth: width / cols, cellHeight: height / rows })}
      />`
    }
    ${children}
  </div>`;
}
