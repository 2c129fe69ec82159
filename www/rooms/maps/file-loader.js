import { fileNameOf, measuring } from './model-loading.js';
import { compiled } from './program.js';
import { NO_CORRECTIONS } from './state.js';
import { canAlign } from './head/aligned.js';
import { interpreted } from './reading/interpreted.js';
import { say } from './reading/messages.js';
import { errorOf } from './service/errors.js';
import { asSentence } from '../../words/as-sentence.js';
/** @import { HeldFile } from './service/bytes.js' */
/** @import { Strings } from '../../words/languages.js' */
/** @import { Corrections, First, HeadFound, MapsData, MapsService, MapsState, Opened, Progress, Reading, RefusedFile, Seen, Wanted } from './types.js' */

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
   * @param {Seen & { heads?: HeadFound[] | null }} seen - with the heads, if they are measured already
   * @param {Corrections} corrections
   */
  function take(found, { tokens, queryTokens, heads }, corrections) {
    const { reading } = found;
    // Requests are handled in order, so nothing waits for this one.
    service.read(0, reading).catch(() => {});
    const before = status.data;
    // The thumbnails of a model stay until those of its new text replace them, one by one.
    const isSameModel =
      before?.isSample &&
      found.isSample &&
      before.heads.length === reading.layers * reading.heads &&
      before.opened.files[0]?.name === found.opened.files[0]?.name;
    status.data = {
      ...found,
      tokens,
      queryTokens,
      heads: heads ?? (isSameModel ? [...before.heads] : Array(reading.layers * reading.heads)),
      done: heads ? 1 : 0,
      similar: null,
      other: null,
    };
    status.corrections = corrections;
    status.alikeTo = '';
  }

  /** @param {Job} job */
  async function measure({ tell, isCurrent }) {
    const { reading, tokens, heads } = /** @type {MapsData} */ (status.data);
    await service.heads(0, measuring(reading, tokens, side()), (some, progress) => {
      if (!isCurrent()) return;
      for (const head of some) heads[head.layer * reading.heads + head.head] = head;
      if (progress.what === 'heads') patchData({ done: Math.min(progress.done, 0.999) });
      tell(progress);
    });
    if (!isCurrent()) return;
    patchData({ done: 1 });
    sayProblem();
  }

  /** Says why a head has no measures, unless there is another message. */
  function sayProblem() {
    const problem = status.data?.heads.find((head) => head?.problem !== undefined)?.problem;
    if (problem !== undefined) status.says ??= messageOf(problem);
  }

  /**
   * Resumes measuring, which this job has cancelled, because this job failed. Why it failed is said, not why
   * measuring fails.
   *
   * @param {Job} job
   */
  async function resume(job) {
    const { says, refused } = status;
    if (!status.data || status.data.done === 1) return;
    await measure(job).catch((error) => {
      if (!says && refused.length === 0) throw error;
    });
  }

  /** @param {Opened} opened */
  const close = (opened) => service.close(opened.files.map(({ id }) => id));

  /**
   * Opens files and finds their first view. If there is none, they are closed, `status` says why, and the
   * open files are measured further.
   *
   * @param {(File | HeldFile)[]} files
   * @param {Omit<Wanted, 'present' | 'side'>} wanted
   * @param {Job} job
   * @returns {Promise<{ opened: Opened, first: Extract<First, { reading: Reading }> } | null>}
   */
  async function opening(files, wanted, job) {
    const { data } = status;
    const present = data && !data.isSample ? data.opened.files : [];
    const { first, ...opened } = await service.open(files, job.tell, {
      ...wanted,
      present,
      ...(wanted.isSample && { side: side() }),
    });
    if (job.isCurrent()) {
      status.refused = opened.refused;
      if (first && 'reading' in first) return { opened, first };
    }
    await close(opened);
    if (!job.isCurrent()) return null;
    if (first) status.says = reasonOf(/** @type {Exclude<First, { reading: Reading }>} */ (first));
    await resume(job);
    return null;
  }

  /**
   * Why files cannot be shown.
   *
   * @param {Exclude<First, { reading: Reading }>} first @returns {(t: Strings) => string}
   */
  function reasonOf(first) {
    if ('refused' in first) return (t) => say(first.refused, t);
    if ('failed' in first) return messageOf(errorOf(first.failed));
    const sizes = (/** @type {{ queries: number, keys: number }} */ of) => `${of.queries} × ${of.keys}`;
    const here = status.data ? sizes(status.data.reading) : '';
    return (t) => t.maps.overview.otherShape({ here, there: sizes(first.other) });
  }

  /**
   * Shows opened files in place of the open ones, or adds tokens to these.
   *
   * @param {NonNullable<Awaited<ReturnType<typeof opening>>>} found
   * @param {MapsState[]} views
   * @param {boolean} isSample
   * @param {Job} job
   */
  async function place({ opened, first }, views, isSample, job) {
    const before = status.data;
    const { reading, state, isTokens } = first;
    const all =
      before && isTokens ? { files: [...before.opened.files, ...opened.files], refused: [] } : opened;
    if (isSample && JSON.stringify(state.corrections) !== JSON.stringify(views[0].corrections))
      status.says = (t) => t.links.broken;
    take({ opened: all, reading, isSample }, first, state.corrections);
    status.name = fileNameOf(all, reading);
    arrived(state);
    // Requests are handled in order, so nothing waits for this one.
    if (before)
      close({
        files: [...(isTokens ? [] : before.opened.files), ...(before.other?.opened.files ?? [])],
        refused: [],
      }).catch(() => {});
    if (first.heads) sayProblem();
    else await measure(job);
  }

  return {
    status,
    /**
     * Opens files in place of the open ones. Of several views, the first whose file has the same shape is
     * used.
     *
     * @param {(File | HeldFile)[]} files
     * @param {MapsState[]} views
     * @param {Partial<Pick<Wanted, 'isSample' | 'isAverage'>>} [how]
     */
    open: (files, views, { isSample = false, isAverage = false } = {}) =>
      work('open', async (job) => {
        const found = await opening(files, { views, isSample, isAverage, beside: null }, job);
        if (found) await place(found, views, isSample, job);
      }),
    /**
     * Opens files beside the open ones, for a comparison.
     *
     * @param {File[]} files
     * @param {MapsState} view - of the open files
     * @param {() => void} done - called when they are open
     */
    openBeside: (files, view, done) =>
      work('open', async (job) => {
        const data = /** @type {MapsData} */ (status.data);
        const { queries, keys } = data.reading;
        const beside = { queries, keys, canAlign: canAlign(data.reading) };
        const wanted = { views: [view], isSample: false, beside };
        const found = await opening(files, wanted, job);
        if (!found) return;
        const { opened, first } = found;
        if (first.isTokens) return void (await place(found, [view], false, job));
        service.read(1, first.reading).catch(() => {});
        const other = status.data?.other;
        if (other) await close(other.opened);
        patchData({ other: { opened, reading: first.reading, tokens: first.tokens } });
        done();
        await resume(job);
      }),
    /**
     * Reads the same files with the corrections of a state.
     *
     * @param {MapsState} state
     * @param {(reading: Reading) => void} read - called when they are read
     */
    reread: (state, read) =>
      work('heads', async (job) => {
        const { data } = status;
        const { corrections } = state;
        status.corrections = corrections;
        await compiled();
        const answer = data && interpreted(data.opened, corrections).outcome;
        if (!answer) return resume(job);
        if ('refused' in answer) {
          status.says = (t) => say(answer.refused, t);
          return resume(job);
        }
        const { reading } = answer;
        try {
          const seen = await service.look(reading, state, job.tell);
          if (!job.isCurrent()) return undefined;
          take({ ...data, reading }, seen, corrections);
        } catch (error) {
          const { name, kind } = partsOf(error);
          if (name === 'AbortError' || kind === 'restarted') throw error;
          if (!job.isCurrent()) return undefined;
          status.says = messageOf(error);
          return resume(job);
        }
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
