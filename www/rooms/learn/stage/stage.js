import { Icon, Mounted } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { ScrolledList } from '../../../ui/scrolled-list.js';
import { figureRoom, largeIn, lowWords, classOfGiven, partsIn, isLow, isOnPhone } from './figure-room.js';
import { Sentence } from './sentence.js';
import { Slower } from './player.js';
/** @import { View } from '../../../ui/html.js' */
/** @import { MatrixSpec } from './spec.js' */
/** @import { Strings } from '../../../words/languages.js' */

/**
 * The stage shows one step of a lesson, large. It draws a plain list of steps and does not depend on
 * matrices, so a step can have any figure.
 *
 * @typedef {object} StageStep
 * @property {string} id - unique in the lesson
 * @property {string} name - the name in the progress bar and on the button that leads to the step
 * @property {string} sentence - one short sentence; `[part:words]` refers to a part of the figure
 *   (sentence.js)
 * @property {string} [lead] - a line above the sentence; may refer to parts too
 * @property {string} [question] - a question to the reader, shown below the sentence; may refer to parts too
 * @property {string} [answered] - the same once it is answered
 * @property {(props: FigureProps) => View} figure - returns the figure. Called on every render, so it must
 *   return components and not create them
 * @property {MatrixSpec} [spec] - the matrices of the figure, if it consists of matrices (spec.js)
 * @property {string} [family] - steps of one family reuse the elements of their figures; by default each step
 *   has its own
 * @property {(props: FigureProps & { room: Space }) => View} [sum] - the line below the figure, such as the sum
 *   of the selected cell; `room` is that of the figure
 * @property {View | null | ((code: View | null, room: Space) => View)} [aside] - a legend, a question or switches, shown below the
 *   sentence before the code; what follows a question contains the code
 * @property {View} [code] - the step as code, which is hidden while a question is open; on a phone it is below
 *   the buttons
 * @property {'beside' | 'above'} [words] - the place of the sentence on wide screens; by default `beside` the
 *   figure
 * @property {number} [least] - the width that the figure needs; in less, the words are above it
 * @property {(room: Space) => boolean} [hasBars] - whether the bars of a softmax fit in a space; else the figure is a heatmap
 * @property {(room: Space) => Measured} [measure] - measures the figure in a space; the place of the words
 *   depends on it
 * @property {() => void} [reveal] - shows the answer of the open question; *Next* does this first
 * @property {string} [revealText] - what *Next* is called then; by default *Show the answer*
 * @property {View} [foot] - the left part of the footer, if the figure contains the main button on wide screens
 * @property {{ isAsked: boolean, toggle: () => void }} [ask] - turns the selected cell into a question
 * @property {number} [plays] - duration of the step's motion, in milliseconds; with an open question, until
 *   the question; 0 or omitted without motion
 * @property {number} [asksAt] - the time in the motion at which the question is asked, also if it is answered
 * @property {number[]} [cells] - the times in the motion between which Shift with an arrow key moves
 *
 * @typedef {Pick<FigureProps, 'width' | 'height' | 'size' | 'large'>} Space
 *
 * @typedef {object} Measured - a figure in a room
 * @property {number} width
 * @property {number} height
 * @property {number} digits - the size of its smallest digits
 * @property {number} row - the height of its rows
 * @property {boolean} isTurned - whether column labels have to be turned
 *
 * @typedef {object} FigureProps
 * @property {number} width - the width available for the figure, in CSS pixels
 * @property {number} height - the height available
 * @property {'page' | 'narrow' | 'present'} size - selects the sizes of text
 * @property {number} [large] - the scale of everything relative to the design; by default 1
 * @property {number | null} time - milliseconds since the motion began; null without motion, when the whole
 *   step is shown
 * @property {string[]} lit - the highlighted parts
 * @property {(part: string | null) => void} light - highlights a part, and the words that belong to it
 * @property {{ text: string, act: (() => void) | null }} main - what *Next* does
 */

/**
 * The state of the stage.
 *
 * @typedef {object} StageProps
 * @property {StageStep[]} steps
 * @property {number} at - the index of the current step
 * @property {string} title
 * @property {Strings} t
 * @property {{ width: number, height: number, size: FigureProps['size'], isGiven?: boolean }} box - the
 *   size of the stage; a height of 0 means unlimited; `isGiven` says that the page around the figure gave it
 * @property {number | null} time
 * @property {string[]} lit
 * @property {(part: string | null) => void} light
 * @property {(step: number) => void} go
 * @property {() => void} skip - ends the motion
 * @property {() => void} [play] - plays the motion of the step; omitted if the reader wants no motion
 * @property {{ isOn: boolean, toggle: () => void }} [slow] - makes the motion slower, while one plays
 * @property {() => void} [present] - enters or leaves the presentation
 * @property {boolean} isPresented
 * @property {number} most - the maximum height of the figure, in CSS pixels; Infinity until it is measured
 * @property {boolean} isAbove - whether the words must be above the figure, because they are too high beside
 *   it
 * @property {boolean} isTight - whether words and controls are compact, so that the step needs no scrolling
 * @property {number} scale - the scale of the figure, below 1 where it would not fit a height that is given
 * @property {{ name: string, go: () => void }} [onward] - the next lesson
 * @property {() => void} [whole] - opens the whole view; omitted if the lesson has none
 * @property {HTMLElement} notice - the line for messages
 */

/**
 * Whether the question of a step is still to come, because its motion is not over.
 *
 * @param {StageStep} step @param {number | null} time
 */
export const isBeforeQuestion = (step, time) =>
  step.question !== undefined && step.asksAt !== undefined && time !== null;

/**
 * Whether the motion of a step is to be ended before the next step. The rest of a motion after an answer is
 * not.
 *
 * @param {StageStep} step @param {number | null} time
 */
export const isPlaying = (step, time) => time !== null && time < (step.asksAt ?? Infinity);

/** The part that changes with the step: words, figure and sum. @param {StageProps} props */
export function Scene(props) {
  const { steps, at, box, time, lit, light, scale } = props;
  const step = steps[at];
  const large = largeIn(box);
  const { isBeside, width, height } = figureRoom(props);
  // The cells of a matrix can be wider than they are high; a story is scaled as it is.
  const figure = {
    width: step.spec ? width / scale : width,
    height,
    size: box.size,
    large,
    time,
    lit,
    light,
    main: nextOf(props),
  };
  const asks = step.question ?? step.answered;
  const isLying = isLow(box);
  const code = isOnPhone(box) || isLying || box.isGiven ? null : (step.code ?? null);
  const aside =
    typeof step.aside === 'function' ? step.aside(code, figure) : (step.aside || code) && [step.aside, code];
  const sumWidth = isLying && isBeside ? lowWords(step) : box.width;
  const sum =
    step.sum &&
    partsIn(box).sum &&
    html`<div class="sum-line">${step.sum({ ...figure, width: sumWidth, room: figure })}</div>`;
  return html`<div class=${isBeside ? 'scene beside' : 'scene'}>
    <div class=${isBeforeQuestion(step, time) ? 'words before-question' : 'words'}>
      ${step.lead && html`<${Sentence} kind="lead" sentence=${step.lead} lit=${lit} light=${light} />`}
      <${Sentence} sentence=${step.sentence} lit=${lit} light=${light} />
      ${asks && html`<${Sentence} kind=${step.question ? 'asks' : 'asks past'} sentence=${asks} lit=${lit} light=${light} />`}
      ${aside && html`<div class="aside">${aside}</div>`} ${isLying && isBeside && sum}
    </div>
    <div
      class="figure"
      part="figure"
      key=${step.family ?? step.id}
      style=${{ zoom: scale === 1 ? null : String(scale) }}
    >
      ${step.figure(figure)}
    </div>
    ${!(isLying && isBeside) && sum}
  </div>`;
}

/**
 * The stage around the scene, which is rendered into an element of its own.
 *
 * @param {StageProps & { scene: HTMLElement }} props
 */
export function Stage(props) {
  const { steps, at, title, t, box, go, whole, notice, present, isPresented, isTight, scene } = props;
  const { question, code } = steps[at];
  const { height, isGiven } = box;
  const style =
    height > 0 ? { [isGiven ? 'height' : 'minHeight']: `${height}px`, '--large': String(largeIn(box)) } : {};
  const isLying = !isPresented && isLow(box);
  const kind = `lesson-stage ${box.size}${classOfGiven(box)}${isLying ? ' low' : ''}${isPresented ? ' presented' : ''}${isTight ? ' tight' : ''}`;
  const hasTop = !isPresented && partsIn(box).name;
  // On a phone the page header shows the title, and the view buttons are below the others, to leave room for
  // the step.
  const isPhone = isOnPhone(box) || isLying;
  const views = html`${whole && html`<button type="button" class="quiet" onClick=${whole}>${t.stage.whole}</button>`}
  ${present && html`<button type="button" class="quiet" onClick=${present}>${t.stage.present}</button>`}`;
  return html`<section class=${kind} aria-label=${title} style=${style}>
      ${
        hasTop &&
        html`<div class="top">
          <h2 part="title" role=${height === 0 || isGiven ? 'presentation' : null}>${title}</h2>
          ${!isPhone && html`<div class="pair">${views}</div>`}
        </div>`
      }
      ${!isPresented && html`<${Progress} steps=${steps} at=${at} t=${t} go=${go} />`}
      <${Mounted} node=${notice} />
      <${Mounted} node=${scene} />
      ${isPresented ? html`<${Dots} ...${props} />` : html`<${Foot} ...${props} />`}
    </section>
    ${isPhone && !isPresented && !isGiven && html`<div class="views">${views} ${question === undefined && code}</div>`}`;
}

/** The names of the steps. @param {Pick<StageProps, 'steps' | 'at' | 't' | 'go'>} props */
function Progress({ steps, at, t, go }) {
  const item = (/** @type {StageStep} */ { id, name }, /** @type {number} */ index) =>
    html`<li key=${id} class=${index < at ? 'done' : index === at ? 'now' : ''}>
      <button type="button" aria-current=${index === at ? 'step' : null} onClick=${() => go(index)}>
        ${name}
      </button>
    </li>`;
  return html`<${ScrolledList} name="progress" label=${t.stepsLabel} current=${at}>${steps.map(item)}<//>`;
}

/**
 * The action of *Next*: skip to the question, show the answer of an open question, end a motion, go to the
 * next step, or after the last one to the next lesson.
 *
 * @param {StageProps} props
 */
function nextOf({ steps, at, t, time, go, skip, onward }) {
  const step = steps[at];
  const next = steps[at + 1];
  if (isBeforeQuestion(step, time)) return { text: t.stage.question.skip, act: skip };
  if (step.reveal) return { text: step.revealText ?? t.stage.question.answer, act: step.reveal };
  if (next)
    return {
      text: t.stage.next({ name: next.name }),
      act: isPlaying(step, time) ? skip : () => go(at + 1),
    };
  return onward
    ? { text: t.stage.onward({ name: onward.name }), act: onward.go }
    : { text: t.stage.end, act: null };
}

/**
 * What a button does. One that does nothing now is not `disabled`, because it would lose the focus.
 *
 * @param {(() => void) | null | false} act
 */
const doing = (act) => ({ onClick: act || undefined, 'aria-disabled': act ? undefined : 'true' });

/** The button that leads back, and the main one. @param {{ props: StageProps, hasNext?: boolean }} props */
function Moves({ props, hasNext = true }) {
  const { at, t, go } = props;
  const next = nextOf(props);
  return html`<button type="button" class="back" ...${doing(at > 0 && (() => go(at - 1)))}>
      <${Icon} name="previous" />${t.stage.back}
    </button>
    ${
      hasNext &&
      html`<button type="button" class="next" ...${doing(next.act)}>
        ${next.text}${next.act && html`<${Icon} name="next" />`}
      </button>`
    }`;
}

/** @param {StageProps} props */
function Foot(props) {
  const { steps, at, t, box, play, slow, time } = props;
  const step = steps[at];
  if (step.foot && box.size !== 'narrow' && !isLow(box))
    return html`<div class="foot">
      <div class="left">${step.foot}</div>
      <span class="keys"><kbd>→</kbd> ${step.reveal ? t.stage.showsAnswer : t.stage.nextStep}</span>
    </div>`;
  return html`<div class=${step.foot ? 'foot alone' : 'foot'}>
    <div class="left">
      ${
        play &&
        (step.plays ?? 0) > 0 &&
        html`<button
          type="button"
          class=${`quiet play${isBeforeQuestion(step, time) ? ' unseen' : ''}`}
          onClick=${play}
          aria-label=${time === null ? t.stage.play : t.stage.skip}
        >
          <${Icon} name=${time === null ? 'play' : 'next'} /><span class="text"
            >${time === null ? t.stage.play : t.stage.skip}</span
          >
        </button>`
      }
      ${slow && html`<${Slower} ...${slow} t=${t} />`}
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
    <${Moves} props=${props} />
  </div>`;
}

/**
 * The footer of a presentation: the name of the step, a dot for each step, *Leave*, and *Back* and *Next*
 * while the pointer moves.
 *
 * @param {StageProps} props
 */
function Dots(props) {
  const { steps, at, t, go, present } = props;
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
    <div class="moves">
      ${/* Without the main button if it is in the figure. */ html`<${Moves} props=${props} hasNext=${!steps[at].foot} />`}
    </div>
    <button type="button" class="quiet" onClick=${present}><kbd>Esc</kbd> ${t.stage.leave}</button>
  </div>`;
}
