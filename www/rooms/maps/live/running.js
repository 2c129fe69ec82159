import { html } from '../../../ui/html.js';
import { track } from '../../../ui/idle.js';
import { Answers } from './answers.js';
import { dataOf } from './done-heads.js';
import { LiveModel, sentenceOf } from './live-model.js';
import { canGoOn, continued } from './next.js';
import { NextTokens } from './next-view.js';
import { LiveReading } from './reading-view.js';
import { CancelRun, factsOf, saidOf } from './said-view.js';
/** @import { MapsState } from '../types.js' */
/** @import { Pass } from './pass.js' */
/** @import { Models, Running, RunningHost } from './types.js' */

/**
 * The running model of the room, with its views.
 *
 * @param {Models} engine
 * @param {RunningHost} host
 * @returns {Running}
 */
export function running(engine, { writer, small, now, look, change, changed, show, example }) {
  /** The number of tokens that are shown; null before the first text. @type {number | null} */
  let shown = null;
  const live = new LiveModel(engine, small, {
    changed() {
      if (live.problem || live.isStopped) writer.stop();
      changed();
    },
    // A link may have named this model, with what is open in it.
    opened: (model) => (now().model === model ? changed() : example({ model })),
    async show(pass) {
      await show(pass.file, cursorOf(pass, now(), shown));
      shown = pass.ids.length;
      writer.shown();
    },
  });
  const answers = new Answers(live, changed);
  return {
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
        if (error) refused(kind === 'missing_tensor' ? null : sentenceOf(error));
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

/**
 * The cell that is held in the new text: the last token and what it looks at most, unless another token is
 * held.
 *
 * @param {Pass} pass
 * @param {MapsState} state
 * @param {number | null} before - the number of tokens that were shown
 * @returns {MapsState['cursor']}
 */
function cursorOf({ ids, run, from }, { layer, head, cursor }, before) {
  const isOther = cursor !== null && before !== null && cursor.query !== before - 1;
  if (isOther && cursor.query < ids.length) return cursor;
  if (cursor !== null && before === null && cursor.query < ids.length && cursor.key < ids.length)
    return cursor;
  const { layers, heads } = run.facts;
  const variant = layer > from ? 0 : null;
  const weights = run.weights(Math.min(layer, layers - 1), Math.min(head, heads - 1), { variant });
  const query = ids.length - 1;
  const row = weights.subarray(query * ids.length);
  return { query, key: row.indexOf(row.reduce((most, weight) => Math.max(most, weight), -Infinity)) };
}
