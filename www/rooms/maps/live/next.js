/** The tokens that may come next, for the list and for writing on. */
/** @import { Models } from './types.js' */
/** @import { MapsState } from '../types.js' */
/** @import { LiveModel } from './live-model.js' */
/** @import { Pass } from './pass.js' */

/** The number of tokens that the list shows. */
export const SHOWN = 5;

/**
 * A token that may come next.
 *
 * @typedef {object} Next
 * @property {number} id
 * @property {string} text - what is written for it; empty if it is no whole character
 * @property {number} probability - with the heads that are off, and the temperature, top-k and top-p of the state
 * @property {number | null} before - with all heads on; null if none is off
 */

/**
 * The likeliest tokens. With parts off, these are the ones that lead before and after, and those whose
 * probability changes most.
 *
 * @param {Models} engine @param {Pass} pass @param {MapsState} state
 * @returns {{ tokens: Next[], count: number }} `count`: how many tokens can come next at all
 */
export function nextTokens(engine, pass, state) {
  const after = candidatesOf(engine, pass.logits, state);
  const shown = after.slice(0, SHOWN);
  if (!pass.logitsBefore) {
    const tokens = shown.map(({ id, probability }) => ({
      id,
      text: pass.textOf(id),
      probability,
      before: null,
    }));
    return { tokens, count: after.length };
  }
  const before = candidatesOf(engine, pass.logitsBefore, state);
  const [now, then] = [after, before].map((list) => new Map(list.map((each) => [each.id, each.probability])));
  const change = (/** @type {number} */ id) => Math.abs((now.get(id) ?? 0) - (then.get(id) ?? 0));
  // The tokens that lead before and after are always listed.
  const leaders = [...new Set([after[0].id, before[0].id])];
  const others = [...shown, ...before.slice(0, SHOWN)]
    .map(({ id }) => id)
    .filter((id) => !leaders.includes(id));
  const byChange = (/** @type {number} */ a, /** @type {number} */ b) => change(b) - change(a);
  const most = [...new Set(others)].sort(byChange).slice(0, SHOWN - leaders.length);
  const ids = [...leaders, ...most].sort(byChange);
  const tokens = ids.map((id) => ({
    id,
    text: pass.textOf(id),
    probability: now.get(id) ?? 0,
    before: then.get(id) ?? 0,
  }));
  return { tokens, count: after.length };
}

/**
 * What the parts that are off change: the token that was the likeliest, with its probability before and now,
 * and the one that is now. Null if nothing is off.
 *
 * @param {Models} engine @param {Pass} pass @param {MapsState} state
 */
export function changeOf(engine, pass, state) {
  if (!pass.logitsBefore) return null;
  const after = candidatesOf(engine, pass.logits, state);
  const [first] = candidatesOf(engine, pass.logitsBefore, state);
  const [leader] = after;
  const now = after.find(({ id }) => id === first.id)?.probability ?? 0;
  return { id: first.id, before: first.probability, now, leader: leader.id };
}

/**
 * The candidates of logits with the last settings, because a vocabulary takes long to sort.
 *
 * @type {WeakMap<Float32Array, { how: string, list: ReturnType<Models['candidates']> }>}
 */
const lastCandidates = new WeakMap();

/** @param {Models} engine @param {Float32Array} logits @param {MapsState} state */
function candidatesOf(engine, logits, { temperature, topK, topP }) {
  const how = [temperature, topK, topP].join(' ');
  const last = lastCandidates.get(logits);
  if (last?.how === how) return last.list;
  const list = engine.candidates(logits, { temperature, topK, topP });
  lastCandidates.set(logits, { how, list });
  return list;
}

/**
 * The text of the next token, chosen by the seed; null if nothing can be written.
 *
 * Only whole characters can be written, so tokens that are none are left out.
 *
 * @param {Models} engine @param {Pass} pass @param {MapsState} state
 * @returns {string | null}
 */
export function continued(engine, pass, state) {
  const from = candidatesOf(engine, pass.logits, state).filter(({ id }) => pass.textOf(id) !== '');
  const all = from.reduce((sum, { probability }) => sum + probability, 0);
  if (from.length === 0) return null;
  // The length of the text is part of the seed, so that writing on after undo writes the same.
  const random = engine.randomOf(state.seed, pass.ids.length) * all;
  return pass.textOf(engine.chosen(from, random));
}

/** Whether the model has a position for another token. @param {LiveModel} live */
export function canGoOn({ pass, model }) {
  return (
    pass !== null &&
    model !== null &&
    model.facts.hasLogits &&
    model.facts.causal &&
    pass.left === 0 &&
    pass.ids.length < model.facts.positions
  );
}
