/** @import { Scale } from '../head/scale.js' */
/** @import { HeadFound, MapsData, MapsState } from '../types.js' */

/** The gap between two thumbnails in the atlas, so that they do not blend when they are drawn smaller. */
const GAP = 2;
/** The lower end of the logarithmic scale. */
const LOG_LOW = 1e-4;

/** The largest absolute number of all thumbnails, cached by data. @type {WeakMap<MapsData, number>} */
const largest = new WeakMap();

/**
 * The scale of the thumbnails. All of them share one, so that a color is the same number everywhere. The
 * automatic scale is that of the open map, so that a color is the same number there too, unless a pixel
 * stands for many cells and the largest of these are beyond its end. Scales per row and by percentile
 * cannot be shared; they become [0, 1]. That of differences has 0 in the middle.
 *
 * @param {MapsState['scale']} scale
 * @param {MapsData} data
 * @param {Scale | null} [open] - the scale of the open map, if it shows weights
 * @returns {{ kind: 'sequential' | 'diverging' | 'log', low: number, high: number }}
 */
export function thumbnailScale(scale, data, open = null) {
  const isDifference = data.reading.numbers === 'difference';
  if (scale === 'log' && !isDifference) return { kind: 'log', low: LOG_LOW, high: 1 };
  if (scale !== 'largest' && !isDifference) {
    const high = scale === 'auto' ? (pooledEnd(data, open) ?? openEnd(open)) : 1;
    return { kind: 'sequential', low: 0, high };
  }
  const high = largestOf(data);
  return isDifference ? { kind: 'diverging', low: -high, high } : { kind: 'sequential', low: 0, high };
}

/** @param {Scale | null} open - of the open map */
const openEnd = (open) => (open?.kind === 'sequential' ? open.high : 1);

/** The share of the pixels above 0 within the automatic scale, and of how many pixels it is taken. */
const [COVERED, SAMPLE] = [0.95, 4096];
/** If the automatic scale would end at more than this, it goes from 0 to 1. */
const FAINT = 0.25;

/** What 95 % of the pixels above 0 do not exceed, cached by data. @type {WeakMap<MapsData, number>} */
const covered = new WeakMap();

/**
 * The end of the automatic scale if a pixel stands for many cells and the end of the open map is too small:
 * what 95 % of the pixels above 0 do not exceed, rounded up to 1, 2 or 5 in its first digit, so that it
 * rarely changes while heads are measured. Otherwise null.
 *
 * @param {MapsData} data
 * @param {Scale | null} open - of the open map
 */
export function pooledEnd(data, open) {
  const thumb = firstThumb(data.heads);
  if (!thumb || (thumb.rows >= data.reading.queries && thumb.cols >= data.reading.keys)) return null;
  let high = covered.get(data);
  if (high === undefined) covered.set(data, (high = coveredBy(data.heads)));
  return high <= openEnd(open) * (1 + 1e-6) ? null : rounded(high);
}

/** @param {MapsData['heads']} heads */
function coveredBy(heads) {
  const pixels = heads.reduce((sum, head) => sum + (head?.thumb.data.length ?? 0), 0);
  const step = Math.max(1, Math.floor(pixels / SAMPLE));
  /** @type {number[]} */
  const values = [];
  let at = 0;
  for (const head of heads)
    if (head) {
      const { data } = head.thumb;
      for (; at < data.length; at += step) if (data[at] > 0) values.push(data[at]);
      at -= data.length;
    }
  return values.sort((a, b) => a - b)[Math.floor(COVERED * (values.length - 1))] ?? 1;
}

/** @param {number} high */
function rounded(high) {
  const unit = 10 ** Math.floor(Math.log10(high));
  const end = [1, 2, 5, 10].map((digit) => digit * unit).find((each) => each >= high * (1 - 1e-6)) ?? 1;
  return end > FAINT ? 1 : Number(end.toPrecision(1));
}

/** @param {MapsData} data */
function largestOf(data) {
  if (!largest.has(data)) {
    let high = 0;
    for (const head of data.heads)
      for (const value of head?.thumb.data ?? []) if (Math.abs(value) > high) high = Math.abs(value);
    largest.set(data, high);
  }
  return largest.get(data) || 1;
}

/** The end of the colors of signed thumbnails, unless the open map has another. */
const SIGNED_END = 0.5;

/**
 * The scale of the thumbnails of layers with signed weights: as far below 0 as above.
 *
 * @param {MapsState['scale']} scale
 * @param {MapsData} data
 * @param {Scale | null} [open] - the scale of the open map, if it shows weights
 * @returns {{ kind: 'diverging', low: number, high: number }}
 */
export function signedScale(scale, data, open = null) {
  const automatic = open?.kind === 'diverging' ? open.high : SIGNED_END;
  const high = scale === 'largest' ? largestOf(data) : scale === 'unit' ? 1 : automatic;
  return { kind: 'diverging', low: -high, high };
}

/** The first thumbnail of a measured head: the others have its size. @param {MapsData['heads']} heads */
export const firstThumb = (heads) => heads.find((head) => head && head.problem === undefined)?.thumb;

/**
 * All painted thumbnails in one hidden canvas. Each is painted once for an appearance.
 *
 * @param {typeof import('../program.js').paintMap} paint
 */
export function atlas(paint) {
  const canvas = document.createElement('canvas');
  let look = '';
  /** The heads of the last update; other files have another array. @type {MapsData['heads'] | null} */
  let current = null;
  /** The head of each painted thumbnail. @type {(HeadFound | undefined)[]} */
  let painted = [];
  let columns = 1;
  let cells = { rows: 1, cols: 1 };

  const corner = (/** @type {number} */ index) => ({
    x: (index % columns) * (cells.cols + GAP),
    y: Math.floor(index / columns) * (cells.rows + GAP),
  });

  return {
    canvas,
    /**
     * Paints new thumbnails, and removes those of other files at once.
     *
     * @param {MapsData['heads']} heads
     * @param {Pick<MapsState, 'map'> & { theme: 'light' | 'dark', scale: ReturnType<typeof thumbnailScale>, signed?: ReturnType<typeof signedScale>, isSigned?: (layer: number) => boolean }} colors - `signed` is the scale of signed layers
     */
    update(heads, { map, theme, scale, signed = { kind: 'diverging', low: -1, high: 1 }, isSigned }) {
      if (heads !== current) [current, painted] = [heads, []];
      const first = firstThumb(heads);
      if (!first) return;
      const nextLook = [
        ...[map, theme, scale.kind, scale.high, signed.high],
        ...[heads.length, first.rows, first.cols],
      ].join(' ');
      if (nextLook !== look) {
        look = nextLook;
        cells = first;
        columns = Math.ceil(Math.sqrt(heads.length));
        canvas.width = columns * (cells.cols + GAP);
        canvas.height = Math.ceil(heads.length / columns) * (cells.rows + GAP);
        painted = [];
      }
      const context = canvas.getContext('2d');
      heads.forEach((head, index) => {
        // A head with wrong numbers has no thumbnail, and does not keep one of before.
        if (head?.problem !== undefined) return void (painted[index] = undefined);
        if (!head || painted[index] === head) return;
        const { rows, cols, data } = head.thumb;
        const pixels = paint({
          rows,
          cols,
          data,
          map,
          theme,
          scale: isSigned?.(head.layer) ? signed : scale,
        });
        const { x, y } = corner(index);
        context?.putImageData(new ImageData(pixels, cols, rows), x, y);
        painted[index] = head;
      });
    },
    /**
     * The position of a head's thumbnail, or null if there is none yet.
     *
     * @param {number} index - by layer, then head
     */
    pictureOf(index) {
      return painted[index] ? { ...corner(index), width: cells.cols, height: cells.rows } : null;
    },
  };
}
