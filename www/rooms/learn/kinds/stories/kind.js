import * as engine from '../../../../engine/attention.js';
import { html } from '../../../../ui/html.js';
import { widthOf } from '../../../../ui/text-width.js';
import { isStory } from '../../lessons/stories.js';
import { lessonOf } from '../../lessons/index.js';
import { freshState } from '../../state/state.js';
import { STORIES } from '../../stories/index.js';
import { choicesOf, withChoices } from '../../stories/options.js';
import { marked, unmarked } from '../../stories/rich.js';
/** @import { Model } from '../../../../types.js' */
/** @import { FigureProps, StageStep } from '../../stage/stage.js' */
/** @import { StageTools } from '../../stage/matrix-step.js' */
/** @import { Kind } from '../kind.js' */
/** @import { StoryContext, StoryStep } from '../../stories/story-step.js' */

/** The serif font of the page, for measuring words. */
const FONT =
  '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", Georgia, "DejaVu Serif", serif';
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
const measure = (text, size) => widthOf(text, `${size}px ${FONT}`);

/** @typedef {Pick<FigureProps, 'width' | 'height' | 'lit' | 'light'>} Space */

/** Used to build the texts and controls of a step, before the size of its figure is known. @type {Space} */
const NO_FIGURE = { width: 600, height: HEIGHT.unlimited, lit: [], light: () => {} };

/** @param {Model} model @param {StageTools} tools @param {Space} space @returns {StoryContext} */
function contextOf({ state, language, t }, tools, { width, height, lit, light }) {
  return {
    engine,
    t: t.stories,
    language,
    map: state.map,
    choice: choicesOf(state),
    choose: (patch) => void tools.change({ story: withChoices(state, patch) }),
    go(lesson, step) {
      const next = freshState(lesson, state);
      const index = step ? lessonOf(next).steps.indexOf(step) : 0;
      tools.change({ ...next, step: Math.max(0, index) });
    },
    width,
    height: Math.max(
      HEIGHT.least,
      Math.min(HEIGHT.most, Number.isFinite(height) ? height : HEIGHT.unlimited),
    ),
    measure,
    sentence: '',
    lit,
    light,
  };
}

/**
 * The content of a step, with a figure of the given size.
 *
 * @param {string} step @param {Model} model @param {StageTools} tools @param {Space} space
 * @returns {StoryStep}
 */
function contentOf(step, model, tools, space) {
  const context = contextOf(model, tools, space);
  const content = STORIES[model.lesson.id][step](context);
  context.sentence = marked(content.sentence);
  return { ...content, sentence: context.sentence };
}

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
 * @param {FigureProps} space @param {boolean} isWide
 */
function zoomIn({ size, width, height, large = 1 }, isWide) {
  if (size !== 'present') return large;
  const fits = Math.min(width / (isWide ? PRESENTED.wide : PRESENTED.beside), height / PRESENTED.height);
  return Math.max(1, Math.min(PRESENTED.most * large, Math.round(fits * 100) / 100));
}

/**
 * @param {string} id @param {string} name @param {Model} model @param {StageTools} tools @returns {StageStep}
 */
function stepOf(id, name, model, tools) {
  const content = contentOf(id, model, tools, NO_FIGURE);
  const { isWide = false } = content;
  return {
    id,
    name,
    sentence: content.sentence,
    words: isWide ? 'above' : 'beside',
    aside: isWide ? null : html`${below(content)}`,
    figure(page) {
      const zoom = zoomIn(page, isWide);
      const space = { ...page, width: page.width / zoom, height: page.height / zoom };
      const isNarrow = space.size === 'narrow';
      const isAlone = isWide || isNarrow;
      const { note } = content;
      const under = isWide ? content : isNarrow ? { note } : {};
      const height = space.height - heightBelow(under, space.width, isNarrow);
      const width = space.width - (isAlone ? 0 : FOR_SENTENCE);
      const { figure } = contentOf(id, model, tools, { ...space, width, height });
      const style = { [isAlone ? 'width' : 'maxWidth']: `${width}px` };
      return html`<div
        class=${`story ${isWide ? 'wide' : 'beside'} ${space.size}`}
        style=${{ ...style, zoom: String(zoom), '--room': `${width}px` }}
      >
        ${figure}${below(under)}
      </div>`;
    },
  };
}

/** Stories, whose figures are their own. @type {Kind} */
export const stories = {
  id: 'stories',
  owns: ({ id }) => isStory(id),
  steps: (model, tools) =>
    model.lesson.steps.map((id) => stepOf(id, model.t.stories.stepNames[id], model, tools)),
};
