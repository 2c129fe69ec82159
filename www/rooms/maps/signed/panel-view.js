import { number, percent, localized } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { useAnswer } from '../use-answer.js';
import { isLarge } from '../large/shape.js';
import { erases, kindOf } from '../reading/layers.js';
import { maps } from '../settings.js';
import { MOST } from './marks.js';
/** @import { Language } from '../../../state/languages.js' */
/** @import { MapsModel, MapsService, MapsState } from '../types.js' */
/** @import { SignedHead } from './figures.js' */

/** The largest relative difference of the output that 32 bits explain. */
const EXACT = 1e-6;
/** Kinds whose keys usually come from a convolution over four tokens. @type {readonly (string | null)[]} */
const BLENDED = ['gated_delta', 'kda', 'mamba2'];

/**
 * What is different in a head that keeps a state in place of a softmax, whether its map is exact, its
 * measures, and its erase term.
 *
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {() => MapsService | null} props.service
 * @param {(patch: Partial<MapsState>) => void} props.change
 */
export function SignedLayer({ model: { state, data, t }, service, change }) {
  const { layer, head } = state;
  const reading = data?.reading;
  const answer = useAnswer(reading ? service() : null, { reading, layer, head }, (from) =>
    from.signed(0, layer, head),
  );
  if (!data) return null;
  const { found = null, problem = '' } = answer?.isCurrent ? answer : {};
  const words = t.maps.signed;
  // The head says what is wrong with its numbers.
  const isWrong = data.heads[layer * data.reading.heads + head]?.problem !== undefined;
  const pending = problem ? '–' : '…';
  const kind = kindOf(data.reading, layer);
  const write = (/** @type {number} */ value, decimals = 2) => localized(number(value, decimals), t.language);
  /** @param {number | null} value @param {(value: number) => string} [format] */
  const shown = (value, format = write) => (value === null ? '–' : format(value));
  const line = (/** @type {string} */ name, /** @type {unknown} */ text) =>
    html`<div>
      <dt>${name}</dt>
      <dd>${text}</dd>
    </div>`;
  return html`<section class="signed" aria-busy=${String(!found && !problem)}>
    <h3>${words.different}</h3>
    ${problem && !isWrong && html`<p class="head-problem" role="alert">${problem}</p>`}
    <dl class="differences">
      ${found?.isLarge || line(words.signs, found ? words.signsText({ negative: String(found.negative), cells: String(found.cells) }) : pending)}
      ${found?.isLarge || line(words.sums, found?.sums ? words.sumsText({ least: write(found.sums.least), greatest: write(found.sums.greatest) }) : pending)}
      ${kind === 'differential' && line(words.softmaxes, words.softmaxesText)}
      ${BLENDED.includes(kind) && line(words.keys, words.keysText)}
    </dl>
    ${
      erases(kind) &&
      !isLarge(data.reading) &&
      html`<h3>${words.erase}</h3>
        <${Setting}
          field=${maps.fields.erase}
          label=${words.erase}
          value=${state.erase}
          texts=${words.erases}
          isBare
          isList=${false}
          change=${(/** @type {MapsState['erase']} */ erase) => change({ erase })}
        />
        <p class="soft" role="status">
          ${found?.erase ? eraseText(found, words) : pending} ${data.reading.queries <= MOST && words.marks}
        </p>`
    }
    ${
      kind !== 'differential' &&
      html`<h3>${words.exact}</h3>
        <p class=${found && found.difference !== null && found.difference > EXACT ? 'proof wrong' : 'proof'}>
          ${found ? proofText(found, words, t.language) : pending}
        </p>`
    }
    <h3>${words.does}</h3>
    <dl class="figures">
      ${found?.isLarge || line(words.negative, found ? shown(found.negativeShare, percent) : pending)}
      ${found?.isLarge || line(words.sum, found ? shown(found.sum) : pending)}
      ${found?.isLarge || line(words.span, found ? shown(found.span, (value) => words.tokens({ n: write(value, 1) })) : pending)}
      ${kind !== 'differential' && line(words.decay, found ? shown(found.decay) : pending)}
      ${found && found.lambda !== null && line(words.lambda, shown(found.lambda))}
      ${found && found.beta !== null && line(kind === 'mamba2' ? words.step : words.beta, shown(found.beta))}
    </dl>
    <p class="soft">${words.leftOut}</p>
  </section>`;
}

/** @param {SignedHead} found @param {MapsModel['t']['maps']['signed']} words */
function eraseText({ erase, cells }, words) {
  if (!erase) return '';
  const differ = words.signsDiffer({ signs: String(erase.signs), cells: String(cells) });
  return erase.off === null ? `${differ}.` : words.outputOff({ differ, off: percent(erase.off) });
}

const DIGITS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A small number as 3.6·10⁻⁸. @param {number} value @param {Language} language */
function powerText(value, language) {
  if (value === 0) return '0';
  const exponent = Math.floor(Math.log10(value));
  const power = [...String(-exponent)].map((digit) => DIGITS[Number(digit)] ?? '').join('');
  const text = exponent < 0 ? `${number(value / 10 ** exponent, 1)}·10⁻${power}` : number(value, 2);
  return localized(text, language);
}

/** @param {SignedHead} found @param {MapsModel['t']['maps']['signed']} words @param {Language} language */
function proofText({ difference, isLarge: isPart }, words, language) {
  if (isPart) return words.partly;
  if (difference === null) return words.noValues;
  const size = powerText(difference, language);
  return difference > EXACT ? words.notExact({ size }) : words.isExact({ size });
}
