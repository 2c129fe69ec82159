import { clip, parseNumber } from '../../../format/parse-number.js';
import { element, setText } from '../../../ui/dom.js';
import { field } from '../../../ui/field.js';
import { choices, row } from '../../../ui/row.js';
import { axesOf, withAxis } from '../understand/corrections.js';
import { readingOf, shapeText } from '../understand/reading-of.js';
import { qkControls } from './qk-controls.js';
/** @import { Axis, Corrections, MapsModel, Opened } from '../types.js' */
/** @import { Candidate } from '../understand/types.js' */

const SCHEMES = /** @type {const} */ (['', 'plain', 'byte_level', 'sentencepiece', 'wordpiece']);

/** What belongs to one candidate alone. @type {Partial<Corrections>} */
const ITS_OWN = {
  axes: null,
  batch: null,
  scale: null,
  causal: null,
  window: null,
  softcap: null,
  rope: null,
};

/**
 * Fields for everything about a reading that a file does not say for sure.
 *
 * @param {(patch: Partial<Corrections>) => void} correct
 */
export function correctionsView(correct) {
  const heading = element('h2');
  const which = element('div', { class: 'which' });
  const form = element('div', { class: 'fields' });
  const problem = element('p', { class: 'problem', role: 'alert', hidden: true });
  const back = element('button', {
    type: 'button',
    class: 'link',
    onclick: () => {
      complain('');
      for (const each of fields) each.forget();
      // The button goes when nothing is corrected any more.
      node.querySelector('select')?.focus();
      correct({ ...ITS_OWN, candidate: null, tokens: null });
    },
  });
  const node = element('div', { class: 'corrections', role: 'group' }, heading, which, form, problem, back);
  /** @type {{ model: MapsModel, opened: Opened, candidates: Candidate[] } | null} */
  let now = null;
  /** @type {((model: MapsModel) => void)[]} */
  let updates = [];
  /** @type {{ forget(): void }[]} */
  let fields = [];
  let [offered, built] = ['', ''];

  /** @param {string} text */
  function complain(text) {
    setText(problem, text);
    problem.hidden = text === '';
  }

  /** Corrects what can be corrected so; else says why not, and all stays as it was. @param {Partial<Corrections>} patch @returns {string | null} */
  function attempt(patch) {
    const { model, opened, candidates } = /** @type {NonNullable<typeof now>} */ (now);
    const corrections = { ...model.state.corrections, ...patch };
    const outcome = readingOf(opened, candidates[corrections.candidate ?? 0], corrections);
    if ('refused' in outcome) return outcome.refused(model.t);
    complain('');
    correct(patch);
    return null;
  }

  /** The same for what has no place of its own for a complaint. @param {Partial<Corrections>} patch */
  function choose(patch) {
    const refused = attempt(patch);
    complain(refused ?? '');
    if (refused && now) for (const each of updates) each(now.model);
  }

  /** @param {MapsModel} model @param {Candidate[]} candidates */
  function offer({ t }, candidates) {
    const names = candidates.map(({ name, kind, stack }, at) => {
      const tensors = `${name} ${shapeText(stack.layers[0][0].shape)}`;
      return /** @type {[string, string]} */ ([
        String(at),
        kind === 'qk' ? t.maps.reading.fromQk(tensors) : tensors,
      ]);
    });
    const select = choices(t.maps.reading.candidate, names, (value) =>
      choose({ ...ITS_OWN, candidate: Number(value) || null }),
    );
    which.replaceChildren(row(t.maps.reading.candidate, select));
    which.hidden = candidates.length < 2;
    return (/** @type {MapsModel} */ { state }) => {
      select.value = String(state.corrections.candidate ?? 0);
    };
  }
  let offering = (/** @type {MapsModel} */ _model) => {};

  /** @param {MapsModel} model @param {Candidate} candidate */
  function build({ t }, candidate) {
    const words = t.maps.reading;
    const [{ shape }] = candidate.stack.layers[0];
    const axesNow = (/** @type {Corrections} */ corrections) => corrections.axes ?? candidate.axes;
    const selects = shape.map((length, at) => {
      const label = words.axis(at, length);
      const select = choices(
        label,
        axesOf(candidate).map((axis) => [axis, words.axes[axis]]),
        (value) => {
          const axes = withAxis(
            axesNow(/** @type {NonNullable<typeof now>} */ (now).model.state.corrections),
            at,
            /** @type {Axis} */ (value),
          );
          choose({
            axes: JSON.stringify(axes) === JSON.stringify(candidate.axes) ? null : axes,
            batch: null,
          });
        },
      );
      return { select, node: row(label, select) };
    });
    const batch = field(
      words.batch,
      (text) => {
        const found = parseNumber(text);
        if ('value' in found || found.error === 'empty')
          return attempt({ batch: 'value' in found ? found.value : null });
        return words.errors.batch(clip(text), Math.max(...shape) - 1);
      },
      { inputmode: 'numeric' },
    );
    const scheme = choices(
      words.scheme,
      SCHEMES.map((name) => [name, words.schemes[name]]),
      (value) => {
        choose({ tokens: /** @type {Corrections['tokens']} */ (value || null) });
      },
    );
    const schemes = row(words.scheme, scheme);
    const qk = candidate.kind === 'qk' ? qkControls(t, candidate, { attempt, choose }) : null;
    fields = [batch, ...(qk?.fields ?? [])];
    updates = [
      ({ state: { corrections }, data }) => {
        const axes = axesNow(corrections);
        selects.forEach(({ select }, at) => {
          select.value = axes[at];
        });
        batch.node.hidden = !shape.some((length, at) => axes[at] === 'fixed' && length > 1);
        batch.show(String(corrections.batch ?? 0));
        scheme.value = corrections.tokens ?? '';
        schemes.hidden = !data?.tokens;
        setText(
          scheme.options[0],
          data?.tokens && !corrections.tokens
            ? words.recognised(words.schemes[data.tokens.scheme])
            : words.schemes[''],
        );
      },
      ...(qk ? [qk.update] : []),
    ];
    form.replaceChildren(...selects.map((each) => each.node), batch.node, schemes, ...(qk?.nodes ?? []));
  }

  return {
    node,
    /** To the first field. */
    focus() {
      node.querySelector(/** @type {'select'} */ (which.hidden ? '.fields select' : 'select'))?.focus();
    },
    /** @param {MapsModel} model @param {Opened} opened @param {Candidate[]} candidates */
    update(model, opened, candidates) {
      const { corrections } = model.state;
      now = { model, opened, candidates };
      const candidate = candidates[corrections.candidate ?? 0];
      const list = JSON.stringify([
        model.language,
        candidates.map(({ name, stack }) => [name, stack.layers[0][0].shape]),
      ]);
      if (list !== offered) offering = offer(model, candidates);
      if (`${list} ${corrections.candidate}` !== built) build(model, candidate);
      [offered, built] = [list, `${list} ${corrections.candidate}`];
      setText(heading, model.t.maps.reading.corrections);
      node.setAttribute('aria-label', model.t.maps.reading.corrections);
      setText(back, model.t.maps.reading.back);
      back.hidden = Object.values(corrections).every((each) => each === null);
      offering(model);
      for (const each of updates) each(model);
    },
  };
}
