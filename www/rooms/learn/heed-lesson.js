import { KINDS } from './kinds/all.js';
import { RoomElement } from '../../element/room-element.js';
import { ATTRIBUTES } from './attributes.js';
import { Lesson, lessonParts, words } from './lesson.js';
/** @import { GivenLesson, Model, State } from '../../types.js' */

/**
 * `<heed-lesson>`: a computation of attention, step by step. The reader can point at every number and change
 * every input. It shows one of the lessons, or your own numbers.
 *
 * Your own numbers are the property `data`: `{ tokens, embeddings, wQ, wK, wV, wO, heads, kvHeads, seed }`,
 * where each matrix is an array of rows or `{ rows, cols, data }`. Only `tokens`, an array, is required;
 * missing projections are drawn from the seed.
 *
 * @extends {RoomElement<State, string, Model, GivenLesson, Lesson>}
 * @tag heed-lesson
 * @attr {'first' | 'words' | 'scaling' | 'ahead' | 'scale-mask' | 'order' | 'positions' | 'distance' | 'two-heads' | 'heads' | 'frase' | 'concepts' | 'own'} [lesson=words] -
 *   The lesson.
 * @attr {'step' | 'whole'} [show=step] - `step` shows one step at a time, large; `whole` shows all matrices
 *   of the lesson.
 * @attr {string} step - The step: its number, counted from 1, or its name, such as `softmax`. Defaults to the
 *   first, and in the whole view to the last step of attention.
 * @attr {number} seed - The seed of random numbers. Defaults to the lesson's.
 * @attr {'sqrt' | 'none' | number} scale - The factor of the scores: 1/√d, 1, or a number. Defaults to the
 *   lesson's.
 * @attr {'none' | 'causal'} mask - The mask; `causal` hides later keys from a query. Defaults to the
 *   lesson's.
 * @attr {'none' | 'textbook' | 'doubled' | 'given'} positions - The positions: none, sinusoids (`textbook`),
 *   sinusoids whose exponent is doubled, or positions written by hand, if there are any. Defaults to the
 *   lesson's.
 * @attr {'rows' | 'columns' | 'all'} softmax-axis - The cells that softmax normalizes together. Defaults to
 *   the lesson's.
 * @attr {'stable' | 'naive'} softmax-form - Whether softmax subtracts the largest score first. Defaults to
 *   the lesson's.
 * @attr {'none' | 'sqrt'} embedding-scale - Whether embeddings are multiplied by √d. Defaults to the
 *   lesson's.
 * @attr {number} kv-heads - The number of key-value heads. Defaults to the lesson's.
 * @attr {number} [head=0] - The open head, counted from 0.
 * @attr {number} query - The query of the selected weight, counted from 0.
 * @attr {number} key - The key of the selected weight, counted from 0.
 * @attr {number} rank - The rank of the approximation in the lesson `concepts`. Defaults to the lesson's.
 * @attr {'auto' | 'full' | number} [digits=auto] - The digits in the cells: as many as fit, all, or a number
 *   of decimals.
 * @attr {boolean} table - Shows tables of numbers in place of heatmaps, in the whole view.
 */
export class HeedLessonElement extends RoomElement {
  static tag = 'heed-lesson';
  static parts = lessonParts(KINDS);
  static words = words;
  static attributes = ATTRIBUTES;

  constructor() {
    super((room) => new Lesson(room, KINDS));
  }

  /** Shows the step alone, on the whole screen, or leaves it. The whole view has nothing to present. */
  present() {
    this.room.views.present();
  }
}
