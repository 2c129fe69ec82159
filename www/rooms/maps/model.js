import { fileNameOf, initialView, outcomeOf } from './model-loading.js';
import { NO_CORRECTIONS } from './state.js';
import { interpreted } from './reading/interpreted.js';
import { say } from './reading/messages.js';
import { asSentence } from '../../words/as-sentence.js';
/** @import { Strings } from '../../words/languages.js' */
/** @import { Corrections, Interpretation, MapsData, MapsService, MapsState, Opened, Outcome, Progress, Reading, RefusedFile } from './types.js' */

/** Files with more heads have thumbnails of half the resolution, which are also smaller on the screen. */
const MANY = 512;

/**
 * The open files, and the progress of the current job.
 *
 * @typedef {object} FilesStatus
 * @property {MapsData | null} data
 * @property {Corrections} corrections - of the current reading
 * @property {string} name - of the file
 * @property {Progress | null} busy
 * @property {RefusedFile[]} refused - rejected files of the last drop
 * @property {((t: Strings) => string) | null} says - the last error
 * @property {string} alikeTo - the head whose similar heads are known, as `layer:head`
 */

/**
 * A job. Its results are ignored once it is no longer current.
 *
 * @typedef {{ tell: (progress: Progress) => void, isCurrent: () => boolean }} Job
 */

/**
 * Opens files, interprets them as heads and requests their measures. It runs one job at a time: a new job
 * cancels the last. None of this is part of the state.
 *
 * @param {MapsService} service
 * @param {object} room
 * @param {() => void} room.changed
 * @param {(state: MapsState) => void} room.arrived - called with the state for new files
 * @param {() => number} room.side - the resolution of thumbnails
 */
export function fileLoader(service, { changed, arrived, side }) {
  /** @type {FilesStatus} */
  const status = {
    data: null,
    corrections: NO_CORRECTIONS,
    name: '',
    busy: null,
    refused: [],
    says: null,
    alikeTo: '',
  };
  let lastJob = 0;

  /**
   * Runs a job. If it fails, `status.says` has the message.
   *
   * @param {Progress['what']} what @param {(job: Job) => Promise<void>} run
   */
  async function work(what, run) {
    if (status.busy) service.cancel();
    const before = status.data?.opened;
    const id = (lastJob += 1);
    const isCurrent = () => id === lastJob;
    Object.assign(status, { busy: { what, done: 0 }, says: null });
    changed();
    /** @param {Progress} progress */
    const tell = (progress) => {
      if (!isCurrent()) return;
      status.busy = progress;
      changed();
    };
    try {
      await run({ tell, isCurrent });
    } catch (error) {
      const { name, kind } = partsOf(error);
      // If measuring was stopped, its progress is already shown.
      const stopped =
        what === 'heads' || status.data?.opened !== before
          ? null
          : (/** @type {Strings} */ t) => t.maps.overview.stopped;
      // The element reports the replacement of the worker once.
      if (isCurrent() && kind !== 'restarted')
        status.says = name === 'AbortError' ? stopped : messageOf(error);
    }
    if (!isCurrent()) return;
    status.busy = null;
    changed();
  }

  /** @param {Partial<MapsData>} patch */
  function patchData(patch) {
    if (status.data) status.data = { ...status.data, ...patch };
    changed();
  }

  /**
   * Replaces the current reading.
   *
   * @param {Pick<MapsData, 'opened' | 'reading' | 'isSample'>} found
   * @param {Corrections} corrections
   * @param {Job} job
   * @returns {Promise<boolean>} whether the job is still current
   */
  async function take(found, corrections, { isCurrent }) {
    const { reading } = found;
    await service.read(0, reading);
    const readable = async (/** @type {string[]} */ tokens) =>
      tokens.length > 0 ? service.tokens(tokens, corrections.tokens) : null;
    const [tokens, queryTokens] = [await readable(reading.tokens), await readable(reading.queryTokens)];
    if (!isCurrent()) return false;
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

  /** @param {Job} job */
  async function measure({ tell, isCurrent }) {
    const { reading, tokens, heads } = /** @type {MapsData} */ (status.data);
    const ids = tokens?.ids.length === reading.keys ? tokens.ids : null;
    const resolution = Math.round(reading.layers * reading.heads > MANY ? side() / 2 : side());
    await service.heads(0, { side: resolution, tokens: ids, sink: 1, reach: 1 }, (some, progress) => {
      if (!isCurrent()) return;
      for (const head of some) heads[head.layer * reading.heads + head.head] = head;
      if (progress.what === 'heads') patchData({ done: Math.min(progress.done, 0.999) });
      tell(progress);
    });
    if (isCurrent()) patchData({ done: 1 });
  }

  /** Resumes measuring, which this job has cancelled, because this job failed. @param {Job} job */
  async function resume(job) {
    if (status.data && status.data.done < 1) await measure(job);
  }

  /** @param {Opened} opened */
  const close = (opened) => service.close(opened.files.map(({ id }) => id));

  /**
   * Whether files contain only tokens, which then belong to the open file.
   *
   * @param {Opened} opened
   * @param {Interpretation} found
   */
  const isTokens = (opened, { candidates }) =>
    candidates.length === 0 &&
    status.data?.isSample === false &&
    opened.files.some(({ tokens }) => tokens.length > 0);

  /**
   * Reads the head that will be shown first. Some damage is only found here, such as a wrong checksum. Then
   * the new files are closed, `status.says` has the reason, and the open files are measured further.
   *
   * @param {Opened} opened - the new files
   * @param {Reading} reading
   * @param {{ layer: number, head: number }} place
   * @param {Job} job
   * @returns {Promise<boolean>} whether it could be read and the job is still current
   * @throws {Error} if it was cancelled
   */
  async function isReadable(opened, reading, { layer, head }, job) {
    const [lastLayer, lastHead] = [reading.layers - 1, reading.heads - 1];
    try {
      await service.probe(reading, Math.min(layer, lastLayer), Math.min(head, lastHead), job.tell);
    } catch (error) {
      await close(opened);
      const { name, kind } = partsOf(error);
      if (name === 'AbortError' || kind === 'restarted') throw error;
      if (!job.isCurrent()) return false;
      status.says = messageOf(error);
      await resume(job);
      return false;
    }
    if (job.isCurrent()) return true;
    await close(opened);
    return false;
  }

  /**
   * Replaces the open files, or adds tokens to them.
   *
   * @param {Opened} opened
   * @param {MapsState[]} wanted
   * @param {boolean} isSample
   * @param {Job} job
   */
  async function place(opened, wanted, isSample, job) {
    const before = status.data;
    const own = interpreted(opened, NO_CORRECTIONS);
    const all =
      before && isTokens(opened, own)
        ? { files: [...before.opened.files, ...opened.files], refused: [] }
        : opened;
    const taken = initialView(all, wanted, isSample);
    if ('refused' in taken) {
      await close(opened);
      const { refused } = taken;
      if (opened.files.length > 0) status.says = (t) => say(refused, t);
      return resume(job);
    }
    const { reading, state } = taken;
    if (!isSample && !(await isReadable(opened, reading, state, job))) return undefined;
    if (isSample && state.corrections !== wanted[0].corrections) status.says = (t) => t.links.broken;
    if (!(await take({ opened: all, reading, isSample }, state.corrections, job))) return undefined;
    status.name = fileNameOf(all, reading);
    arrived(state);
    if (before)
      await close({
        files: [...(all === opened ? before.opened.files : []), ...(before.other?.opened.files ?? [])],
        refused: [],
      });
    return measure(job);
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
      work('open', async (job) => {
        const opened = await service.open(files, job.tell);
        if (!job.isCurrent()) return void close(opened);
        status.refused = opened.refused;
        return place(opened, wanted, isSample, job);
      }),
    /**
     * Opens files beside the open ones, for a comparison.
     *
     * @param {File[]} files
     * @param {MapsState} view - of the open files
     * @param {() => void} beside - called when they are open
     */
    openBeside: (files, view, beside) =>
      work('open', async (job) => {
        const { data } = status;
        const opened = await service.open(files, job.tell);
        if (!job.isCurrent() || !data) return void close(opened);
        status.refused = opened.refused;
        const own = interpreted(opened, NO_CORRECTIONS);
        if (isTokens(opened, own)) return place(opened, [view], false, job);
        const answer = outcomeOf(own);
        const refused = refusalBeside(answer, data.reading);
        if (refused) {
          await close(opened);
          if (opened.files.length > 0) status.says = refused;
          return resume(job);
        }
        const { reading } = /** @type {{ reading: Reading }} */ (answer);
        if (!(await isReadable(opened, reading, view, job))) return undefined;
        await service.read(1, reading);
        if (!job.isCurrent()) return undefined;
        if (data.other) await close(data.other.opened);
        patchData({ other: { opened, reading } });
        beside();
        return resume(job);
      }),
    /**
     * Reads the same files with other corrections.
     *
     * @param {Corrections} corrections
     * @param {(reading: Reading) => void} read - called when they are read
     */
    reread: (corrections, read) =>
      work('heads', async (job) => {
        const { data } = status;
        status.corrections = corrections;
        const answer = data && interpreted(data.opened, corrections).outcome;
        if (!answer) return resume(job);
        if ('refused' in answer) {
          status.says = (t) => say(answer.refused, t);
          return resume(job);
        }
        const { reading } = answer;
        const noFiles = { files: [], refused: [] };
        if (!(await isReadable(noFiles, reading, { layer: 0, head: 0 }, job))) return undefined;
        if (!(await take({ ...data, reading }, corrections, job))) return undefined;
        read(reading);
        return measure(job);
      }),
    /** Resumes measuring heads after a stop. */
    resume: () => work('heads', measure),
    /** Finds the heads that are similar to one. @param {number} layer @param {number} head */
    findAlike: (layer, head) =>
      work('similar', async ({ tell, isCurrent }) => {
        status.alikeTo = `${layer}:${head}`;
        patchData({ similar: null });
        const similar = await service.similar(0, layer, head, tell);
        if (isCurrent()) patchData({ similar });
      }),
    cancel: () => service.cancel(),
    /** Shows a message about the last drop. @param {(t: Strings) => string} message */
    say(message) {
      Object.assign(status, { refused: [], says: message });
      changed();
    },
    /** Removes the messages about the last drop. */
    forget() {
      Object.assign(status, { refused: [], says: null });
      changed();
    },
  };

  /**
   * Why files cannot be compared with the open ones; null if they can.
   *
   * @param {Outcome} answer
   * @param {Reading} shown
   * @returns {FilesStatus['says']}
   */
  function refusalBeside(answer, shown) {
    if ('refused' in answer) return (t) => say(answer.refused, t);
    const { queries, keys } = answer.reading;
    if (queries === shown.queries && keys === shown.keys) return null;
    return (t) =>
      t.maps.overview.otherShape({ here: `${shown.queries} × ${shown.keys}`, there: `${queries} × ${keys}` });
  }
}

/** @param {unknown} error @returns {{ name?: string, message: string, kind?: string, class?: string }} */
function partsOf(error) {
  return error instanceof Error ? error : { message: String(error) };
}

/**
 * The message of an error. Errors of files are complete sentences.
 *
 * @param {unknown} error @returns {(t: Strings) => string}
 */
function messageOf(error) {
  const { message, class: group } = partsOf(error);
  return (t) => (group === undefined ? t.errors.engine({ says: asSentence(message) }) : message);
}
