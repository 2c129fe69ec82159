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

/** The serif font of the page; close enough to place words that have room to spare. */
const FONT =
  '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", Georgia, "DejaVu Serif", serif';
/** The room of a figure where the page gives it no height, and the most that it needs, CSS pixels. */
const HEIGHT = { free: 430, least: 170, most: 640 };
/** What controls and small print below a figure need. */
const BELOW = { controls: 58, wrapped: 138, note: 14, line: 21, character: 6.6 };

/** The least room of a figure that is presented, and how much larger it is drawn at most. */
const PRESENTED = { wide: 960, beside: 720, height: 430, most: 1.3 };

/** What a figure beside the sentence leaves to it, CSS pixels: the column of words can grow by so much. */
const FOR_WORDS = 120;

/** @param {string} text @param {number} size */
const measure = (text, size) => widthOf(text, `${size}px ${FONT}`);

/** The room for a figure before there is one. */
const NO_ROOM = { width: 600, height: HEIGHT.free, lit: /** @type {string[]} */ ([]), light: () => {} };

/**
 * @param {Model} model
 * @param {StageTools} tools
 * @param {Pick<FigureProps, 'width' | 'height' | 'lit' | 'light'>} room
 * @returns {StoryContext}
 */
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
    height: Math.max(HEIGHT.least, Math.min(HEIGHT.most, Number.isFinite(height) ? height : HEIGHT.free)),
    measure,
    sentence: '',
    lit,
    light,
  };
}

/**
 * One step, drawn in a room.
 *
 * @param {string} step
 * @param {Model} model
 * @param {StageTools} tools
 * @param {Pick<FigureProps, 'width' | 'height' | 'lit' | 'light'>} room
 * @returns {StoryStep}
 */
function tell(step, model, tools, room) {
  const context = contextOf(model, tools, room);
  const content = STORIES[model.lesson.id](step, context);
  context.sentence = marked(content.sentence);
  return { ...content, sentence: context.sentence };
}

/**
 * What stands below a figure in the middle of the stage.
 *
 * @param {Pick<StoryStep, 'controls' | 'note'>} content
 */
function below({ controls, note }) {
  return [
    controls && html`<div class="story-controls">${controls}</div>`,
    note && html`<p class="small-print">${unmarked(note)}</p>`,
  ];
}

/** @param {StoryStep} content @param {number} width @param {boolean} isNarrow */
function heightBelow({ controls, note }, width, isNarrow) {
  const lines = note ? Math.ceil((note.length * BELOW.character) / Math.min(width, 760)) : 0;
  const above = controls ? (isNarrow ? BELOW.wrapped : BELOW.controls) : 0;
  return above + (note ? lines * BELOW.line + BELOW.note : 0);
}

/**
 * How much larger than designed a figure is drawn: as the screen is, and larger where the stage is alone on
 * it.
 *
 * @param {FigureProps} room @param {boolean} isWide
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
  const content = tell(id, model, tools, NO_ROOM);
  const { isWide = false } = content;
  return {
    id,
    name,
    sentence: content.sentence,
    words: isWide ? 'above' : 'beside',
    aside: isWide ? null : html`${below(content)}`,
    figure(page) {
      const zoom = zoomIn(page, isWide);
      const room = { ...page, width: page.width / zoom, height: page.height / zoom };
      const isNarrow = room.size === 'narrow';
      const height = room.height - (isWide || isNarrow ? heightBelow(content, room.width, isNarrow) : 0);
      const width = room.width - (isWide || isNarrow ? 0 : FOR_WORDS);
      const { figure, note } = tell(id, model, tools, { ...room, width, height });
      const style = isWide || isNarrow ? { width: `${width}px` } : { maxWidth: `${width}px` };
      return html`<div
        class=${`story ${isWide ? 'wide' : 'beside'} ${room.size}`}
        style=${{ ...style, zoom: String(zoom), '--room': `${width}px` }}
      >
        ${figure}${isWide ? below(content) : isNarrow ? below({ note }) : null}
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
