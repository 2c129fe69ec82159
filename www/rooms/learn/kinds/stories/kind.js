import * as engine from '../../../../engine/attention.js';
import { html } from '../../../../ui/html.js';
import { isStory, lessonOf } from '../../lessons/index.js';
import { freshState } from '../../state/state.js';
import { textWidth } from '../../text-widths.js';
import { choicesOf, withChoices } from '../../stories/options.js';
import { marked, unmarked } from '../../stories/story-step.js';
import { ahead } from '../../stories/ahead.js';
import { first } from '../../stories/first.js';
import { order } from '../../stories/order.js';
import { scaling } from '../../stories/scaling.js';
import { twoHeads } from '../../stories/two-heads.js';
/** @import { Model } from '../../../../types.js' */
/** @import { FigureProps, StageStep } from '../../stage/stage.js' */
/** @import { StageTools } from '../../stage/matrix-step.js' */
/** @import { Kind } from '../kind.js' */
/** @import { Story, StoryContext, StoryStep } from '../../stories/story-step.js' */

/** The height of a figure in CSS pixels: the default if the page does not limit it, and the limits. */
const HEIGHT = { unlimited: 430, least: 136, most: 640 };
/**
 * Estimated heights of the controls and the note below a figure, and the width of a character, in CSS pixels.
 */
const BELOW = { controls: 58, wrapped: 138, note: 14, line: 21, character: 6.6 };

/** The size for which a presented figure is designed, in CSS pixels, and the maximum zoom. */
const PRESENTED = { wide: 960, beside: 720, height: 430, most: 1.3 };

/** The width that a figure beside the sentence leaves to it, in CSS pixels, so that its column can grow. */
const FOR_SENTENCE = 120;

/** @param {string} text @param {number} size */
const measure = (text, size) => textWidth(text, size, 'name');

/** @param {Model} model @param {StageTools} tools @returns {StoryContext} */
function contextOf({ state, language, t }, tools) {
  return {
    engine,
    t: t.stories,
    language,
    map: state.map,
    choice: choicesOf(state),
    choose: (patch) => void tools.change({ story: withChoices(state, patch) }),
    play: tools.play,
    go(lesson, step) {
      const next = freshState(lesson, state);
      const index = step ? lessonOf(next).steps.indexOf(step) : 0;
      tools.change({ ...next, step: Math.max(0, index) });
    },
  };
}

/** The height for a figure. @param {number} height - Infinity if it is not limited */
const limited = (height) =>
  Math.max(HEIGHT.least, Math.min(HEIGHT.most, Number.isFinite(height) ? height : HEIGHT.unlimited));

/** The controls and the note below a figure. @param {Pick<StoryStep, 'controls' | 'note'>} content */
function below({ controls, note }) {
  return [
    controls && html`<div class="story-controls">${controls}</div>`,
    note && html`<p class="small-print">${unmarked(note)}</p>`,
  ];
}

/** @param {Pick<StoryStep, 'controls' | 'note'>} content @param {number} width @param {boolean} isNarrow */
function heightBelow({ controls, note }, width, isNarrow) {
  const lines = note ? Math.ceil((note.length * BELOW.character) / Math.min(width, 760)) : 0;
  const controlsHeight = controls ? (isNarrow ? BELOW.wrapped : BELOW.controls) : 0;
  return controlsHeight + (note ? lines * BELOW.line + BELOW.note : 0);
}

/**
 * The zoom of a figure: the scale of the page's text, or more if the stage is presented and has space.
 *
 * @param {Pick<FigureProps, 'size' | 'width' | 'height' | 'large'>} space @param {boolean} isWide
 */
function zoomIn({ size, width, height, large = 1 }, isWide) {
  if (size !== 'present') return large;
  const fits = Math.min(width / (isWide ? PRESENTED.wide : PRESENTED.beside), height / PRESENTED.height);
  return Math.max(1, Math.min(PRESENTED.most * large, Math.round(fits * 100) / 100));
}

/** @param {string} id @param {Model} model @param {StageTools} tools @returns {StageStep} */
function stepOf(id, model, tools) {
  const context = contextOf(model, tools);
  const content = STORIES[model.lesson.id][id](context);
  const sentence = marked(content.sentence);
  const { isWide = false, note, lead, reveal, foot, plays } = content;
  return {
    id,
    name: context.t.stepNames[id],
    lead: lead && marked(lead),
    sentence,
    reveal: reveal?.act,
    revealText: reveal?.text,
    foot,
    plays,
    words: isWide ? 'above' : 'beside',
    aside: isWide ? null : html`${below(content)}`,
    figure({ lit, light, main, time, ...page }) {
      const { size } = page;
      const zoom = zoomIn(page, isWide);
      const [pageWidth, pageHeight] = [page.width / zoom, page.height / zoom];
      const isNarrow = size === 'narrow';
      const isAlone = isWide || isNarrow;
      const under = isWide ? content : isNarrow ? { note } : {};
      const height = limited(pageHeight - heightBelow(under, pageWidth, isNarrow));
      const width = pageWidth - (isAlone ? 0 : FOR_SENTENCE);
      const style = { [isAlone ? 'width' : 'maxWidth']: `${width}px` };
      return html`<div
        class=${`story ${isWide ? 'wide' : 'beside'} ${size}${time === null ? '' : ' moving'}`}
        style=${{ ...style, zoom: String(zoom), '--room': `${width}px` }}
      >
        ${content.figure({ ...context, width, height, isNarrow, measure, sentence, lit, light, main })}${below(under)}
      </div>`;
    },
  };
}

/** Stories, whose figures are their own. @type {Kind} */
export const stories = {
  id: 'stories',
  owns: ({ id }) => isStory(id),
  steps: (model, tools) => model.lesson.steps.map((id) => stepOf(id, model, tools)),
};

/** The stories by id. @type {Record<string, Story>} */
const STORIES = { first, ahead, scaling, 'two-heads': twoHeads, order };
