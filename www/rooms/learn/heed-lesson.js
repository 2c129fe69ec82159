import { KINDS } from './kinds/all.js';
import { RoomElement } from '../../element/room-element.js';
import { Lesson, lessonParts, words } from './lesson.js';
import { learn } from './settings.js';
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
 */
export class HeedLessonElement extends RoomElement {
  static tag = 'heed-lesson';
  static parts = lessonParts(KINDS);
  static words = words;
  static attributes = learn.attributes;
  static fields = learn.fields;

  constructor() {
    super((room) => new Lesson(room, KINDS));
  }

  /** Moves to the next or the previous cell of the motion of a step. @internal @param {number} by */
  moveCell(by) {
    this.room.views.moveCell(by);
  }

  /** Shows the step alone, on the whole screen, or leaves it. The whole view has nothing to present. */
  present() {
    this.room.views.present();
  }
}
