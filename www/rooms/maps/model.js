import { initialView, fileNameOf } from './model-loading.js';
import { AS_UNDERSTOOD } from './state.js';
/** @import { Strings } from '../../page/words/en.js' */
/** @import { Corrections, MapsData, MapsService, MapsState, Opened, Progress, Reading, RefusedFile } from './types.js' */
/** @import { Understanding } from './model-loading.js' */

/**
 * If a file has more heads than this, its thumbnails have half the resolution, because they are also smaller
 * on the screen.
 */
const MANY = 512;

/**
 * The open files, and the progress of the current job.
 *
 * @typedef {object} FilesStatus
 * @property {MapsData | null} data
 * @property {any[]} candidates - what the files may be, best first
 * @property {Corrections} corrections - of the current reading
 * @property {string} name - of the file
 * @property {Progress | null} busy
 * @property {RefusedFile[]} refused - files of the last drop
 * @property {((t: Strings) => string) | null} says - the last error
 * @property {string} alikeTo - the head whose similar heads are known, as `layer:head`
 */

/**
 * Opens files, interprets them as heads and has their measures computed. One job at a time: a new one cancels
 * the last. None of this is part of the state.
 *
 * @param {MapsService} service
 * @param {Understanding} understanding
 * @param {{ changed: () => void, arrived: (state: MapsState) => void, side: () => number }} room - `arrived`
 *   is called with the state for new files
 */
export function fileLoader(service, { understand, readingOf, rejectionReason }, { changed, arrived, side }) {
  /** @type {FilesStatus} */
  const status = {
    data: null,
    candidates: [],
    corrections: AS_UNDERSTOOD,
    name: '',
    busy: null,
    refused: [],
    says: null,
    alikeTo: '',
  };
  let turn = 0;

  /**
   * Runs one job at a time. If it fails, `status.says` has the message.
   *
   * @param {Progress['what']} what
   * @param {(tell: (progress: Progress) => void, current: () => boolean) => Promise<void>} run - its results
   *   are ignored once it is no longer current
   */
  async function work(what, run) {
    if (status.busy) service.cancel();
    const before = status.data?.opened;
    const job = (turn += 1);
    const current = () => job === turn;
    Object.assign(status, { busy: { what, done: 0 }, says: null });
    changed();
    try {
      await run((progress) => {
        if (!current()) return;
        status.busy = progress;
        changed();
      }, current);
    } catch (error) {
      const { name, kind } = partsOf(error);
      // If measuring was stopped, its progress is already shown.
      const stopped =
        what === 'heads' || status.data?.opened !== before
          ? null
          : (/** @type {Strings} */ t) => t.maps.overview.stopped;
      // The element reports the replacement of the worker once.
      if (current() && kind !== 'restarted')
        status.says = name === 'AbortError' ? stopped : sentenceOf(error);
    }
    if (!current()) return;
    status.busy = null;
    changed();
  }

  /** @param {Partial<MapsData>} patch */
  function have(patch) {
    if (status.data) status.data = { ...status.data, ...patch };
    changed();
  }

  /**
   * Replaces the current reading.
   *
   * @param {Pick<MapsData, 'opened' | 'reading' | 'isSample'>} found
   * @param {Corrections} corrections
   * @param {() => boolean} current
   */
  async function take(found, corrections, current) {
    const { reading } = found;
    await service.read(0, reading);
    const readable = async (/** @type {string[]} */ tokens) =>
      tokens.length > 0 ? service.tokens(tokens, corrections.tokens) : null;
    const [tokens, queryTokens] = [await readable(reading.tokens), await readable(reading.queryTokens)];
    if (!current()) return false;
    status.data = {
      ...found,
      tokens,
      queryTokens,
      heads: Array(reading.layers * reading.heads),
      done: 0,
      similar: null,
      other: null,
    };
    status.corrections = corrections;
    status.alikeTo = '';
    return true;
  }

  /** @param {(progress: Progress) => void} tell @param {() => boolean} current */
  async function measure(tell, current) {
    const { reading, tokens, heads } = /** @type {MapsData} */ (status.data);
    const ids = tokens?.ids.length === reading.keys ? tokens.ids : null;
    const fine = reading.layers * reading.heads > MANY ? side() / 2 : side();
    await service.heads(0, { side: Math.round(fine), tokens: ids, sink: 1, reach: 1 }, (some, progress) => {
      if (!current()) return;
      for (const head of some) heads[head.layer * reading.heads + head.head] = head;
      if (progress.what === 'heads') have({ done: Math.min(progress.done, 0.999) });
      tell(progress);
    });
    if (current()) have({ done: 1 });
  }

  /**
   * Resumes the measuring that a new job cancelled, if that job failed.
   *
   * @param {Parameters<typeof measure>} how
   */
  const resume = async (...how) => status.data && status.data.done < 1 && measure(...how);

  /** @param {Opened} opened */
  const close = (opened) => service.close(opened.files.map(({ id }) => id));

  /**
   * Whether files contain only tokens, which then belong to the open file.
   *
   * @param {Opened} opened
   * @param {any[]} candidates - their possible interpretations
   */
  const isTokens = (opened, candidates) =>
    candidates.length === 0 &&
    status.data?.isSample === false &&
    opened.files.some(({ tokens }) => tokens.length > 0);

  /**
   * Reads the head that will be shown first. Some damage is only found here, such as a wrong checksum; the
   * new files are closed then.
   *
   * @param {Opened} opened - the new files
   * @param {Reading} reading
   * @param {{ layer: number, head: number }} place
   * @param {Parameters<typeof measure>} how
   * @returns {Promise<boolean>} whether it could be read; if not, `status.says` is the reason
   * @throws where it was cancelled
   */
  async function isReadable(opened, reading, { layer, head }, ...[tell, current]) {
    try {
      await service.probe(
        reading,
        Math.min(layer, reading.layers - 1),
        Math.min(head, reading.heads - 1),
        tell,
      );
      return true;
    } catch (error) {
      await close(opened);
      const { name, kind } = partsOf(error);
      if (name === 'AbortError' || kind === 'restarted') throw error;
      if (current()) status.says = sentenceOf(error);
      return false;
    }
  }

  /**
   * Replaces the open files, or adds tokens to them.
   *
   * @param {Opened} opened
   * @param {MapsState[]} wanted
   * @param {boolean} isSample
   * @param {Parameters<typeof measure>} how
   */
  async function place(opened, wanted, isSample, ...[tell, current]) {
    const before = status.data;
    const own = understand(opened);
    const all =
      before && isTokens(opened, own)
        ? { files: [...before.opened.files, ...opened.files], refused: [] }
        : opened;
    const found = all === opened ? own : understand(all);
    const taken = found.length > 0 ? initialView(all, found, readingOf, wanted, isSample) : null;
    if (!taken || 'refused' in taken) {
      await close(opened);
      if (opened.files.length > 0) status.says = taken?.refused ?? rejectionReason(opened);
      return void (await resume(tell, current));
    }
    const isGood = isSample || (await isReadable(opened, taken.reading, taken.state, tell, current));
    if (!current()) return void (isGood && close(opened));
    if (!isGood) return void (await resume(tell, current));
    if (isSample && taken.state.corrections !== wanted[0].corrections) status.says = (t) => t.links.broken;
    if (!(await take({ opened: all, reading: taken.reading, isSample }, taken.state.corrections, current)))
      return;
    Object.assign(status, { candidates: found, name: fileNameOf(all, taken.reading) });
    arrived(taken.state);
    if (before)
      await close({
        files: [...(all === opened ? before.opened.files : []), ...(before.other?.opened.files ?? [])],
        refused: [],
      });
    await measure(tell, current);
  }

  return {
    status,
    /**
     * Opens files in place of the open ones. Of several views, the first whose file has the same shape is
     * used.
     *
     * @param {File[]} files
     * @param {MapsState[]} wanted
     * @param {boolean} [isSample]
     */
    open: (files, wanted, isSample = false) =>
      work('open', async (tell, current) => {
        const opened = await service.open(files, tell);
        if (!current()) return void close(opened);
        status.refused = opened.refused;
        return place(opened, wanted, isSample, tell, current);
      }),
    /**
     * Opens files beside the open ones, for a comparison.
     *
     * @param {File[]} files
     * @param {MapsState} view - of the open files
     * @param {() => void} beside - called when they are open
     */
    openBeside: (files, view, beside) =>
      work('open', async (tell, current) => {
        const { data } = status;
        const opened = await service.open(files, tell);
        if (!current() || !data) return void close(opened);
        status.refused = opened.refused;
        const own = understand(opened);
        if (isTokens(opened, own)) return place(opened, [view], false, tell, current);
        const [first] = own;
        const answer = first && readingOf(opened, first, AS_UNDERSTOOD);
        if (!answer || 'refused' in answer || !sameSides(answer.reading, data.reading)) {
          await close(opened);
          if (opened.files.length > 0)
            status.says = !answer
              ? rejectionReason(opened)
              : 'refused' in answer
                ? answer.refused
                : unequal(data.reading, answer.reading);
          return void (await resume(tell, current));
        }
        const isGood = await isReadable(opened, answer.reading, view, tell, current);
        if (!current()) return void (isGood && close(opened));
        if (!isGood) return void (await resume(tell, current));
        await service.read(1, answer.reading);
        if (!current()) return;
        if (data.other) await close(data.other.opened);
        have({ other: { opened, reading: answer.reading } });
        beside();
        await resume(tell, current);
      }),
    /**
     * Reads the same files with other corrections.
     *
     * @param {Corrections} corrections
     * @param {(reading: Reading) => void} read - called when they are read
     */
    reread: (corrections, read) =>
      work('heads', async (tell, current) => {
        const { data, candidates } = status;
        status.corrections = corrections;
        const candidate = candidates[corrections.candidate ?? 0];
        const answer = data && candidate && readingOf(data.opened, candidate, corrections);
        if (!answer || 'refused' in answer) {
          status.says = answer?.refused ?? null;
          return void (await resume(tell, current));
        }
        if (!(await isReadable(NOTHING, answer.reading, { layer: 0, head: 0 }, tell, current)))
          return void (current() && (await resume(tell, current)));
        if (!(await take({ ...data, reading: answer.reading }, corrections, current))) return;
        read(answer.reading);
        await measure(tell, current);
      }),
    /** Resumes measuring heads after a stop. */
    resume: () => work('heads', measure),
    /** Finds the heads that are similar to one. @param {number} layer @param {number} head */
    findAlike: (layer, head) =>
      work('similar', async (tell, current) => {
        status.alikeTo = `${layer}:${head}`;
        have({ similar: null });
        const similar = await service.similar(0, layer, head, tell);
        if (current()) have({ similar });
      }),
    cancel: () => service.cancel(),
    /** Shows a message about the last drop. @param {(t: Strings) => string} sentence */
    say(sentence) {
      Object.assign(status, { refused: [], says: sentence });
      changed();
    },
    /** Removes the messages about the last drop. */
    forget() {
      Object.assign(status, { refused: [], says: null });
      changed();
    },
  };
}

/** @type {Opened} */
const NOTHING = { files: [], refused: [] };

/** @param {unknown} error @returns {{ name?: string, message: string, kind?: string, class?: string }} */
function partsOf(error) {
  return error instanceof Error ? error : { message: String(error) };
}

/**
 * The message of an error. That of a file begins with its name.
 *
 * @param {unknown} error @returns {(t: Strings) => string}
 */
function sentenceOf(error) {
  const { message, class: group } = partsOf(error);
  return (t) => (group === undefined ? t.errors.engine(message) : message);
}

/** @param {Reading} a @param {Reading} b */
function sameSides(a, b) {
  return a.queries === b.queries && a.keys === b.keys;
}

/** @param {Reading} shown @param {Reading} other @returns {(t: Strings) => string} */
function unequal(shown, other) {
  return (t) =>
    t.maps.overview.otherShape(`${shown.queries} × ${shown.keys}`, `${other.queries} × ${other.keys}`);
}
