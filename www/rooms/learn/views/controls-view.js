import { parseDraw, parseNumber } from '../../../format/parse.js';
import { element, segments } from '../../../ui/dom.js';
import { field } from '../../../ui/field.js';
import { row } from '../../../ui/row.js';
import { seedField } from '../../../ui/seed-field.js';
/** @import { Model, State, Switches } from '../../../types.js' */

/**
 * What the controls do.
 *
 * @typedef {object} ControlActions
 * @property {<K extends keyof Switches>(name: K, value: Switches[K]) => void} choose
 * @property {(patch: Partial<State>) => string | null} change - null when it was taken, else a sentence that
 *   says why not
 */

/** The first factor when the reader chooses "a number": one half, so that the scores visibly change. */
const FIRST_FACTOR = 0.5;

/**
 * The switches of the computation.
 *
 * @param {ControlActions} actions
 */
export function controlsView(actions) {
  const heading = element('h3');
  const list = element('div', { class: 'controls' });
  const node = element('section', { class: 'computation' }, heading, list);
  /** @type {((model: Model) => void)[]} */
  let updates = [];
  let built = '';

  /** @param {Model} model */
  function build(model) {
    const { lesson, t } = model;
    const words = t.controls;
    updates = [];
    heading.textContent = words.heading;
    list.replaceChildren(
      ...(lesson.draws && lesson.id !== 'own' ? [projections(model), seed(model)] : []),
      ...(lesson.variant ? [variant(model)] : []),
      ...(lesson.given.q
        ? []
        : [
            choice(model, 'embeddingScale', [
              ['none', words.off],
              ['sqrt', words.on],
            ]),
            choice(model, 'positions', positionChoices(model)),
          ]),
      ...scale(model),
      choice(model, 'mask', [
        ['none', words.maskNone],
        ['causal', words.maskCausal],
      ]),
      choice(model, 'softmaxAxis', [
        ['rows', words.rows],
        ['columns', words.columns],
        ['all', words.all],
      ]),
      choice(model, 'softmaxForm', [
        ['stable', words.stable],
        ['naive', words.naive],
      ]),
    );
  }

  /**
   * @param {Model} model
   * @param {Exclude<keyof Switches, 'scale'>} name
   * @param {[string, string, string?][]} choices
   */
  function choice({ t }, name, choices) {
    const label = t.controls[name];
    const made = segments(label, choices, (value) => actions.choose(name, /** @type {any} */ (value)));
    updates.push(({ switches }) => made.update(switches[name]));
    return row(label, made.node);
  }

  /** @param {Model} model @returns {[string, string, string?][]} */
  function positionChoices({ lesson, t }) {
    const words = t.controls;
    /** @type {[string, string, string?][]} */
    const byHand = lesson.given.positions || lesson.id === 'own' ? [['given', words.positionsGiven]] : [];
    return [
      ['none', words.positionsNone],
      ['textbook', words.positionsTextbook, words.positionsTextbookTitle],
      ['doubled', words.positionsDoubled, words.positionsDoubledTitle],
      ...byHand,
    ];
  }

  /** @param {Model} model */
  function scale({ t }) {
    const words = t.controls;
    const made = segments(
      words.scale,
      [
        ['sqrt', words.scaleSqrt],
        ['none', words.scaleNone],
        ['factor', words.scaleFactor],
      ],
      (value) => {
        actions.choose('scale', value === 'factor' ? FIRST_FACTOR : /** @type {'sqrt' | 'none'} */ (value));
      },
    );
    const factor = field(
      words.factor,
      (text) => {
        const parsed = parseNumber(text);
        if ('error' in parsed) return t.errors.factor(text.slice(0, 20));
        actions.choose('scale', parsed.value);
        return null;
      },
      { inputmode: 'decimal' },
    );
    updates.push(({ switches }) => {
      const own = typeof switches.scale === 'number';
      made.update(own ? 'factor' : String(switches.scale));
      factor.node.hidden = !own;
      if (own) factor.show(String(switches.scale));
    });
    return [row(words.scale, made.node), factor.node];
  }

  /** @param {Model} model */
  function projections({ t, lesson }) {
    const made = field(t.controls.projections, (text) => {
      if ('error' in parseDraw(text)) return t.errors.badDraw({ text: text.slice(0, 20) });
      return actions.change({ projections: text === lesson.draws?.projections ? null : text });
    });
    updates.push(({ state }) => made.show(state.projections ?? lesson.draws?.projections ?? ''));
    return made.node;
  }

  /** @param {Model} model */
  function seed({ t, lesson }) {
    const made = seedField(t, (value) =>
      actions.change({ seed: value === lesson.draws?.seed ? null : value }),
    );
    updates.push(({ state }) => made.show(String(state.seed ?? lesson.draws?.seed)));
    return made.node;
  }

  /** @param {Model} model */
  function variant({ t }) {
    const made = segments(
      t.controls.variant,
      [
        ['', t.controls.completed],
        ['1', t.controls.printed],
      ],
      (value) => actions.change({ variant: value === '1' }),
    );
    updates.push(({ state }) => made.update(state.variant ? '1' : ''));
    return row(t.controls.variant, made.node);
  }

  return {
    node,
    /** @param {Model} model */
    update(model) {
      const now = `${model.lesson.id} ${model.language}`;
      if (now !== built) build(model);
      built = now;
      for (const each of updates) each(model);
    },
  };
}
