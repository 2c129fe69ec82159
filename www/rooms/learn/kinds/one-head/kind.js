import { html } from '../../../../ui/html.js';
import { OwnOnStage } from '../../later-view.js';
import { rowsOf } from '../../lessons/matrix.js';
import { barDecimals, isOneAsWritten } from '../../numbers.js';
import { matrixStep, matrixPicker, switchOf } from '../../stage/matrix-step.js';
import { only, specOf } from '../../stage/spec.js';
/** @import { Model } from '../../../../types.js' */
/** @import { Kind } from '../kind.js' */
/** @import { MatrixSpec } from '../../stage/spec.js' */
/** @import { StageTools } from '../../stage/matrix-step.js' */

/** Whether the weights of a row do not sum to 1 as they are written. @param {Model} model */
function isRounded({ matrices: { weights }, state }) {
  return rowsOf(weights).some(
    (row) => row.every(Number.isFinite) && !isOneAsWritten(row, barDecimals(state)),
  );
}

/** The matrices of queries, keys and values. @type {Record<string, string[]>} */
const THREE = { q: ['q', 'wQ'], k: ['k', 'wK'], v: ['v', 'wV'] };

/**
 * Whether queries, keys or values are on the stage: those of the selected cell, by default queries.
 *
 * @param {Model} model
 */
export function chosenOfThree({ state: { cursor } }) {
  return Object.keys(THREE).find((name) => cursor && THREE[name].includes(cursor.matrix)) ?? 'q';
}

/** A choice of queries, keys or values. @param {Model} model @param {StageTools} tools */
export function threePicker(model, tools) {
  const { q, k, v } = model.t.stage.names;
  return matrixPicker(model, tools, chosenOfThree(model), { q, k, v });
}

/**
 * The embeddings, scaled and with positions if the lesson does that.
 *
 * @param {Model} model @param {StageTools} tools
 */
export function embedStep(model, tools) {
  const { graph, t } = model;
  const { says } = t.stage;
  if (model.lesson.given.q) return givenStep(model, tools, 'embed', says.given);
  const node = graph.x;
  const { submit, redraw } = tools;
  const aside =
    model.lesson.id === 'own' && submit ? html`<${OwnOnStage} ...${{ model, submit, redraw }} />` : null;
  const plain = aside ? says.embedOwn : says.embed;
  if (node.kind !== 'sum') return matrixStep(model, tools, 'embed', plain, only('x'), { aside });
  const scaled = node.of[0] === 'scaledEmbeddings';
  const sentence = node.of.length === 1 ? says.embedScaled : scaled ? says.embedBoth : says.embedPositions;
  return matrixStep(model, tools, 'embed', sentence, specOf(graph, 'x'), { aside });
}

/**
 * A step of a lesson whose queries, keys and values are given.
 *
 * @param {Model} model @param {StageTools} tools @param {string} id @param {string} sentence
 */
function givenStep(model, tools, id, sentence) {
  return matrixStep(model, tools, id, sentence, only(chosenOfThree(model)), {
    aside: threePicker(model, tools),
  });
}

/** The product of X and one projection. @param {Model} model @param {StageTools} tools */
export function projectStep(model, tools) {
  const { says, of } = model.t.stage;
  if (model.lesson.given.q) return givenStep(model, tools, 'project', says.notProjected);
  const name = chosenOfThree(model);
  return matrixStep(model, tools, 'project', says.project({ one: of[name] }), specOf(model.graph, name), {
    aside: threePicker(model, tools),
  });
}

/** The steps of one head. @type {Kind} */
export const oneHead = {
  id: 'one-head',
  owns: ({ heads, isStory, ratings, schemes, layer, picks }) =>
    !heads && !isStory && !ratings && !schemes && !layer && !picks,
  steps(model, tools) {
    const { switches, graph, t } = model;
    const { says } = t.stage;
    /** @param {string} id @param {string} sentence @param {MatrixSpec} spec @param {any} [more] */
    const step = (id, sentence, spec, more) => matrixStep(model, tools, id, sentence, spec, more);
    const { scaled } = graph;
    const size = scaled.kind === 'scale' ? scaled.root : undefined;
    const isScaledRow = switches.softmaxAxis === 'rows' && switches.scale !== 'none';
    const softmaxSays = says.softmax[isScaledRow ? 'scaledRows' : switches.softmaxAxis];
    const rounded = switches.softmaxAxis === 'rows' && isRounded(model);
    return [
      embedStep(model, tools),
      projectStep(model, tools),
      step('score', says.score, specOf(graph, 'scores')),
      step('scale', size ? says.scale({ size }) : says.notScaled, specOf(graph, 'scaled'), {
        aside: switchOf(model, tools, 'scale'),
      }),
      step(
        'mask',
        graph.masked ? says.mask : says.noMask,
        graph.masked ? specOf(graph, 'masked') : only('scaled'),
        { aside: switchOf(model, tools, 'mask') },
      ),
      step('softmax', softmaxSays, specOf(graph, 'weights'), {
        aside: html`${switchOf(model, tools, 'softmaxAxis')}
        ${rounded && html`<p class="rounded">${t.stories.first.rounded}</p>`}`,
      }),
      step('mix', says.mix, specOf(graph, 'output')),
    ];
  },
};
