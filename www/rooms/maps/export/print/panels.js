/** The panels of a figure for print, from the open heads of the room. */
import { coloredHeads } from '../../chosen/chosen.js';
import { specsOf } from '../../head/spec.js';
import { keptSource, nameOfSource } from '../../head/kept.js';
import { withFile } from '../../head/scene.js';
import { labelsOf } from '../../head/labels.js';
import { gather, wholeRegion, withMap } from '../gather.js';
import { pictureLegend, samplesOf } from '../legends.js';
import { paintedPanel } from '../panel-scene.js';
import { viewPanels } from '../picks.js';
import { panelsOf } from '../picture.js';
import { PAPER } from './paper.js';
/** @import { MapInfo, MapsData, MapsModel, MapsService, MapSpec, MapsState } from '../../types.js' */
/** @import { Gathered, Paint, Region } from '../types.js' */
/** @import { imagePanels } from '../../image/panels.js' */
/** @import { PrintFigure, PrintPanel } from './layout.js' */

/** Cells of a figure are gathered for this resolution, in dots per inch, if no other is asked for. */
export const RESOLUTION = 300;
/** The first cell of a map, and the pixels of the longer side of a picture. */
const FIRST = {
  rows: /** @type {[number, number]} */ ([0, 1]),
  cols: /** @type {[number, number]} */ ([0, 1]),
};
const IMAGE = 1000;

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
  const shortName = kept.of === 'head' ? `${kept.layer}·${kept.head}` : name;
  if (typeof wanted !== 'string' || !of) return { name, shortName };
  return { name: withFile(name, of, state.compare), shortName: withFile(shortName, of, state.compare) };
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
 * @returns {Promise<Omit<PrintFigure, 'title'>>}
 */
export async function printPanels(
  model,
  service,
  wanted,
  { region, cell, paint, known = [], images = null },
) {
  const { state, language, t } = model;
  const data = /** @type {MapsData} */ (model.data);
  /** @type {(Parameters<typeof panelsOf>[1][number] & { which: Wanted, info: MapInfo })[]} */
  const maps = [];
  const labels = labelsOf(state, data, t.image.segments);
  /** @template R @param {Wanted} which @param {(spec: MapSpec, info: MapInfo) => Promise<R>} act */
  const withPanel = (which, act) => {
    const spec = specOf(which, state, data);
    return withMap(service, known, spec, (info) => act(spec, info));
  };
  const size = { cellWidth: cell, cellHeight: cell };
  for (const which of wanted)
    await withPanel(which, async (spec, info) => {
      const visible = images ? FIRST : (region ?? wholeRegion(info));
      const own = images ? null : await viewPanels(model, spec, info, labels, service);
      const all = own ?? [await gather(service, state, { spec, info }, visible, size)];
      const of = { which, spec, info, state: showing(which, state), title: '' };
      maps.push(...all.map((/** @type {Gathered} */ gathered) => ({ ...of, gathered })));
    });
  const { panels: read, legends, ...figure } = panelsOf(model, maps);
  const colors = { map: state.map, theme: /** @type {const} */ ('light') };
  const { bars } = pictureLegend({ legends, heads: [], ...colors, language }, paint);
  if (images) {
    /** @type {PrintPanel[]} */
    const panels = [];
    for (const [at, which] of wanted.entries())
      await withPanel(which, async (_, info) => {
        const how = { side: IMAGE, colors: { ...colors, scale: read[at].scale }, paper: PAPER.paper };
        const [image] = await images(model, service, [info], how);
        panels.push({ ...named(namesOf(which, model), image.token), image });
      });
    return { ...figure, panels, bars, samples: [] };
  }
  const panels = read.map((panel, at) => ({
    ...paintedPanel(panel, { ...colors, paint, colors: PAPER }),
    ...named(namesOf(maps[at].which, model), panel.kept?.name),
  }));
  return { ...figure, panels, bars, samples: samplesOf([], panels, figure.words, PAPER) };
}

/**
 * Names with what they are of, if that has a name.
 *
 * @param {ReturnType<typeof namesOf>} names @param {string} [of]
 */
const named = ({ name, shortName }, of) => ({
  name: of ? `${name}: ${of}` : name,
  shortName: of ? `${shortName}: ${of}` : shortName,
});
