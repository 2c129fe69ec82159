/** The panels of a figure for print, from the open heads of the room. */
import { COLORS } from '../../../../picture/scene.js';
import { decimal } from '../../../../format/separator.js';
import { inkOn } from '../../head/paint-cells.js';
import { coloredHeads } from '../../chosen/chosen.js';
import { labelsOf } from '../../head/labels.js';
import { specsOf } from '../../head/spec.js';
import { keptSource, nameOfSource } from '../../head/kept.js';
import { leftAt, markedCells } from '../../signed/marks.js';
import { gather, wholeRegion } from '../gather.js';
import { laneShapes, paintKept } from '../kept-scene.js';
import { absentIn, pictureLegend, rootLegend, scalesOf } from '../legends.js';
import { viewPanels } from '../picks.js';
import { gapsOf } from '../scene.js';
import { HAIRLINE } from './marks.js';
/** @import { MapInfo, MapsData, MapsModel, MapsService, MapSpec, MapsState } from '../../types.js' */
/** @import { Gathered, Paint, Region } from '../types.js' */
/** @import { imagePanels, ImagePanel } from '../../image/panels.js' */
/** @import { PrintBar, PrintPanel, PrintSample } from './layout.js' */

/** Cells of a figure are gathered for this resolution, in dots per inch, if no other is asked for. */
export const RESOLUTION = 300;
/** The colors of paper. */
const PAPER = { ...COLORS.light, ground: '#ffffff', hatch: '#ffffff' };
/** The digits of a number in a cell. */
const DECIMALS = 2;

/**
 * A panel that is asked for: a head, or a map that the room shows.
 *
 * @typedef {{ layer: number, head: number } | 'a' | 'b' | 'difference'} Wanted
 */

/**
 * What the room shows, as panels: the open head, or the maps of a combination or a comparison.
 *
 * @param {MapsState} state @param {MapsData} data
 * @returns {Wanted[]}
 */
export function shownPanels(state, data) {
  const { specs } = specsOf(state, data);
  if (coloredHeads(state).length > 0) return coloredHeads(state).map(({ layer, head }) => ({ layer, head }));
  if (state.source === 'head' && !specs.b) return [{ layer: state.layer, head: state.head }];
  return /** @type {const} */ (['a', 'b', 'difference']).filter((which) => specs[which]);
}

/** @param {Wanted} wanted @param {MapsState} state @param {MapsData} data @returns {MapSpec} */
function specOf(wanted, state, data) {
  if (typeof wanted === 'string') return /** @type {MapSpec} */ (specsOf(state, data).specs[wanted]);
  return /** @type {MapSpec} */ (specsOf(showing(wanted, state), data).specs.a);
}

/** The settings that show a panel. @param {Wanted} wanted @param {MapsState} state @returns {MapsState} */
const showing = (wanted, state) =>
  typeof wanted === 'string' ? state : { ...state, ...wanted, source: 'head', compare: null };

/**
 * The names of a panel: the long one, and a short one where that has no space.
 *
 * @param {Wanted} wanted @param {MapsModel} model
 */
export function namesOf(wanted, { state, data, t }) {
  const all = /** @type {MapsData} */ (data);
  if (wanted === 'difference')
    return { name: t.maps.out.panel.difference, shortName: t.maps.out.panel.difference };
  const { source, reading } = specOf(wanted, state, all);
  const of = reading === 1 ? all.other : all;
  const kept = keptSource(source, of);
  const name = nameOfSource(source, of, t.maps.out.source);
  return { name, shortName: kept.of === 'head' ? `${kept.layer}·${kept.head}` : name };
}

/**
 * Reads the panels of a figure. All share one scale; a difference has its own.
 *
 * @param {MapsModel} model
 * @param {MapsService} service
 * @param {Wanted[]} wanted - at least one
 * @param {object} options
 * @param {Region | null} options.region
 * @param {number} options.cell - pixels of the picture for each cell, at least
 * @param {Paint} options.paint
 * @param {{ spec: MapSpec, info: MapInfo }[]} [options.known] - open maps, which are reused
 * @param {typeof imagePanels | null} [options.images] - reads weights over a picture, which are drawn in place of maps
 * @returns {Promise<{ panels: PrintPanel[], bars: PrintBar[], samples: PrintSample[] }>}
 */
export async function printPanels(
  model,
  service,
  wanted,
  { region, cell, paint, known = [], images = null },
) {
  const { state, language, t } = model;
  const data = /** @type {MapsData} */ (model.data);
  /** @type {{ which: Wanted, spec: MapSpec, info: MapInfo, gathered: Gathered }[]} */
  const maps = [];
  const labels = labelsOf(state, data, t.image.segments);
  /** @template R @param {Wanted} which @param {(spec: MapSpec, info: MapInfo) => Promise<R>} act */
  const withMap = async (which, act) => {
    const spec = specOf(which, state, data);
    const open = known.find((map) => JSON.stringify(map.spec) === JSON.stringify(spec));
    const info = open?.info ?? (await service.map(spec));
    try {
      return await act(spec, info);
    } finally {
      // A service that was ended in the meantime has released all maps.
      if (!open) service.release(info.id).catch(() => {});
    }
  };
  const size = { cellWidth: cell, cellHeight: cell };
  for (const which of wanted)
    await withMap(which, async (spec, info) => {
      const own = images ? null : await viewPanels(model, spec, info, labels, service);
      if (own) {
        maps.push(...own.map((gathered) => ({ which, spec, info, gathered })));
        return;
      }
      const visible = images ? FIRST : (region ?? wholeRegion(info));
      const gathered = await gather(service, state, { spec, info }, visible, size);
      maps.push({ which, spec, info, gathered });
    });
  // All panels of picked keys have one scale.
  const kept = maps.flatMap(({ gathered }) => gathered.kept ?? []);
  const high = Math.max(...kept.map((each) => each.high));
  const { legends, scaleIn } =
    kept.length > 0 ? rootLegend({ high }, t.maps.out.roots) : scalesOf(model, maps);
  let unpicked = '';
  const { map } = state;
  const colors = { map, theme: /** @type {const} */ ('light') };
  const words = t.maps.head;
  /** @type {PrintPanel[]} */
  const pictures = [];
  for (const which of images ? wanted : [])
    await withMap(which, async (_, info) => {
      const how = { side: IMAGE, colors: { ...colors, scale: scaleIn(which) }, paper: '#ffffff' };
      const [image] = (await images?.(model, service, [info], how)) ?? [];
      pictures.push(imagePanel(image, namesOf(which, model)));
    });
  const drawn = images ? [] : maps;
  const panels = drawn.map(({ which, spec, info, gathered }) => {
    const scale = scaleIn(which);
    const { rows, cols, data: numbers, region: drawn, pooled } = gathered;
    const { kept } = gathered;
    const how = { ...colors, paint, high, colors: PAPER, thickness: HAIRLINE };
    const own = kept && paintKept(numbers, [rows, cols], how);
    if (own?.has) unpicked = kept?.words.unpicked ?? '';
    const painted = own?.pixels ?? paint({ rows, cols, data: numbers, ...colors, scale });
    const gap = gapsOf({ ...gathered, absent: absentIn(showing(which, state), data, spec, info) });
    const pixels = painted.slice();
    const [crosses, digits] = [
      /** @type {PrintPanel['crosses']} */ ([]),
      /** @type {PrintPanel['digits']} */ ([]),
    ];
    for (let row = 0; row < rows; row += 1)
      for (let col = 0; col < cols; col += 1) {
        const at = row * cols + col;
        const kind = gap(row, col);
        if (kind) pixels[4 * at + 3] = 0;
        if (kind === 'cross') crosses.push({ row, col });
        else if (
          !kind &&
          !(kept && (kept.m > 0 || numbers[at] < 0)) &&
          pooled.rows * pooled.cols === 1 &&
          !spec.perRow &&
          rows * cols <= MOST_DIGITS
        )
          digits.push({
            row,
            col,
            text: decimal(language, numbers[at], DECIMALS),
            fill: inkOn(painted, 4 * at),
          });
      }
    const names = namesOf(which, model);
    const marks = (!kept && info.marks) || null;
    const corners = pooled.rows * pooled.cols === 1 ? markedCells(marks, info.keys, drawn) : [];
    const left = marks && leftAt(marks, state.cursor?.query ?? info.queries - 1);
    return {
      ...names,
      ...(kept?.name
        ? { name: `${names.name}: ${kept.name}`, shortName: `${names.shortName}: ${kept.name}` }
        : {}),
      ...(kept && { kept }),
      ...(kept?.lane && {
        row: (/** @type {{ width: number, height: number }} */ size) => laneShapes(kept, size, how),
      }),
      corners: corners.map(({ query, key }) => ({ row: query - drawn.rows[0], col: key - drawn.cols[0] })),
      lane: left && { name: words.decay, shares: left.slice(drawn.cols[0], drawn.cols[0] + drawn.cols[1]) },
      queries: drawn.rows[1],
      keys: drawn.cols[1],
      from: { query: drawn.rows[0], key: drawn.cols[0] },
      labels,
      ...{ rows, cols, pixels, crosses, digits, path: gathered.path ?? null },
    };
  });
  const { bars } = pictureLegend({ legends, heads: [], ...colors, language }, paint);
  const samples = unpicked ? [{ text: unpicked, fill: PAPER.unpicked }] : [];
  return { panels: images ? pictures : panels, bars, samples };
}

/** The first cell of a map, and the pixels of the longer side of a picture. */
const FIRST = {
  rows: /** @type {[number, number]} */ ([0, 1]),
  cols: /** @type {[number, number]} */ ([0, 1]),
};
const IMAGE = 1000;

/**
 * Weights over a picture as a panel without labels, with the marked patches.
 *
 * @param {ImagePanel} image @param {{ name: string, shortName: string }} names @returns {PrintPanel}
 */
function imagePanel({ token, columns, rows, width, height, pixels, rings }, { name, shortName }) {
  return {
    name: `${name}: ${token}`,
    shortName: `${shortName}: ${token}`,
    queries: rows,
    keys: columns,
    from: { query: 0, key: 0 },
    labels: { query: [], key: [] },
    ...{ rows: height, cols: width, pixels, crosses: [], digits: [], rings },
  };
}

/** The most cells that could have digits; cells of more are too small in any figure. */
const MOST_DIGITS = 2 ** 14;
