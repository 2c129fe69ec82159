import { clip, parseNumber } from '../../../format/parse.js';
import { Field, Row, Select } from '../../../ui/controls.js';
import { html, useLayoutEffect, useRef, useState } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { CORRECTIONS } from '../settings.js';
import { NO_CORRECTIONS } from '../state.js';
import { HeadCount } from './head-count.js';
import { candidateName, shapeText } from './messages.js';
import { QkControls } from './qk-controls.js';
/** @import { Axis, Candidate, Corrections, MapsModel } from '../types.js' */

/**
 * The actions of the fields.
 *
 * @typedef {object} Corrects
 * @property {(patch: Partial<Corrections>) => string | null} attempt - makes a correction; returns the error,
 *   or null
 * @property {(patch: Partial<Corrections>) => void} choose - makes a correction and shows the error; for
 *   controls that cannot show one
 */

/**
 * Fields to correct the interpretation of files. The first field gets the focus when they appear.
 *
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {Candidate[]} props.candidates - at least one
 * @param {number} props.chosen - the place of the chosen one
 * @param {Candidate} props.candidate - the chosen one, with the corrected number of heads
 * @param {Corrects['attempt']} props.attempt
 * @param {(patch: Partial<Corrections>) => void} props.correct - makes a correction that is always valid
 */
export function CorrectionFields({ model, candidates, chosen: at, candidate, attempt: takePatch, correct }) {
  const { t, language } = model;
  const { corrections } = model.state;
  const words = t.maps.reading;
  const node = useRef(/** @type {HTMLElement | null} */ (null));
  // An object, so that the same message again redraws the fields and resets the changed control.
  const [{ problem }, setProblem] = useState({ problem: '' });
  // Part of the key of the fields, so that a reset clears typed text.
  const [resets, setResets] = useState(0);
  const focus = () => node.current?.querySelector('select')?.focus();
  useLayoutEffect(focus, []);

  /** @type {Corrects['attempt']} */
  const attempt = (patch) => {
    const error = takePatch(patch);
    if (error === null) setProblem({ problem: '' });
    return error;
  };
  /** @type {Corrects['choose']} */
  const choose = (patch) => setProblem({ problem: attempt(patch) ?? '' });
  const reset = () => {
    setProblem({ problem: '' });
    setResets(resets + 1);
    // The button is removed when there are no corrections.
    focus();
    correct(NO_CORRECTIONS);
  };

  const offered = candidates.map((each, place) => {
    const { kind, numbers, isEither, shape } = each;
    const tensors = `${candidateName(each)} ${shapeText(shape)}`;
    const either = isEither ? words.readAs({ tensors, numbers: words.numbers[numbers] }) : tensors;
    return [String(place), kind === 'qk' ? words.fromQk({ tensors }) : either];
  });
  const key = `${language} ${at} ${offered.join()} ${resets}`;
  return html`<div class="corrections" role="group" aria-label=${words.corrections} ref=${node}>
    <h2>${words.corrections}</h2>
    <div class="which" hidden=${candidates.length < 2}>
      ${
        candidates.length > 1 &&
        html`<${Row} label=${words.candidate}>
          <${Select}
            label=${words.candidate}
            value=${String(at)}
            choices=${offered}
            choose=${(/** @type {string} */ value) =>
              choose({
                ...NO_CORRECTIONS,
                candidate: Number(value) || null,
                tokens: corrections.tokens,
              })}
          />
        <//>`
      }
    </div>
    <${CandidateFields} key=${key} ...${{ model, candidate, attempt, choose }} />
    <p class="problem" role="alert" hidden=${problem === ''}>${problem}</p>
    <button
      type="button"
      class="link"
      hidden=${Object.values(corrections).every((each) => each === null)}
      onClick=${reset}
    >
      ${words.back}
    </button>
  </div>`;
}

/**
 * Changes the meaning of an axis. The axis that had this meaning gets the old one, because no meaning except
 * `fixed` is used twice.
 *
 * @param {Axis[]} axes
 * @param {number} at
 * @param {Axis} axis
 * @returns {Axis[]}
 */
export function withAxis(axes, at, axis) {
  return axes.map((each, i) => (i === at ? axis : each === axis && axis !== 'fixed' ? axes[at] : each));
}

/** @param {Corrects & { model: MapsModel, candidate: Candidate }} props */
function CandidateFields({ model, candidate, attempt, choose }) {
  const { data, t } = model;
  const { corrections } = model.state;
  const words = t.maps.reading;
  const { shape } = candidate;
  const axes = corrections.axes ?? candidate.axes;
  const axis = (/** @type {number} */ length, /** @type {number} */ at) => {
    const label = words.axis({ at, length });
    const change = (/** @type {Axis} */ value) => {
      const next = withAxis(axes, at, value);
      const isOwn = next.join() === candidate.axes.join();
      choose({ axes: isOwn ? null : next, batch: null });
    };
    return html`<${Setting}
      field=${CORRECTIONS.axes}
      label=${label}
      value=${axes[at]}
      choices=${candidate.choices}
      texts=${words.axes}
      isList
      change=${change}
    />`;
  };
  const takeBatch = (/** @type {string} */ text) => {
    const found = parseNumber(text);
    if ('value' in found) return attempt({ batch: found.value });
    return found.error === 'empty'
      ? attempt({ batch: null })
      : words.errors.batch({ at: clip(text), most: Math.max(...shape) - 1 });
  };
  const recognized =
    data?.tokens && !corrections.tokens && words.recognized({ scheme: words.schemes[data.tokens.scheme] });
  return html`<div class="fields">
    ${shape.map(axis)}
    <${HeadCount} ...${{ model, candidate, attempt }} />
    ${
      shape.some((length, at) => axes[at] === 'fixed' && length > 1) &&
      html`<${Field}
        label=${words.batch}
        value=${String(corrections.batch ?? 0)}
        take=${takeBatch}
        inputmode="numeric"
      />`
    }
    ${
      data?.tokens &&
      html`<${Setting}
        field=${CORRECTIONS.tokens}
        label=${words.scheme}
        value=${corrections.tokens}
        unset=${recognized || words.schemes['']}
        texts=${words.schemes}
        isList
        change=${(/** @type {Corrections['tokens']} */ tokens) => choose({ tokens })}
      />`
    }
    ${candidate.kind === 'qk' && html`<${QkControls} ...${{ model, candidate, attempt, choose }} />`}
  </div>`;
}
