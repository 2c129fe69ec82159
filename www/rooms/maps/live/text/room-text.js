import { messageOf } from '../../../../engine/instance.js';
import { isModel } from '../../../../engine/model-files.js';
import { html } from '../../../../ui/html.js';
import { track } from '../../../../ui/idle.js';
import { compiled } from '../../program.js';
import { cursorOf } from './cursor.js';
import { firstSentence, isFirst } from './first-sentence.js';
import { AfterText, Examples, TextBar, TextFacts } from './text-view.js';
import { NextPlace, QuestionsPlace } from './waiting-view.js';
import { Writer } from './writer.js';
/** @import { Strings } from '../../../../words/languages.js' */
/** @import { MapsModel, MapsState } from '../../types.js' */
/** @import { FirstSentence, ModelSource, Running, RunningViews, TextHost } from '../types.js' */

/**
 * The text that a model of the room reads. Until the model has arrived, the room shows the heads of the first
 * sentence, and the reader can already write.
 *
 * @param {ModelSource} source
 * @param {TextHost} host
 */
export function roomText(source, host) {
  /** @type {Running | null} */
  let running = null;
  /** @type {Promise<void> | null} */
  let loading = null;
  /** Why no model can run. @type {((t: Strings) => string) | null} */
  let problem = null;
  /** Whether the heads of the first sentence were requested. */
  let hasBegun = false;
  /** Whether the model has shown heads. They replace equal ones, if the text is still the first sentence. */
  let hasShown = false;
  let isEnded = false;
  const writer = new Writer(
    {
      isBehind: () => isBehind(host.now()),
      follow: () => follow(host.now()),
      continued: (state) => running?.continued(state) ?? null,
    },
    host,
  );
  const ready = () => (running?.isReady ? running : null);
  /** Whether the heads of a state are there without a model. @param {MapsState} state */
  const isKnown = (state) => source.first !== undefined && isFirst(state);
  const isBehind = (/** @type {MapsState} */ state) => {
    if (state.text === null || (!hasShown && isKnown(state))) return false;
    return ready()?.isBehind ?? true;
  };
  /** @type {TextHost['show']} */
  async function show(file, cursor) {
    await host.show(file, cursor);
    hasShown = true;
  }

  /** Loads what runs models. */
  async function load() {
    // Both scripts are requested at once.
    let first = host.now().model === null ? source.small() : null;
    first?.catch(() => {});
    const small = () => {
      const file = first ?? source.small();
      first = null;
      return file;
    };
    try {
      const start = await source.running();
      if (!isEnded) running = start({ ...host, show, writer, small });
      problem = null;
    } catch (error) {
      loading = null;
      problem = () => messageOf(error);
    }
    host.changed();
  }
  const loaded = () => (loading ??= track(load()));

  /**
   * Shows the heads of the first sentence, and then loads the model, which must not delay them.
   *
   * @param {FirstSentence} first
   */
  async function begin(first) {
    hasBegun = true;
    const { file, row, tokens } = firstSentence(first);
    await host.show(file, cursorOf(host.now(), tokens, null, row));
    await painted();
    // The program comes first, because it shows other heads and maps.
    await compiled().catch(() => {});
    if (!isEnded) await loaded();
  }

  /** Follows the text of a state. @param {MapsState} state */
  function follow(state) {
    if (state.text === null) writer.stop();
    writer.follow(state);
    if (running) running.follow(state);
    else if (state.text === null || problem) return;
    else if (!source.first || !isFirst(state)) void loaded();
    else if (!hasBegun) void track(begin(source.first()));
  }

  /** What is shown before the model has arrived. @param {MapsModel} model @returns {RunningViews} */
  function waiting({ state, data, t }) {
    const words = t.maps.live;
    const isSmall = state.model === null;
    return {
      isWrong: problem !== null,
      facts: '',
      said: problem ? problem(t) : isSmall ? '' : words.loading,
      controls: null,
      next: isSmall && html`<${NextPlace} words=${words} isComing=${problem === null} />`,
      heads: null,
      reading(measures) {
        const questions = isSmall && data && html`<${QuestionsPlace} words=${words} />`;
        return state.asked === null ? [measures, questions] : [questions, measures];
      },
    };
  }

  return {
    /** Whether what is shown belongs to an older text. */
    isBehind,
    /** Whether no token of the text is there. @param {Pick<MapsModel, 'state' | 'data'>} shown */
    isAsWritten(shown) {
      const { text, isAll } = unreadOf(shown);
      return !ready() && isAll && text !== '';
    },
    follow,
    /**
     * Opens files if they are a model.
     *
     * @param {File[]} files
     * @param {(why: ((t: Strings) => string) | null) => void} refused - called with why the model cannot be run;
     *   with null if the files have none of its parameters
     * @returns {boolean} whether they may be a model
     */
    take(files, refused) {
      if (!isModel(files)) return false;
      void track(loaded().then(() => (running ? running.take(files, refused) : refused(problem))));
      return true;
    },
    /** What can be opened without a file. @param {MapsModel} model */
    examples: (model) => html`<${Examples} ...${{ model, open: host.example }} />`,
    /** How far a model is that is being opened; null if none is. @param {MapsModel} model */
    opening: (model) => running?.opening(model) ?? null,
    /** @type {Running['scores']} */
    scores: (state, query) => ready()?.scores(state, query) ?? null,
    /** The views of a text. @param {MapsModel} model */
    views(model) {
      const views = ready()?.views(model);
      const { isWrong, facts, said, controls, next, heads, confirms, reading } = views ?? waiting(model);
      const props = { model, writer };
      const unread = views ? null : unreadOf(model);
      const isSeen = model.data !== null || !isKnown(model.state);
      return {
        facts: html`<${TextFacts} ...${{ ...props, isWrong, facts }} />`,
        bar: html`<${TextBar} ...${{ ...props, said }}>${controls}<//>`,
        after: html`<${AfterText} ...${{ ...props, unread, isSeen }}>${next}<//>`,
        heads,
        confirms,
        reading,
      };
    },
    end() {
      isEnded = true;
      writer.stop();
      running?.end();
    },
  };
}

/**
 * The end of the text that the shown tokens do not have, or the whole text if they are of another one.
 *
 * @param {Pick<MapsModel, 'state' | 'data'>} shown
 */
function unreadOf({ state, data }) {
  const text = state.text ?? '';
  const shown = (data?.tokens?.tokens ?? []).map((token) => token.text).join('');
  return text.startsWith(shown)
    ? { text: text.slice(shown.length), isAll: shown === '' }
    : { text, isAll: true };
}

/** Resolves when the next frame is painted. */
const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
