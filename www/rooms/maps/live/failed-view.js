import { html } from '../../../ui/html.js';
/** @import { MapsModel } from '../types.js' */
/** @import { Answers, Asked } from './answers.js' */

/**
 * Why answers to questions could not be computed, one sentence for each reason.
 *
 * @param {{ answers: Answers, of: readonly Asked[], t: MapsModel['t'] }} props
 */
export function Failed({ answers, of, t }) {
  const reasons = new Set(of.map((name) => answers.problem(name)?.(t) ?? '').filter(Boolean));
  return [...reasons].map((reason) => html`<p key=${reason} class="head-problem" role="alert">${reason}</p>`);
}
