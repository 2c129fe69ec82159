import { html } from '../../../ui/html.js';
import { headsInBox } from '../scatter/points.js';
import { areShown, coloredHeads } from '../chosen/chosen.js';
import { cssColor, HEAD_COLORS } from '../chosen/colors.js';
import { cornerOf } from './geometry.js';
/** @import { Color } from '../chosen/colors.js' */
/** @import { MapsState } from '../types.js' */
/** @import { Geometry } from './geometry.js' */
/** @import { ListedHead } from './order.js' */

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {readonly [name: string, box: Box | null, color?: Color]} Outline */

/**
 * Outlines on the thumbnails: around the open heads, the chosen ones, the compared one, the cursor, the head
 * that is pointed at, and those in the box of the points; and a stroke through those that are off.
 *
 * @param {object} props
 * @param {MapsState} props.state
 * @param {ListedHead[]} props.heads
 * @param {Geometry} props.geometry
 * @param {Box | null} props.cursor
 * @param {{ layer: number, head: number } | null} props.pointed - the head that is pointed at
 * @param {'light' | 'dark'} props.theme
 */
export function Outlines({ state, heads, geometry, cursor, pointed, theme }) {
  const colors = coloredHeads(state).length > 0 ? HEAD_COLORS[theme] : [];
  const boxOf = (/** @type {Parameters<typeof headBox>[0]} */ head) => headBox(head, heads, geometry);
  /** @type {Outline[]} */
  const all = [
    ...state.off.flatMap((part) => ('head' in part ? [/** @type {Outline} */ (['off', boxOf(part)])] : [])),
    ...headsInBox(state, heads).map((head) => /** @type {Outline} */ (['boxed', boxOf(head)])),
    ['open', openBox(state, heads, geometry)],
    ['compared', state.compare?.slot === 0 ? boxOf(state.compare) : null],
    ['cursor', cursor],
    ['pointed', pointed && boxOf(pointed)],
    ...state.chosen.map((head, at) => /** @type {Outline} */ (['chosen', boxOf(head), colors[at]])),
  ];
  return all.map(
    ([name, box, color]) =>
      box &&
      html`<div
        class=${name}
        style=${{ transform: `translate(${box.x}px, ${box.y}px)`, width: `${box.width}px`, height: `${box.height}px`, outlineColor: color && cssColor(color) }}
      ></div>`,
  );
}

/** @param {MapsState} state @param {ListedHead[]} heads @param {Geometry} geometry @returns {Box | null} */
function openBox(state, heads, geometry) {
  const { source, over, layer, head, order } = state;
  if (areShown(state)) return null;
  if (source === 'head' || geometry.flow) return headBox(state, heads, geometry);
  const { columns, across, down } = geometry;
  const rows = heads.length / columns;
  const row = heads.findIndex((listed) => listed.layer === layer) / columns;
  /** The box of some layers, and of all or some heads. */
  const area = (/** @type {number} */ top, /** @type {number} */ height, left = 0, width = columns) => ({
    ...cornerOf(geometry, top * columns + left),
    width: width * across - 2,
    height: height * down - 3,
  });
  if (source === 'rollout') return order === 'down' ? area(row, rows - row) : area(0, row + 1);
  if (over === 'heads') return area(row, 1);
  return over === 'all' ? area(0, rows) : area(0, rows, head, 1);
}

/**
 * @param {{ layer: number, head: number }} target
 * @param {ListedHead[]} heads
 * @param {Geometry} geometry
 * @returns {Box | null} null if the head is filtered out
 */
function headBox(target, heads, geometry) {
  const place = heads.findIndex(({ layer, head }) => layer === target.layer && head === target.head);
  const { size } = geometry;
  return place < 0 ? null : { ...cornerOf(geometry, place), width: size, height: size };
}

/**
 * The outline of the cursor, which may be on the number of a row (column -1) or of a column (row -1).
 *
 * @param {{ row: number, col: number }} at
 * @param {Geometry} geometry
 * @param {{ left: number, top: number }} scrolled
 * @returns {Box}
 */
export function cursorBox({ row, col }, geometry, scrolled) {
  const { columns, size, left, top } = geometry;
  return {
    x: col < 0 ? scrolled.left : cornerOf(geometry, col).x,
    y: row < 0 ? scrolled.top : cornerOf(geometry, row * columns).y,
    width: col < 0 ? left - 2 : size,
    height: row < 0 ? top - 2 : size,
  };
}
