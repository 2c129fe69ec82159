import { number } from '../../../format/display.js';
import { Field, Row, Select } from '../../../ui/controls.js';
import { html, useState } from '../../../ui/html.js';
import { FEWEST, LONGEST, STRUCTURES, syntheticName, syntheticPieces } from './synthetic.js';
/** @import { MapsModel } from '../types.js' */
/** @import { Structure } from './synthetic.js' */

const DEFAULT_TOKENS = 16384;

/**
 * A form that generates a head of any length with a known structure and opens it like a file.
 *
 * @param {{ model: MapsModel, take: (files: File[]) => void }} props
 */
export function MakeHead({ model: { t, language }, take }) {
  const words = t.maps.large.make;
  const [tokens, setTokens] = useState(DEFAULT_TOKENS);
  const [structure, setStructure] = useState(/** @type {Structure | 'all'} */ ('all'));
  const [causal, setCausal] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const takeTokens = (/** @type {string} */ text) => {
    const typed = Number(text);
    if (!/^\d{1,7}$/.test(text.trim()) || typed < FEWEST || typed > LONGEST)
      return words.wrong({ text, least: number(FEWEST, 0), most: number(LONGEST, 0) });
    setTokens(typed);
    return null;
  };
  const make = async () => {
    setBusy(true);
    const how = { tokens, structures: structure === 'all' ? STRUCTURES : [structure], causal };
    const pieces = [];
    for (const piece of syntheticPieces(how)) {
      pieces.push(piece);
      // A long head takes a second or two, and the page stays responsive.
      await new Promise((done) => setTimeout(done));
    }
    setBusy(false);
    take([new File(pieces, syntheticName(how))]);
  };
  /** @type {[string, string][]} */
  const choices = [
    ['all', words.all],
    ...STRUCTURES.map((name) => /** @type {[string, string]} */ ([name, words.kinds[name]])),
  ];
  return html`<details class="make-head">
    <summary>${words.heading}</summary>
    <${Field}
      key=${language}
      label=${words.tokens}
      value=${String(tokens)}
      take=${takeTokens}
      inputmode="numeric"
      size="7"
    />
    <${Row} label=${words.structure}>
      <${Select} label=${words.structure} value=${structure} choices=${choices} choose=${setStructure} />
    <//>
    <p class="soft">${structure !== 'all' && words.kindHelp[structure]}</p>
    <label class="check">
      <input type="checkbox" checked=${causal} onChange=${() => setCausal(!causal)} />${' '}${words.causal}
    </label>
    <button type="button" class="play" disabled=${isBusy} onClick=${make}>${words.make}</button>
  </details>`;
}
