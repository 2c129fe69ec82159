import { isModel } from '../../../../engine/model-files.js';
import { html } from '../../../../ui/html.js';
import { track } from '../../../../ui/idle.js';
import { AfterText, Examples, TextBar, TextFacts } from './text-view.js';
import { Writer } from './writer.js';
/** @import { Strings } from '../../../../words/languages.js' */
/** @import { MapsModel, MapsState } from '../../types.js' */
/** @import { ModelSource, Running, RunningViews, TextHost } from '../types.js' */

/**
 * The text that a model of the room reads. The reader can write before the model has arrived.
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
  let isEnded = false;
  const writer = new Writer(
    {
      isBehind: () => isBehind(),
      continued: (state) => running?.continued(state) ?? null,
    },
    host,
  );
  const isBehind = () => running?.isBehind ?? host.now().text !== null;

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
      if (!isEnded) running = start({ ...host, writer, small });
      problem = null;
    } catch (error) {
      loading = null;
      problem = () => (error instanceof Error ? error.message : String(error));
    }
    host.changed();
  }
  const loaded = () => (loading ??= track(load()));

  /** What is shown before the model has arrived. @param {MapsModel} model @returns {RunningViews} */
  const waiting = ({ t }) => ({
    isWrong: problem !== null,
    facts: '',
    said: problem ? problem(t) : t.maps.live.loading,
    controls: null,
    next: null,
    heads: null,
    reading: (measures) => measures,
  });

  return {
    /** Whether what is shown belongs to an older text. @param {MapsState} state */
    isBehind: ({ text }) => text !== null && isBehind(),
    /** Follows the text of a state. @param {MapsState} state */
    follow(state) {
      if (state.text === null) writer.stop();
      writer.follow(state);
      if (running) running.follow(state);
      else if (state.text !== null && !problem) void loaded();
    },
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
    /** The views of a text. @param {MapsModel} model */
    views(model) {
      const { isWrong, facts, said, controls, next, heads, reading } = (running ?? { views: waiting }).views(
        model,
      );
      const props = { model, writer };
      return {
        facts: html`<${TextFacts} ...${{ ...props, isWrong, facts }} />`,
        bar: html`<${TextBar} ...${{ ...props, said }}>${controls}<//>`,
        after: html`<${AfterText} ...${props}>${next}<//>`,
        heads,
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
