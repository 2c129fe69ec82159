import { matrixName, queryHeadOf } from '../../figure/heads.js';
import { selectedPair } from '../../figure/schemes.js';
import { editTarget } from './figure-of.js';
import { withAsk, withEdit, withSwitch } from './state/state.js';
/** @import { RoomController } from '../../element/room-controller.js' */
/** @import { Cell, GivenLesson, Model, State, Switches } from '../../types.js' */

/**
 * What a reader does in a lesson, on the stage and in the whole view.
 *
 * @typedef {ReturnType<typeof lessonActions>} Actions
 *
 * Applies a patch from a field, or a function of the current state, which may be newer than the drawn one.
 * The result is null if the patch was accepted, else the error, which the field shows.
 *
 * @typedef {(patch: Partial<State> | ((now: State) => Partial<State>)) => string | null} Submit
 */

/**
 * @param {RoomController<State, string, Model, GivenLesson, any>} room
 * @param {{ point: (cell: Cell | null) => void, whole: () => void }} views - `point` follows the pointer, and
 *   `whole` opens the whole view
 */
export function lessonActions(room, { point, whole }) {
  const isOnStage = () => room.state.shown === 'step';
  return {
    point,
    whole,
    /** @param {Cell} cell */
    select: (cell) =>
      room.show({
        cursor: cell,
        head: queryHeadOf(cell.matrix) ?? room.state.head,
        ...selectedPair(room.state, cell),
      }),
    /** @param {Cell} cell @param {number} value @param {'drag' | 'commit' | 'cancel'} phase */
    edit(cell, value, phase) {
      const target = room.session && editTarget(room.session.model, cell);
      if (!target) return;
      room.act((now) =>
        phase === 'cancel' ? now.cancel() : now[phase](withEdit(now.state, { ...target, value })),
      );
    },
    /** The reader types into a computed cell. @param {Cell} cell */
    refuse(cell) {
      const { t } = room.words();
      room.notice(t.inputErrors.readOnly({ name: matrixName(t, cell.matrix) }));
    },
    /** Switches between heatmap and table, which only the whole view has. @param {string} matrix */
    table(matrix) {
      if (isOnStage()) return room.show({ shown: 'whole', tables: [matrix] });
      const { tables } = room.state;
      const shown = tables === 'all' ? Object.keys(room.session?.model.graph ?? {}) : tables;
      return room.show({
        tables: shown.includes(matrix) ? shown.filter((each) => each !== matrix) : [...shown, matrix],
      });
    },
    /** Changes the display. @param {Partial<State>} patch */
    show: (patch) => room.show(patch),
    /** @param {Partial<State>} patch @param {'drag' | 'commit'} [phase] */
    change: (patch, phase = 'commit') => room.act((now) => now[phase]({ ...now.state, ...patch })),
    /** @type {Submit} */
    submit: (patch) =>
      room.act(
        (now) => now.commit({ ...now.state, ...(typeof patch === 'function' ? patch(now.state) : patch) }),
        false,
      ),
    /**
     * Changes the comparison of position encodings. Null if the patch was accepted, else the error.
     *
     * @param {Partial<State['distance']>} patch @param {'drag' | 'commit'} [phase]
     */
    moveDistance: (patch, phase = 'commit') =>
      room.act((now) => now[phase]({ ...now.state, distance: { ...now.state.distance, ...patch } }), false),
    /** Moves a switch. @template {keyof Switches} K @param {K} name @param {Switches[K]} value */
    choose: (name, value) => void room.act((now) => now.commit(withSwitch(now.state, name, value))),
    /** Opens a head. @param {number} head */
    open: (head) => room.show({ head, ...(isOnStage() && { cursor: null }) }),
    /** Draws the element again, once a view that is loaded later has come. */
    redraw: () => room.life.requestRender(),
    /** Turns a cell into a question, or removes the question. @param {Cell} cell */
    ask: (cell) => room.show({ asks: withAsk(room.state, cell).asks }),
  };
}
