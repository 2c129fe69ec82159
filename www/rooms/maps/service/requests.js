import { similarHeads, measureHeads } from './overview.js';
import { firstOf, look } from './opening.js';
import { viewCache, viewOf } from './maps.js';
import { fileStore } from './file-store.js';
import { largeHeads } from '../large/open-head.js';
/** @import { First, HeadFound, MapInfo, MapSpec, MapsState, Opened, Progress, ReadableTokens, Reading, Seen, Tile, Wanted } from '../types.js' */
/** @import { SimilarHead, OverviewOptions } from './overview.js' */
/** @import { Dropped, Engine } from './file-store.js' */
/** @import { MapView } from '../../../engine/maps.js' */
/** @import { Task } from './task.js' */
/** @import { LargeMethod, LargePlace } from '../large/open-head.js' */

/**
 * The handlers of all requests, with their arguments. The page assigns the ids of files and maps, so that
 * they stay the same in a new worker.
 *
 * @typedef {object} Handlers
 * @property {(task: Task, files: Dropped[], wanted: Wanted | null, map: number) => Promise<Opened & { first?: First }>} open - `map` is the id of the map that is computed
 * @property {(task: Task, files: number[]) => void} close
 * @property {(task: Task, slot: number, reading: Reading) => void} read
 * @property {(task: Task, reading: Reading, state: MapsState, map: number) => Promise<Seen>} look
 * @property {(task: Task, slot: number, options: OverviewOptions, part: [first: number, end: number] | null, found: (heads: HeadFound[], progress: Progress) => void) => Promise<void>} heads
 * @property {(task: Task, id: number, spec: MapSpec) => Promise<MapInfo>} map
 * @property {(task: Task, map: number, level: number, rows: [number, number], cols: [number, number]) => Tile} tile
 * @property {(task: Task, map: number, query: number) => Float32Array} row
 * @property {(task: Task, map: number) => void} release
 * @property {(task: Task, slot: number, layer: number, head: number) => Promise<SimilarHead[]>} similar
 * @property {(task: Task, tokens: string[], scheme: ReadableTokens['scheme'] | null) => ReadableTokens & { ids: Uint32Array }} tokens
 * @property {(task: Task, where: LargePlace, method: LargeMethod, ...args: any[]) => Promise<unknown>} large
 * @property {() => boolean} isBlind - whether files were read, and no read succeeded
 * @property {() => void} end - frees everything
 */

/**
 * Requests that report progress and can be cancelled.
 *
 * @type {Partial<Record<keyof Handlers, Progress['what']>>}
 */
export const LONG = { open: 'open', look: 'open', heads: 'heads', map: 'map', similar: 'similar' };

/**
 * @param {Engine} engine
 * @param {Dropped[]} files - the open files
 * @param {(Reading | undefined)[]} readings - the current readings, by slot
 * @param {() => Promise<WebAssembly.Module>} [kernels] - provides the program of the kernels, if it is not in
 *   the folder of the modules
 * @returns {Handlers}
 */
export function requests(engine, files, readings, kernels) {
  const [store, maps, large] = [fileStore(engine), viewCache(), largeHeads()];
  store.add(files);
  readings.forEach((reading, slot) => reading && store.read(slot, reading));
  /** @param {Task} task */
  const contextOf = (task) => ({ engine, store, task, kernels });
  /** @param {number} id @returns {(view: MapView) => number} */
  const keepAs = (id) => (view) => {
    maps.add(id, view);
    return id;
  };
  return {
    async open(task, dropped, wanted, id) {
      const opened = await store.open(dropped, task);
      if (!wanted || opened.files.length === 0) return opened;
      try {
        return { ...opened, first: await firstOf(contextOf(task), opened, wanted, keepAs(id)) };
      } catch (error) {
        store.close(opened.files.map((file) => file.id));
        throw error;
      }
    },
    close: (_, ids) => store.close(ids),
    read: (_, slot, reading) => store.read(slot, reading),
    look: (task, reading, state, id) => look(contextOf(task), reading, state, keepAs(id)),
    heads: (task, slot, options, part, found) => measureHeads(contextOf(task), slot, options, part, found),
    async map(task, id, spec) {
      const { view, info } = await viewOf(contextOf(task), spec);
      maps.add(id, view);
      return { ...info, id };
    },
    tile: (_, id, level, rows, cols) => maps.tile(id, level, rows, cols),
    row: (_, id, query) => maps.row(id, query),
    release: (_, id) => maps.release(id),
    similar: (task, slot, layer, head) => similarHeads(contextOf(task), slot, layer, head),
    tokens: (_, tokens, scheme) => engine.readTokens(tokens, scheme),
    large: (task, where, method, ...args) => large.call(contextOf(task), where, method, args),
    isBlind: () => store.isBlind(),
    end: () => [large, store, maps].forEach((each) => each.end()),
  };
}
