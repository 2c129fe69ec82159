import { track } from '../../../ui/idle.js';
import { isConfirmed } from '../overview/behavior.js';
import { sentenceOf } from './live-model.js';
/** @import { LanguageModel } from '../../../engine/model.js' */
/** @import { PatchedPart } from '../../../engine/model-effects.js' */
/** @import { ScoreCell, ScoreParts } from '../../../engine/model-run.js' */
/** @import { Strings } from '../../../words/languages.js' */
/** @import { LiveModel } from './live-model.js' */
/** @import { MapsState, MeasureName } from '../types.js' */
/** @import { Pass } from './pass.js' */
/** @import { Question } from './settings.js' */

/** @typedef {(t: Strings) => string} Problem */
/** @typedef {Awaited<ReturnType<typeof import('../../../engine/model-controls.js').controls>>} Controls */
/** @typedef {Awaited<ReturnType<typeof import('../../../engine/model-run.js').headEffects>>} Ranking */
/** @typedef {Question | 'copying' | 'successors' | 'controls' | 'patched heads'} Asked */

/**
 * What the running model computes when the reader asks. An answer belongs to one text; a question about
 * another cell or text cancels the last.
 */
export class Answers {
  /** @type {Pass | null} */
  #pass = null;
  /** @type {Map<Asked, { key: string, value: any, problem: Problem | null, stop: AbortController }>} */
  #known = new Map();
  /** What the heads of a model do on mixed texts. @type {WeakMap<LanguageModel, Controls>} */
  #controls = new WeakMap();
  #live;
  #changed;

  /** @param {LiveModel} live @param {() => void} changed */
  constructor(live, changed) {
    this.#live = live;
    this.#changed = changed;
  }

  /**
   * The score of a cell of the run that is shown as a sum; null while it is computed.
   *
   * @param {ScoreCell} cell @returns {ScoreParts | null}
   */
  why(cell) {
    return this.#ask('why', JSON.stringify(cell), ({ run, variant }, signal) =>
      run.scoreParts({ ...cell, variant }, { signal }),
    );
  }

  /**
   * What the head of a cell reads and writes as tokens; null while it is computed.
   *
   * @param {ScoreCell} cell
   */
  tokens(cell) {
    return this.#ask('tokens', JSON.stringify(cell), ({ run, variant }, signal) =>
      this.#live.engine.headTokens(run, { ...cell, variant }, { signal }),
    );
  }

  /** The copying score of each head; null while it is computed. */
  copying() {
    return this.#ask('copying', '', ({ run }, signal) => this.#live.engine.copying(run.model, { signal }));
  }

  /**
   * How much each head writes for the successor of a token; null while it is computed, and `scores` null if
   * the text has no list.
   */
  successors() {
    return this.#ask('successors', '', async ({ run, ids }, signal) => ({
      scores: await this.#live.engine.successors(run.model, ids, { signal }),
    }));
  }

  /**
   * What each head does on texts that mean nothing, whatever the text is; null while it is computed.
   *
   * @returns {Controls | null}
   */
  controls() {
    const model = this.#live.pass?.run.model;
    const known = model && this.#controls.get(model);
    if (known) return known;
    return this.#ask('controls', '', async ({ run }, signal) => {
      const found = await this.#live.engine.controls(run.model, { signal });
      this.#controls.set(run.model, found);
      return found;
    });
  }

  /**
   * Whether a head does on mixed texts what it is named for; null while that is computed, and undefined
   * before the reader asks for it, if the model is large. What is no question of other texts, or cannot be
   * computed, is not denied.
   *
   * @param {{ layer: number, head: number }} place @param {MeasureName} name
   * @param {boolean} [isAsked] - whether the reader has asked what heads do
   */
  confirms({ layer, head }, name, isAsked = true) {
    const model = this.#live.pass?.run.model;
    // A model that is not in memory would be read twice more.
    if (model && !isAsked && !model.source.isSmall && !this.#controls.has(model)) return undefined;
    const found = this.controls();
    if (!found) return this.problem('controls') ? true : null;
    const shares = found.find((each) => each.layer === layer && each.head === head)?.shares;
    return isConfirmed(/** @type {Partial<Record<MeasureName, number>>} */ (shares ?? {})[name]);
  }

  /**
   * The answer with parts of the second sentence; null while it is computed.
   *
   * @param {number[]} other @param {number} token @param {PatchedPart} part
   */
  patch(other, token, part) {
    return this.#patched('patch', other, token, part);
  }

  /**
   * The answer with each head of the second sentence, for the exercises.
   *
   * @param {number[]} other
   * @param {number} token
   */
  patchedHeads(other, token) {
    return this.#patched('patched heads', other, token, 'head');
  }

  /** @param {Asked} asked @param {number[]} other @param {number} token @param {PatchedPart} part */
  #patched(asked, other, token, part) {
    return this.#ask(asked, JSON.stringify([other, token, part]), ({ run, ids }, signal) =>
      this.#live.engine.patch(run.model, { text: ids, other, token, part }, { signal }),
    );
  }

  /** The logit lens; null while it is computed. @param {number} token */
  lens(token) {
    return this.#ask('lens', String(token), ({ run, ids }, signal) =>
      this.#live.engine.lens(run.model, { text: ids, token }, { signal }),
    );
  }

  /**
   * The effect of each head on a token; null while it is computed.
   *
   * @param {number} token @param {MapsState['replacement']} replacement @param {number[]} other - the text whose
   *   heads replace those of the text, if `replacement` says so
   * @returns {Ranking | null}
   */
  ranking(token, replacement, other) {
    const isResampled = replacement === 'text';
    const key = JSON.stringify([token, replacement, isResampled && other]);
    const request = { token, with: replacement, ...(isResampled && { other }) };
    return this.#ask('ranking', key, ({ run: { model }, ids }, signal) =>
      this.#live.engine.headEffects(model, { text: ids, ...request }, { signal }),
    );
  }

  /** Why the last answer to a question could not be computed; null if it could. @param {Asked} name */
  problem(name) {
    return this.#known.get(name)?.problem ?? null;
  }

  /** Cancels what is being computed, because another text comes first. What is known is still known. */
  pause() {
    for (const [name, { value, problem, stop }] of this.#known) {
      if (value !== null || problem) continue;
      stop.abort();
      this.#known.delete(name);
    }
  }

  /**
   * @template T
   * @param {Asked} name @param {string} key
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
    if (this.#live.isRunning) return null;
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
