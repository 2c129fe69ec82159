import { html } from '../../../ui/html.js';
import { track } from '../../../ui/idle.js';
import { startWorker } from '../service/backends.js';
import { exampleOf } from '../state.js';
import { Answers } from './answers.js';
import { dataOf } from './done-heads.js';
import { exerciseBook } from './exercises.js';
import { LiveModel, sentenceOf } from './live-model.js';
import { canGoOn, continued } from './next.js';
import { NextTokens } from './next-view.js';
import { LiveReading } from './reading-view.js';
import { columnsBefore } from './pass.js';
import { CancelRun, factsOf, openingOf, saidOf } from './said-view.js';
import { scoreRow } from './score-row.js';
import { Said } from './text/text-view.js';
import { cursorOf } from './text/cursor.js';
/** @import { MapsModel } from '../types.js' */
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
      stateOf: (model, isOther) => (now().model === model && !isOther ? now() : exampleOf({ model }, now())),
      opened: ({ model }, isOther) =>
        now().model === model && !isOther ? changed() : example({ model: model ?? '' }),
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
  const exercise = exerciseBook(changed);
  /**
   * The heads of the layers that are done, of the model that is being opened or of a run.
   *
   * @param {MapsModel} model
   */
  function headsSoFar({ data }) {
    const [of, heads] = live.trial
      ? [live.trial.model, live.trial.done.heads]
      : [live.model, live.done?.heads];
    return of && heads ? dataOf(data, heads, of.facts) : null;
  }
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
      if (live.isRunning) answers.pause();
    },
    continued(state) {
      const { pass } = live;
      return pass && canGoOn(live) ? continued(engine, pass, state) : null;
    },
    scores({ asked, text, source, compare, layer, head }, query) {
      const { pass } = live;
      const isAsked = asked === 'why' && text !== null && source === 'head' && !compare;
      if (!isAsked || !pass || query >= pass.ids.length || pass.run.facts.kinds[layer] !== null) return null;
      const scores = engine.scores(pass.run, { layer, head, query, variant: pass.variant });
      return scoreRow(query, Float64Array.of(...Array(columnsBefore(pass)).fill(NaN), ...scores));
    },
    take: (files, refused) =>
      track(live.open(files)).then((error) => {
        const { class: kind } = /** @type {any} */ (error ?? {});
        if (error) refused(kind === 'other_files' ? null : sentenceOf(error));
      }),
    views(model) {
      const props = { model, live, writer, answers, exercise, look, change };
      return {
        isWrong: live.problem !== null,
        facts: factsOf(live, model),
        said: saidOf(props),
        controls: html`<${CancelRun} ...${props} />`,
        next: html`<${NextTokens} ...${props} />`,
        heads: headsSoFar(model),
        confirms: (name) =>
          answers.confirms(model.state, name, ['find', 'why'].includes(model.state.asked ?? '')),
        reading: (measures) => html`<${LiveReading} ...${props}>${measures}<//>`,
      };
    },
    opening(model) {
      const said = openingOf(live, model.t);
      return said === '' ? null : html`<${Said} said=${said}><${CancelRun} ...${{ model, live }} /><//>`;
    },
    end: () => live.end(),
  };
}

/** The last row of a head's map. @param {Pass} pass @param {number} layer @param {number} head */
function lastRow(pass, layer, head) {
  const { ids, run, variant } = pass;
  const { layers, layerHeads } = run.facts;
  const at = Math.min(layer, layers - 1);
  const weights = run.weights(at, Math.min(head, layerHeads[at] - 1), { variant });
  // A sink is not a token to look at.
  return Float32Array.of(
    ...Array(columnsBefore(pass)).fill(0),
    ...weights.subarray((ids.length - 1) * ids.length),
  );
}
