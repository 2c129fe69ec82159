import { Icon, Mounted } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { TIGHT_DIGITS } from './layout.js';
import { Progress } from './progress.js';
import { Sentence } from './sentence.js';
/** @import { View } from '../../../ui/html.js' */
/** @import { Strings } from '../../../page/words/en.js' */

/**
 * The stage: one step of a lesson, large. It draws a plain list of steps and does not depend on matrices, so
 * a lesson may bring steps with a figure of its own.
 *
 * @typedef {object} StageStep
 * @property {string} id - unique in the lesson
 * @property {string} name - in the progress bar, and on the button that leads to the step
 * @property {string} sentence - one short sentence; `[part:words]` belong to a part of the figure
 *   (sentence.js)
 * @property {string} [question] - what the reader is asked, below the sentence; with parts as in it
 * @property {(props: FigureProps) => View} figure - returns the view that fills the given room. It is called
 *   for every drawing: a component with state is returned, not made, in it
 * @property {string} [family] - steps of one family keep the elements of their figures, and fill them anew;
 *   by default each step makes its own
 * @property {(props: FigureProps) => View} [sum] - the line below the figure, such as the sum of the selected
 *   cell
 * @property {View | null} [aside] - below the sentence: a legend, a question, switches
 * @property {View} [code] - the step as code; on a phone it stands below the buttons
 * @property {'beside' | 'above'} [words] - where the sentence is on wide screens; by default `beside` the
 *   figure
 * @property {number} [least] - the width that the figure needs beside the words, else these stand above it
 * @property {(room: Room) => Measured} [measure] - measures the figure in a room; the place of the words
 *   depends on it
 * @property {() => void} [reveal] - shows the answer of the question that is open; Next does so before it
 *   goes on
 * @property {{ isAsked: boolean, toggle: () => void }} [ask] - makes the selected cell a question
 * @property {number} [plays] - how long the step's motion takes, milliseconds; 0 or left out if nothing moves
 * @property {boolean} [isUnique] - whether its figure is an element that exists once, so that the step cannot
 *   be prepared (prepared.js)
 *
 * @typedef {Pick<FigureProps, 'width' | 'height' | 'size'> & { large: number }} Room
 *
 * @typedef {object} Measured - a figure in a room
 * @property {number} width
 * @property {number} height
 * @property {number} digits - the size of its smallest digits
 * @property {number} row - the height of its rows
 * @property {boolean} isTurned - whether column labels have to be turned
 *
 * @typedef {object} FigureProps
 * @property {number} width - the room for the figure, CSS pixels
 * @property {number} height
 * @property {'page' | 'narrow' | 'present'} size - for the sizes of text
 * @property {number} [large] - how much larger the screen is than that of the design; by default 1
 * @property {number | null} time - milliseconds since the motion began; null when it is over: then the whole
 *   step is shown
 * @property {string[]} lit - the highlighted parts
 * @property {(part: string | null) => void} light - highlights a part, and the words that belong to it
 */

/**
 * What surrounds the steps.
 *
 * @typedef {object} StageProps
 * @property {StageStep[]} steps
 * @property {number} at - the index of the step that is shown
 * @property {string} title
 * @property {Strings} t
 * @property {{ width: number, height: number, size: FigureProps['size'] }} box - the room for all of it; a
 *   height of 0 is as much as is needed
 * @property {number | null} time
 * @property {string[]} lit
 * @property {(part: string | null) => void} light
 * @property {(step: number) => void} go
 * @property {() => void} [play] - plays the motion of the step; left out where motion is not wanted
 * @property {() => void} [present] - fills the screen, or leaves it
 * @property {boolean} isPresented
 * @property {number} most - the highest figure that fits, CSS pixels; Infinity while only the estimate is
 *   known
 * @property {boolean} isAbove - whether the words stand above the figure because there is too little room
 *   beside it
 * @property {boolean} isTight - whether words and controls get less room, because the step would have to be
 *   scrolled
 * @property {{ name: string, go: () => void }} [onward] - the lesson after this one
 * @property {() => void} [whole] - opens the whole view; left out if the lesson has none
 * @property {HTMLElement} notice - the line for messages
 */

/**
 * What stands around the figure, CSS pixels: the padding of the stage, the words and the space after them,
 * the sum.
 */
const AROUND = {
  page: { top: 84, foot: 70, gap: 56, sum: 66, pad: 16 },
  narrow: { top: 42, foot: 76, gap: 0, sum: 50, pad: 14 },
  present: { top: 0, foot: 56, gap: 48, sum: 84, pad: 36 },
};
/** The room of the design, CSS pixels; on larger screens everything is larger, up to this. */
const DESIGN = { page: [1216, 666], present: [1216, 720] };
const MOST_LARGE = 1.6;
/** The words give way to a figure that needs the room, down to this. */
const LEAST_WORDS = 232;
/** The same on a projector, beside a figure that fits any room, and for a question with its answers. */
const PRESENTED_WORDS = 300;
const PRESENTED_QUESTION = 410;
/** Words narrower than this stand above a figure that fits there as well. */
const NARROW_WORDS = 280;
/**
 * A line of the sentence where it stands above the figure, and about how many characters it holds a pixel.
 */
const LINE = 26;
const CHARACTER = 9.2;

/** The words stand above a figure that is presented where its digits are so much larger there. */
const LARGER = 1.25;
/** A line of what stands below the sentence: legends, switches, code. */
const ASIDE = 52;

/** How much larger than in the design everything is in a room. @param {StageProps['box']} box */
function largeIn({ width, height, size }) {
  if (size === 'narrow' || height === 0) return 1;
  const [designWidth, designHeight] = DESIGN[size];
  const large = Math.min(width / designWidth, height / designHeight, MOST_LARGE);
  return Math.max(1, Math.round(large * 100) / 100);
}

/**
 * The room for the figure.
 *
 * @param {StageStep} step @param {StageProps['box']} box @param {boolean} isPresented @param {number} large @param {boolean} isAbove
 */
function roomFor(step, { width, height, size }, isPresented, large, isAbove) {
  const around = isPresented ? AROUND.present : AROUND[size];
  const sum = step.sum ? around.sum * large : 0;
  const free = height === 0 ? Infinity : height - around.top - around.foot - sum - around.pad;
  const words = wordsWidth(step, isPresented) * large;
  const linesOf = (/** @type {string} */ text) => Math.ceil((text.length * CHARACTER * large) / width);
  const lines = linesOf(step.sentence) + linesOf(step.question ?? '');
  const aside = (step.aside || step.code) && size !== 'narrow' ? ASIDE : 0;
  const above = (lines * LINE + aside) * large + 26;
  const canBeBeside = size !== 'narrow' && step.words !== 'above' && !isAbove;
  const beside = width - words - around.gap;
  const isBeside =
    canBeBeside &&
    isBetterBeside(step, { width: beside, height: free, size, large }, { width, height: free - above });
  return { isBeside, width: isBeside ? beside : width, height: isBeside ? free : free - above };
}

/** The least width of the words beside the figure. @param {StageStep} step @param {boolean} isPresented */
function wordsWidth(step, isPresented) {
  if (!isPresented) return LEAST_WORDS;
  if (step.question) return PRESENTED_QUESTION;
  return step.measure ? LEAST_WORDS : PRESENTED_WORDS;
}

/**
 * Whether the words stand beside the figure rather than above it.
 *
 * @param {StageStep} step @param {Room} beside - the room for the figure beside the words @param
 *   {{ width: number, height: number }} below - and below them
 */
function isBetterBeside({ least = 0, measure }, beside, below) {
  const fits = beside.width >= least;
  if (!measure) return fits;
  const under = measure({ ...beside, ...below });
  // Beside the words digits may be somewhat smaller than below them, where the figure is too high.
  if (!fits) {
    const { width, digits } = measure({ ...beside, height: 0 });
    return under.height > below.height && width <= beside.width && digits >= TIGHT_DIGITS;
  }
  const there = measure(beside);
  if (under.height > below.height) return true;
  // On a projector the digits count; on a page, that words are not squeezed beside a figure that fits below
  // them as well.
  if (beside.size === 'present') return under.digits < there.digits * LARGER;
  const words = LEAST_WORDS * beside.large + beside.width - there.width;
  if (there.isTurned && !under.isTurned) return under.digits < there.digits;
  const isSqueezed = words < NARROW_WORDS * beside.large;
  return !isSqueezed || under.digits < there.digits || under.row < there.row;
}

/** Whether the stage is a page of its own on a phone. @param {StageProps['box']} box */
export const isOnPhone = ({ size, height }) => size === 'narrow' && height > 0;

/**
 * Where the words stand, and the room for the figure. On a phone it is known once the words are there.
 *
 * @param {Pick<StageProps, 'steps' | 'at' | 'box' | 'isPresented' | 'isAbove' | 'most'>} props
 */
export function figureRoom({ steps, at, box, isPresented, isAbove, most }) {
  const room = roomFor(steps[at], box, isPresented, largeIn(box), isAbove);
  const isKnown = isOnPhone(box) && most < Infinity;
  return { ...room, height: isKnown ? most : Math.min(room.height, most) };
}

/** What changes from step to step: the words, the figure and the sum. @param {StageProps} props */
export function Scene(props) {
  const { steps, at, box, time, lit, light } = props;
  const step = steps[at];
  const large = largeIn(box);
  const { isBeside, width, height } = figureRoom(props);
  const figure = { width, height, size: box.size, large, time, lit, light };
  const code = isOnPhone(box) ? null : step.code;
  return html`<div class=${isBeside ? 'scene beside' : 'scene'}>
    <div class="words">
      <${Sentence} sentence=${step.sentence} lit=${lit} light=${light} />
      ${step.question && html`<${Sentence} kind="asks" sentence=${step.question} lit=${lit} light=${light} />`}
      ${(step.aside || code) && html`<div class="aside">${step.aside}${code}</div>`}
    </div>
    <div class="figure" part="figure" key=${step.family ?? step.id}>${step.figure(figure)}</div>
    ${step.sum && html`<div class="sum-line">${step.sum({ ...figure, width: box.width })}</div>`}
  </div>`;
}

/**
 * What surrounds the scene, which is drawn in an element of its own.
 *
 * @param {StageProps & { scene: HTMLElement }} props
 */
export function Stage(props) {
  const { steps, at, title, t, box, go, whole, notice, present, isPresented, isTight, scene } = props;
  const { code } = steps[at];
  const style = box.height > 0 ? { minHeight: `${box.height}px`, '--large': String(largeIn(box)) } : {};
  const kind = `lesson-stage ${box.size}${isPresented ? ' presented' : ''}${isTight ? ' tight' : ''}`;
  // On a phone the page's header has the title, and the views stand below the buttons: the step needs the
  // room.
  const isPhone = isOnPhone(box);
  const views = html`${whole && html`<button type="button" class="quiet" onClick=${whole}>${t.stage.whole}</button>`}
  ${present && html`<button type="button" class="quiet" onClick=${present}>${t.stage.present}</button>`}`;
  return html`<section class=${kind} aria-label=${title} style=${style}>
      ${
        !isPresented &&
        html`<div class="top">
            <h2 part="title" role=${box.height === 0 ? 'presentation' : null}>${title}</h2>
            ${!isPhone && html`<div class="pair">${views}</div>`}
          </div>
          <${Progress} steps=${steps} at=${at} t=${t} go=${go} />`
      }
      <${Mounted} node=${notice} />
      <${Mounted} node=${scene} />
      ${isPresented ? html`<${Dots} ...${props} />` : html`<${Foot} ...${props} />`}
    </section>
    ${isPhone && !isPresented && html`<div class="views">${views} ${code}</div>`}`;
}

/**
 * What Next does: it shows an open answer first, and leads to the next lesson after the last step, where
 * there is one.
 *
 * @param {StageProps} props
 */
function nextOf({ steps, at, t, go, onward }) {
  const step = steps[at];
  const next = steps[at + 1];
  if (step.reveal) return { text: t.stage.question.answer, act: step.reveal };
  if (next) return { text: t.stage.next(next.name), act: () => go(at + 1) };
  return onward ? { text: t.stage.onward(onward.name), act: onward.go } : { text: t.stage.end, act: null };
}

/** @param {StageProps} props */
function Foot(props) {
  const { steps, at, t, go, play, time } = props;
  const step = steps[at];
  const next = nextOf(props);
  return html`<div class="foot">
    <div class="left">
      ${
        play &&
        (step.plays ?? 0) > 0 &&
        html`<button type="button" class="quiet play" onClick=${play} aria-label=${t.stage.play}>
          <${Icon} name=${time === null ? 'play' : 'next'} /><span class="text"
            >${time === null ? t.stage.play : t.stage.skip}</span
          >
        </button>`
      }
      ${
        step.ask &&
        html`<button
          type="button"
          class="quiet ask"
          aria-pressed=${String(step.ask.isAsked)}
          title=${step.ask.isAsked ? t.stage.unask : t.stage.ask}
          onClick=${step.ask.toggle}
        >
          <span class="mark">?</span
          ><span class="text">${step.ask.isAsked ? t.stage.unask : t.stage.ask}</span>
        </button>`
      }
      <span class="keys"><kbd>←</kbd> <kbd>→</kbd> ${t.stage.step}</span>
    </div>
    <button type="button" class="back" disabled=${at === 0} onClick=${() => go(at - 1)}>
      <${Icon} name="previous" />${t.stage.back}
    </button>
    <button type="button" class="next" disabled=${!next.act} onClick=${next.act}>
      ${next.text}${next.act && html`<${Icon} name="next" />`}
    </button>
  </div>`;
}

/**
 * The foot of a presentation: the name of the step, a dot for each step, and the way out.
 *
 * @param {StageProps} props
 */
function Dots({ steps, at, t, go, present }) {
  return html`<div class="dots">
    <b>${steps[at].name}</b>
    <ol aria-label=${t.stepsLabel}>
      ${steps.map(
        ({ id, name }, index) =>
          html`<li key=${id}>
            <button
              type="button"
              title=${name}
              aria-label=${name}
              aria-current=${index === at ? 'step' : null}
              class=${index < at ? 'done' : ''}
              onClick=${() => go(index)}
            ></button>
          </li>`,
      )}
    </ol>
    <button type="button" class="quiet" onClick=${present}><kbd>Esc</kbd> ${t.stage.leave}</button>
  </div>`;
}
