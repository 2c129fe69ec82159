import { html } from '../../../../ui/html.js';
import { boxStyle } from '../../stage/box.js';
import { partOf } from '../story-step.js';
/** @import { Colors } from '../../colors.js' */
/** @import { FigureContext } from '../story-step.js' */
/** @import { View } from '../../../../ui/html.js' */

/** Larger weights are emphasized. */
const LARGE = 0.1;

/**
 * A word of a sentence. Pointing at it highlights its part of the sentence of the step, and the other way
 * round. With `choose` it is a button.
 *
 * @param {object} props
 * @param {FigureContext} props.context
 * @param {string} [props.sentence] - with the parts that words can highlight; by default that of the step
 * @param {string} props.word
 * @param {number} props.place
 * @param {{ left: number, top: number, width: number, height: number }} props.box
 * @param {string} props.kind - further classes
 * @param {Colors | false | null} props.colors - of all words by their weights
 * @param {string} [props.weight] - as it is read aloud
 * @param {(place: number) => void} [props.choose]
 * @param {boolean} [props.pressed]
 * @param {boolean} [props.isSilent] - whether a table beside it is read aloud instead
 * @param {View} [props.children] - what else is in its box
 */
export function Word({ context, word, place, box, kind, colors, weight, choose, pressed, ...props }) {
  const { t, lit, light } = context;
  const { sentence = context.sentence, isSilent, children } = props;
  const part = partOf(sentence, word, place);
  const about = {
    class: ['word', kind, part !== null && lit.includes(part) ? 'lit-word' : ''].join(' '),
    style: {
      ...boxStyle(box.left, box.top, box.width, box.height),
      background: colors ? colors.fill[place] : null,
      color: colors ? colors.ink[place] : null,
      '--place': String(place),
    },
    onPointerEnter: () => part && light(part),
    onPointerLeave: () => part && light(null),
  };
  const named = { word, place: place + 1 };
  const spoken = weight ? t.wordAndWeight({ ...named, weight }) : t.wordSpoken(named);
  return choose
    ? html`<button
        type="button"
        ...${about}
        aria-label=${spoken}
        aria-pressed=${pressed === undefined ? null : String(pressed)}
        onClick=${() => choose(place)}
      >
        ${word}${children}
      </button>`
    : html`<span ...${about} aria-hidden=${isSilent ? 'true' : null}
        ><span aria-hidden="true">${word}</span><span class="unseen">${spoken}</span>${children}</span
      >`;
}

/**
 * The number of a weight.
 *
 * @param {{ weight: number | null, text: string, style?: Record<string, string> }} props
 */
export const Weight = ({ weight, text, style }) =>
  html`<small class=${(weight ?? 0) > LARGE ? 'weight large' : 'weight'} style=${style} aria-hidden="true"
    >${text}</small
  >`;
