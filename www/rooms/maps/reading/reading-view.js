import { element, setText } from '../../../ui/dom.js';
import { leftAside, listed } from '../understand/aside.js';
import { readingOf } from '../understand/reading-of.js';
import { rowSumsSentence, toleranceOf } from '../understand/row-sums.js';
import { sentence } from '../understand/sentence.js';
import { correctionsView } from './corrections-view.js';
/** @import { Corrections, MapsModel } from '../types.js' */
/** @import { Candidate } from '../understand/types.js' */

/**
 * What the files are taken for in one sentence, what else is to be said of them, and the corrections behind "Not so?".
 *
 * @param {{ correct: (patch: Partial<Corrections>) => void }} actions
 */
export function readingView({ correct }) {
  const taken = element('p', { class: 'taken', role: 'status' });
  const toggle = element('button', {
    type: 'button',
    class: 'link',
    'aria-expanded': 'false',
    onclick: open,
  });
  const notes = element('ul', { class: 'notes' });
  const corrections = correctionsView(correct);
  const node = element('section', { class: 'reading', hidden: true }, taken, toggle, notes, corrections.node);
  corrections.node.hidden = true;
  let written = '';

  function open() {
    corrections.node.hidden = !corrections.node.hidden;
    toggle.setAttribute('aria-expanded', String(!corrections.node.hidden));
    if (!corrections.node.hidden) corrections.focus();
  }

  return {
    node,
    /** @param {MapsModel} model @param {Candidate[]} candidates */
    update(model, candidates) {
      const { data, t, state } = model;
      const candidate = candidates[state.corrections.candidate ?? 0];
      node.hidden = !data || !candidate;
      if (!data || !candidate) return;
      const words = t.maps.reading;
      const outcome = readingOf(data.opened, candidate, state.corrections);
      // A line may break after a stroke, but not within a fraction.
      setText(
        taken,
        ('refused' in outcome ? outcome.refused(t) : sentence(outcome.reading, t, outcome.size)).replace(
          '1/√',
          '1/\u2060√',
        ),
      );
      setText(toggle, words.correct);
      const aside = leftAside(data.opened, candidates);
      const said = [
        ...('refused' in outcome ? [] : outcome.notes.map((note) => note(t))),
        ...rowSumsSentence(data.heads, toleranceOf(data.opened, data.reading), t),
        ...(aside.length > 0 ? [words.aside(listed(aside)(t))] : []),
      ];
      if (JSON.stringify(said) !== written)
        notes.replaceChildren(...said.map((text) => element('li', {}, text)));
      written = JSON.stringify(said);
      notes.hidden = said.length === 0;
      corrections.update(model, data.opened, candidates);
    },
  };
}
