/** @import { HeadFound, MapsData, MapsState } from '../types.js' */

/**
 * The gap between two thumbnails in the hidden canvas, so that they do not blend when they are drawn smaller.
 */
const GAP = 2;
/** The lower end of the logarithmic scale. */
const LOG_LOW = 1e-4;

/**
 * What the colours of the thumbnails stand for. All thumbnails have one scale, so that a colour is one number
 * in all of them: per row and by percentile there is none, and it is [0, 1] as where nothing else was chosen.
 *
 * @param {MapsState['scale']} scale
 * @param {MapsData} data
 * @returns {{ kind: 'sequential' | 'log', low: number, high: number }}
 */
export function scaleOf(scale, data) {
  if (scale === 'log') return { kind: 'log', low: LOG_LOW, high: 1 };
  if (scale !== 'largest') return { kind: 'sequential', low: 0, high: 1 };
  if (!largest.has(data)) {
    let high = 0;
    for (const head of data.heads) for (const value of head?.thumb.data ?? []) if (value > high) high = value;
    largest.set(data, high);
  }
  return { kind: 'sequential', low: 0, high: largest.get(data) || 1 };
}

/** The largest number of all thumbnails, cached by data. @type {WeakMap<MapsData, number>} */
const largest = new WeakMap();

/**
 * The painted thumbnails in one hidden canvas; each is painted once for an appearance.
 *
 * @param {typeof import('../../../engine/maps.js').paintMap} paint
 */
export function atlas(paint) {
  const canvas = document.createElement('canvas');
  let look = '';
  /** The inputs of each painted thumbnail. @type {(HeadFound | undefined)[]} */
  let painted = [];
  let perRow = 1;
  let cells = { rows: 1, cols: 1 };

  const corner = (/** @type {number} */ place) => ({
    x: (place % perRow) * (cells.cols + GAP),
    y: Math.floor(place / perRow) * (cells.rows + GAP),
  });

  return {
    canvas,
    /**
     * Paints new thumbnails.
     *
     * @param {MapsData['heads']} heads
     * @param {Pick<MapsState, 'map'> & { theme: 'light' | 'dark', scale: ReturnType<typeof scaleOf> }} how
     */
    update(heads, { map, theme, scale }) {
      const some = heads.find((head) => head !== undefined)?.thumb;
      if (!some) return;
      const now = [map, theme, scale.kind, scale.high, heads.length, some.rows, some.cols].join(' ');
      if (now !== look) {
        look = now;
        cells = some;
        perRow = Math.ceil(Math.sqrt(heads.length));
        canvas.width = perRow * (cells.cols + GAP);
        canvas.height = Math.ceil(heads.length / perRow) * (cells.rows + GAP);
        painted = [];
      }
      const context = canvas.getContext('2d');
      heads.forEach((head, place) => {
        if (!head || painted[place] === head) return;
        const { rows, cols, data } = head.thumb;
        const pixels = paint({ rows, cols, data, map, theme, scale });
        const { x, y } = corner(place);
        context?.putImageData(
          new ImageData(/** @type {Uint8ClampedArray<ArrayBuffer>} */ (pixels), cols, rows),
          x,
          y,
        );
        painted[place] = head;
      });
    },
    /**
     * The position of a head's thumbnail, or null if there is none yet.
     *
     * @param {number} place - by layer, then head
     */
    pictureOf(place) {
      return painted[place] ? { ...corner(place), width: cells.cols, height: cells.rows } : null;
    },
  };
}
