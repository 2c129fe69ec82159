import { html } from '../../../ui/html.js';
import { track } from '../../../ui/idle.js';
import { startWorker } from '../service/backends.js';
import { Answers } from './answers.js';
import { dataOf } from './done-heads.js';
import { LiveModel, sentenceOf } from './live-model.js';
import { canGoOn, continued } from './next.js';
import { NextTokens } from './next-view.js';
import { LiveReading } from './reading-view.js';
import { CancelRun, factsOf, saidOf } from './said-view.js';
import { cursorOf } from './text/cursor.js';
/** @import { Pass } from './pass.js' */
/** @import { Models, Running, RunningHost } from './types.js' */

/**
 * The running model of the room, with its views.
 *
 * @param {Models} engine
 * @param {RunningHost} host
 * @param {string} [workerText] - the script of the Workers; without it, the page runs the model
 * @returns {Running}
 */
export function running(
  engine,
  { writer, small, now, look, change, changed, show, example },
  workerText = '',
) {
  /** The number of tokens that are shown; null before the first text. @type {number | null} */
  let shown = null;
  const live = new LiveModel(
    engine,
    small,
    {
      changed() {
        if (live.problem || live.isStopped) writer.stop();
        changed();
      },
      // A link may have named this model, with what is open in it.
      opened: (model) => (now().model === model ? changed() : example({ model })),
      async show(pass) {
        const { ids } = pass;
        await show(
          pass.file,
          cursorOf(now(), ids.length, shown, (layer, head) => lastRow(pass, layer, head)),
        );
        shown = ids.length;
        writer.shown();
      },
    },
    workerText === '' ? undefined : () => startWorker(workerText),
  );
  const answers = new Answers(live, changed);
  let isReady = false;
  return {
    get isReady() {
      isReady ||=
        live.problem !== null ||
        live.pass !== null ||
        (live.model !== null && (!live.isRunning || now().model !== null));
      return isReady;
    },
    get isBehind() {
      return live.isBehind;
    },
    follow(state) {
      if (state.text === null) shown = null;
      live.follow(state);
    },
    continued(state) {
      const { pass } = live;
      return pass && canGoOn(live) ? continued(engine, pass, state) : null;
    },
    take: (files, refused) =>
      track(live.open(files)).then((error) => {
        const { class: kind } = /** @type {any} */ (error ?? {});
        if (error) refused(kind === 'other_files' ? null : sentenceOf(error));
      }),
    views(model) {
      const props = { model, live, writer, answers, look, change };
      return {
        isWrong: live.problem !== null,
        facts: factsOf(live, model),
        said: saidOf(props),
        controls: html`<${CancelRun} ...${props} />`,
        next: html`<${NextTokens} ...${props} />`,
        heads: live.model && live.done?.heads ? dataOf(model.data, live.done.heads, live.model.facts) : null,
        reading: (measures) => html`<${LiveReading} ...${props}>${measures}<//>`,
      };
    },
    end: () => live.end(),
  };
}

/** The weights of the last token in a head. @param {Pass} pass @param {number} layer @param {number} head */
function lastRow({ ids, run, from }, layer, head) {
  const { layers, layerHeads } = run.facts;
  const variant = layer > from ? 0 : null;
  const at = Math.min(layer, layers - 1);
  const weights = run.weights(at, Math.min(head, layerHeads[at] - 1), { variant });
  return weights.subarray((ids.length - 1) * ids.length);
}
