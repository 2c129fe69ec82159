import { Answers } from './answers.js';
import { LiveModel, sentenceOf } from './live-model.js';
import { isModel } from '../../../engine/model-files.js';
import { track } from '../../../ui/idle.js';
import { Writer } from './writer.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { Example } from '../state.js' */
/** @import { MapsState } from '../types.js' */
/** @import { Pass } from './pass.js' */
/** @import { ModelSource } from './types.js' */

/**
 * The running model of the room, with what writes its text; null where nothing can run models.
 *
 * @param {ModelSource | undefined} source
 * @param {object} host
 * @param {() => MapsState} host.now
 * @param {(patch: Partial<MapsState>) => void} host.look - changes the state without an undo step
 * @param {(patch: Partial<MapsState>) => void} host.change - changes the state with an undo step
 * @param {() => void} host.changed
 * @param {{ undo: () => void, redo: () => void }} host.history
 * @param {(file: File, cursor: MapsState['cursor']) => Promise<void>} host.show - shows the heads of a text
 * @param {(what: Example) => void} host.example - opens a model
 */
export function liveRoom(source, { now, look, change, changed, history, show, example }) {
  if (!source) return null;
  /** The number of tokens that are shown; null before the first text. @type {number | null} */
  let shown = null;
  const live = new LiveModel(source, {
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
  const writer = new Writer(live, { now, look, change, changed, history });
  return {
    live,
    writer,
    answers: new Answers(live, changed),
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
      void track(live.open(files)).then((error) => {
        const { class: kind } = /** @type {any} */ (error ?? {});
        if (error) refused(kind === 'missing_tensor' ? null : sentenceOf(error));
      });
      return true;
    },
    /** Follows the text of a state. @param {MapsState} state */
    follow(state) {
      if (state.text === null) {
        writer.stop();
        shown = null;
      }
      writer.follow(state);
      live.follow(state);
    },
    end() {
      writer.stop();
      live.end();
    },
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
