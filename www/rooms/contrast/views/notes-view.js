import { element, setText } from '../../../ui/dom.js';
import { program } from '../code.js';
/** @import { Code } from '../code.js' */
/** @import { ContrastModel } from '../session.js' */

/** Why the mistake is made, how it is noticed, and the whole figure as a program. */
export function notesView() {
  const headings = { why: element('h3'), notice: element('h3'), program: element('summary') };
  const why = element('p');
  const notice = element('p');
  const check = element('pre', { tabindex: 0, role: 'group' });
  const listing = element('pre', { tabindex: 0, role: 'group' });
  const node = element(
    'div',
    { class: 'notes' },
    element('section', {}, headings.why, why),
    element('section', {}, headings.notice, notice, check),
    element('details', {}, headings.program, listing),
  );

  return {
    node,
    /** @param {ContrastModel} model @param {Code} code */
    update({ figure, t }, code) {
      const words = t.contrast;
      for (const name of /** @type {const} */ (['why', 'notice', 'program']))
        setText(headings[name], words.headings[name]);
      setText(why, words.figures[figure.id].why);
      setText(notice, words.figures[figure.id].notice);
      setText(check, code.check);
      check.setAttribute('aria-label', words.code.check);
      setText(listing, program(code, words.sides));
      listing.setAttribute('aria-label', words.headings.program);
    },
  };
}
