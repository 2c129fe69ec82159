import { alike, everyHead } from './overview.js';
import { probeHead } from './heads.js';
import { viewOf, views } from './maps.js';
import { shelf } from './shelf.js';
/** @import { HeadFound, MapInfo, MapSpec, Opened, Progress, ReadableTokens, Reading, Tile } from '../types.js' */
/** @import { Alike, OverviewOptions } from './overview.js' */
/** @import { Dropped } from './shelf.js' */
/** @import { Task } from './task.js' */

/** @typedef {typeof import('../../../engine/maps.js')} Engine */

/** What may be asked, each with what it is asked with. The page gives files and maps their numbers, so that they are the same for a worker that begins anew. */
/**
 * @typedef {object} Asks
 * @property {(task: Task, files: Dropped[]) => Promise<Opened>} open
 * @property {(task: Task, files: number[]) => void} close
 * @property {(task: Task, slot: number, reading: Reading) => void} read
 * @property {(task: Task, reading: Reading, layer: number, head: number) => Promise<void>} probe
 * @property {(task: Task, slot: number, options: OverviewOptions, found: (heads: HeadFound[], progress: Progress) => void) => Promise<void>} heads
 * @property {(task: Task, id: number, spec: MapSpec) => Promise<MapInfo>} map
 * @property {(task: Task, map: number, level: number, rows: [number, number], cols: [number, number]) => Tile} tile
 * @property {(task: Task, map: number, query: number) => Float32Array} row
 * @property {(task: Task, map: number) => void} release
 * @property {(task: Task, slot: number, layer: number, head: number) => Promise<Alike[]>} similar
 * @property {(task: Task, tokens: string[], scheme: ReadableTokens['scheme'] | null) => ReadableTokens & { ids: Uint32Array }} tokens
 * @property {() => boolean} isBlind - whether files were read, and none could be
 * @property {() => void} end - lets everything go
 */

/** Requests that report their progress and can be cancelled. @type {Partial<Record<keyof Asks, Progress['what']>>} */
export const LONG = { open: 'open', probe: 'open', heads: 'heads', map: 'map', similar: 'similar' };

/**
 * What the service can do, where the engine is.
 *
 * @param {Engine} engine
 * @param {Dropped[]} files - that the page has
 * @param {(Reading | undefined)[]} readings - what was read of them
 * @returns {Asks}
 */
export function requests(engine, files, readings) {
  const [held, maps] = [shelf(engine), views()];
  held.remember(files);
  readings.forEach((reading, slot) => reading && held.read(slot, reading));
  /** @param {Task} task */
  const desk = (task) => ({ engine, shelf: held, task });
  return {
    open: (task, dropped) => held.open(dropped, task),
    close: (_, ids) => held.close(ids),
    read: (_, slot, reading) => held.read(slot, reading),
    probe: (task, reading, layer, head) => probeHead(desk(task), reading, layer, head),
    heads: (task, slot, options, found) => everyHead(desk(task), slot, options, found),
    async map(task, id, spec) {
      const { view, info } = await viewOf(desk(task), spec);
      maps.hold(id, view);
      return { ...info, id };
    },
    tile: (_, id, level, rows, cols) => maps.tile(id, level, rows, cols),
    row: (_, id, query) => maps.row(id, query),
    release: (_, id) => maps.release(id),
    similar: (task, slot, layer, head) => alike(desk(task), slot, layer, head),
    tokens: (_, tokens, scheme) => engine.readTokens(tokens, scheme),
    isBlind: () => held.isBlind(),
    end: () => [held, maps].forEach((each) => each.end()),
  };
}
