import { track } from '../../../ui/idle.js';
import { sentenceOf } from './live-model.js';
/** @import { ScoreCell, ScoreParts } from '../../../engine/model-run.js' */
/** @import { Strings } from '../../../words/languages.js' */
/** @import { LiveModel } from './live-model.js' */
/** @import { Pass } from './pass.js' */

/**
 * The effect of a head on a token, with that head alone off.
 *
 * @typedef {object} Effect
 * @property {number} layer
 * @property {number} head
 * @property {number} probability - of the token without the head
 * @property {number} effect - the logit with all heads minus the logit without this one
 * @property {number} direct - what the head writes directly to the logit (direct logit attribution)
 */
/** @typedef {'why' | 'ranking'} Question */
/** @typedef {(t: Strings) => string} Problem */
/** @typedef {{ token: number, whole: number, heads: Effect[] }} Ranking - `whole`: the probability with all heads */

/**
 * What the running model computes when the reader asks: where a score came from, and which heads matter. An
 * answer belongs to one text; a question about another cell or text cancels the last.
 */
export class Answers {
  /** @type {Pass | null} */
  #pass = null;
  /** @type {Map<Question, { key: string, value: any, problem: Problem | null, stop: AbortController }>} */
  #known = new Map();
  #live;
  #changed;

  /** @param {LiveModel} live @param {() => void} changed */
  constructor(live, changed) {
    this.#live = live;
    this.#changed = changed;
  }

  /**
   * The score of a cell as a sum; null while it is computed.
   *
   * @param {ScoreCell} cell @returns {ScoreParts | null}
   */
  why(cell) {
    return this.#ask('why', JSON.stringify(cell), (pass, signal) => pass.run.scoreParts(cell, { signal }));
  }

  /**
   * The effect of each head on a token; null while it is computed.
   *
   * @param {number} token @param {'zero' | 'mean'} replacement @returns {Ranking | null}
   */
  ranking(token, replacement) {
    return this.#ask('ranking', `${token} ${replacement}`, async (pass, signal) => {
      const { engine, model } = this.#live;
      if (!model) return null;
      const request = { texts: [pass.ids], watched: [token], direct: true, eachHead: { with: replacement } };
      const finished = await engine.run(model, request, { signal });
      try {
        const readouts = finished.readouts();
        const whole = readouts.find(({ source }) => source === 'text');
        if (!whole) return null;
        const { heads } = model.facts;
        const direct = readouts.filter(({ source }) => source === 'head');
        const variants = readouts.filter(({ source }) => source === 'variant');
        return {
          token,
          whole: Math.exp(whole.watched[0] - whole.logSumExp),
          heads: variants.map(({ index, watched: [logit], logSumExp }) => ({
            layer: Math.floor(index / heads),
            head: index % heads,
            probability: Math.exp(logit - logSumExp),
            effect: whole.watched[0] - logit,
            direct: direct[index].watched[0],
          })),
        };
      } finally {
        finished.free();
      }
    });
  }

  /** Why the last answer to a question could not be computed; null if it could. @param {Question} name */
  problem(name) {
    return this.#known.get(name)?.problem ?? null;
  }

  /**
   * @template T
   * @param {Question} name @param {string} key
   * @param {(pass: Pass, signal: AbortSignal) => Promise<T>} compute
   * @returns {T | null}
   */
  #ask(name, key, compute) {
    const { pass } = this.#live;
    if (pass !== this.#pass) {
      for (const { stop } of this.#known.values()) stop.abort();
      this.#known.clear();
      this.#pass = pass;
    }
    const known = this.#known.get(name);
    if (known?.key === key || !pass) return known?.value ?? null;
    known?.stop.abort();
    /** @type {{ key: string, value: any, problem: Problem | null, stop: AbortController }} */
    const entry = { key, value: null, problem: null, stop: new AbortController() };
    this.#known.set(name, entry);
    const { signal } = entry.stop;
    /** @param {Partial<typeof entry>} answer */
    const end = (answer) => {
      Object.assign(entry, answer);
      // The run of a text that was replaced is freed, so its question fails.
      if (!signal.aborted && pass === this.#live.pass) this.#changed();
    };
    void track(
      compute(pass, signal).then(
        (value) => end({ value }),
        (error) => end({ problem: sentenceOf(error) }),
      ),
    );
    return null;
  }
}
