import { shortLabels } from '../../../../figure/axes.js';
import { baseOf } from '../../../../figure/heads.js';
import { ofHead } from '../../../../figure/matrices.js';
import { localized } from '../../../../format/display.js';
import { html } from '../../../../ui/html.js';
import { rowOf, sum } from '../../lessons/matrix.js';
import { onStage } from '../../numbers.js';
import { valueAt } from '../../operations/operation.js';
import { chosenCell } from '../../stage/scene.js';
import { matricesOf, only, specOf } from '../../stage/spec.js';
import { matrixPicker, matrixStep, picker } from '../../stage/matrix-step.js';
import { Sum } from '../../stage/sum.js';
import { LineBands } from '../../later-view.js';
import { boardOf } from '../boards.js';
import { BOARDS, shownWord, wordBoard } from './boards.js';
/** @import { Model } from '../../../../types.js' */
/** @import { StageStep } from '../../stage/stage.js' */
/** @import { StageTools } from '../../stage/matrix-step.js' */
/** @import { Term } from '../../stage/sum.js' */
/** @import { Kind } from '../kind.js' */

/** The word whose erasing is asked after the one that is shown. */
const ASKED = 3;

/** What the step on keys shows for the matrix of the selected cell. */
const KEYS = /** @type {const} */ (['k', 'v', 'q']);

/** A choice of the word. @param {Model} model @param {StageTools} tools @param {string} step */
function wordPicker(model, tools, step) {
  const { lesson, t } = model;
  return picker(
    t.stage.layer.word,
    String(shownWord(model, step)),
    shortLabels(lesson.tokens).map((token, at) => [String(at), token]),
    (at) => tools.select({ matrix: ofHead(BOARDS[step].result, Number(at)), row: 0, col: 0 }),
  );
}

/** A choice of the decay. @param {Model} model @param {StageTools} tools */
function decayPicker({ lesson, state, language, t }, { change }) {
  const choices = lesson.layer?.choices ?? [];
  return picker(
    t.stage.layer.decay,
    String(state.decay),
    choices.map((each) => [String(each), localized(String(each), language)]),
    (each) => void change({ decay: Number(each) }),
  );
}

/** The numbers of a row. @param {Model} model @param {string} id @param {number} row */
function numbers(model, id, row) {
  return Array.from(rowOf(model.matrices[id], row), (value) => onStage(model, value)).join(' ');
}

/**
 * The weights of a row of the table, with signs between them.
 *
 * @param {Model} model @param {number} row @param {(text: string, key: number) => Term} write
 * @returns {Term[]}
 */
function weightTerms(model, row, write) {
  return Array.from({ length: row + 1 }, (_, key) => key).flatMap((key) => {
    const weight = valueAt(model, 'unrolled', row, key);
    const text = onStage(model, key > 0 ? Math.abs(weight) : weight, 'unrolled');
    return [...(key > 0 ? [weight < 0 ? '−' : '+'] : []), write(text, key)];
  });
}

/**
 * The output of a word: its weights times values.
 *
 * @param {Model} model @param {number} word @returns {Term[]}
 */
function outputSum(model, word) {
  const terms = weightTerms(model, word, (text, key) => ({
    factors: [
      ['q', text],
      ['k', `(${numbers(model, 'v', key)})`],
    ],
  }));
  const output = { r: `(${numbers(model, 'layerOutput', word)})` };
  return [{ formula: ['sub', 'o', String(word + 1)] }, '=', ...terms, '=', output];
}

/** The sum of a row of the table. @param {Model} model @param {number} row @returns {Term[]} */
function rowSum(model, row) {
  const terms = weightTerms(model, row, (text) => ({ q: text }));
  return [
    { formula: ['sub', 'M', String(row + 1)] },
    ':',
    ...terms,
    '=',
    { r: onStage(model, sum(rowOf(model.matrices.unrolled, row)), 'unrolled') },
  ];
}

/** Gives a step another sum. @param {StageStep} step @param {Model['t']} t @param {Term[]} terms */
function withSum(step, t, terms) {
  /** @type {StageStep['sum']} */
  const sum = ({ width, size, large }) => html`<${Sum} ...${{ terms, width, size, large, t }} />`;
  return Object.defineProperty(step, 'sum', { value: sum });
}

/**
 * The step that erases: the word that is shown first, and then a question about another one.
 *
 * @param {Model} model @param {StageTools} tools
 */
function eraseStep(model, tools) {
  const { lesson, t } = model;
  const word = shownWord(model, 'erase');
  const spec = wordBoard(model, 'erase', word);
  const step = matrixStep(model, tools, 'erase', eraseSays(model, word), spec, {
    aside: wordPicker(model, tools, 'erase'),
  });
  const active = tools.activeCell?.matrix;
  const isSelected = active !== undefined && matricesOf(spec).includes(active) && active !== 'unrolled';
  if (step.question || isSelected) return step;
  const whole = withSum(step, t, outputSum(model, word));
  const asked = tools.questionIn(ofHead('change', ASKED));
  if (!asked || asked.state.open || word === ASKED) return whole;
  return Object.assign(whole, {
    reveal: () => tools.select(asked.cell),
    revealText: t.stage.layer.now({ word: lesson.tokens[ASKED] }),
  });
}

/** @param {Model} model @param {number} word */
function eraseSays(model, word) {
  const { says } = model.t.stage;
  const of = (/** @type {string} */ base) => numbers(model, ofHead(base, word), 0);
  return says.erase({
    word: model.lesson.tokens[word],
    ...{ read: of('read'), value: of('valueRow'), change: of('change') },
  });
}

/**
 * What is unrolled: the table, its erase term, or the output.
 *
 * @param {Model} model @param {StageTools} tools
 */
function unrollStep(model, tools) {
  const { state, graph, t } = model;
  const { says, layer } = t.stage;
  const matrix = state.cursor?.matrix ?? '';
  const shown = ['layerOutput', 'v'].includes(matrix)
    ? 'layerOutput'
    : ['alike', 'erased'].includes(matrix)
      ? 'erased'
      : 'unrolled';
  const views = matrixPicker(model, tools, shown, layer.views, 2);
  /** @type {Record<string, import('../../stage/spec.js').MatrixSpec>} */
  const specs = {
    unrolled: { form: 'line', parts: ['plain', 'erased', 'unrolled'], signs: ['−', '='], result: 'unrolled' },
    erased: { form: 'product', left: 'unrolled', right: 'alike', result: 'erased' },
    layerOutput: specOf(graph, 'layerOutput'),
  };
  return matrixStep(model, tools, 'unroll', says.unroll[/** @type {'unrolled'} */ (shown)], specs[shown], {
    aside: views,
  });
}

/** @param {Model} model @param {StageTools} tools */
function besideStep(model, tools) {
  const spec = boardOf('beside', model.t.stage.layer);
  const step = matrixStep(model, tools, 'beside', model.t.stage.says.beside, spec);
  const { row } = chosenCell(model, spec, tools.activeCell);
  return step.question ? step : withSum(step, model.t, rowSum(model, row));
}

/**
 * A step whose board shows one word.
 *
 * @param {Model} model @param {StageTools} tools @param {'write' | 'read' | 'decay'} id
 * @param {string} sentence @param {unknown} aside
 */
function boardStep(model, tools, id, sentence, aside) {
  return matrixStep(model, tools, id, sentence, wordBoard(model, id, shownWord(model, id)), { aside });
}

/** A layer that keeps a state, word by word and as a table. @type {Kind} */
export const state = {
  id: 'state',
  owns: ({ layer }) => layer !== undefined,
  whole: () => LineBands,
  steps(model, tools) {
    const { lesson, graph, t } = model;
    const { says, names } = t.stage;
    const chosen = KEYS.find((id) => id === (model.state.cursor && baseOf(model.state.cursor.matrix))) ?? 'k';
    const inputs = matrixPicker(model, tools, chosen, { k: names.k, v: names.v, q: names.q });
    const word = (/** @type {'write' | 'read' | 'decay'} */ step) => ({
      word: lesson.tokens[shownWord(model, step)],
    });
    const decay = localized(String(model.state.decay), model.language);
    return [
      matrixStep(
        model,
        tools,
        'keys',
        says.keys[chosen],
        chosen === 'k' ? specOf(graph, 'alike') : only(chosen),
        {
          aside: inputs,
        },
      ),
      boardStep(model, tools, 'write', says.write(word('write')), wordPicker(model, tools, 'write')),
      boardStep(model, tools, 'read', says.read(word('read')), wordPicker(model, tools, 'read')),
      eraseStep(model, tools),
      boardStep(model, tools, 'decay', says.decay({ decay }), [
        decayPicker(model, tools),
        wordPicker(model, tools, 'decay'),
      ]),
      unrollStep(model, tools),
      besideStep(model, tools),
    ];
  },
};
