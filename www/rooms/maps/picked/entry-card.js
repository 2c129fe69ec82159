import { decimal } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
import { wordOf } from './use-text.js';
/** @import { Unit } from '../text/units.js' */
/** @import { Entry, Shown } from './entries-view.js' */

/** The number of entries in the list. */
export const MOST = 8;

/**
 * An entry: the tokens that it stands for and pools, the shares of these, where the weight of the query is,
 * and the entries with the largest weights.
 *
 * @param {Shown & { entries: Entry[], units: Unit[] | null }} props - the entries by weight, and the units of the text
 */
export function EntryCard(props) {
  const { scene, words, found, query, name, tokens, sinks, m, chosen, entries, choose, units } = props;
  const { language } = scene;
  const { row, lost } = found;
  const write = (/** @type {number} */ weight, decimals = 2) => decimal(language, weight, decimals);
  const sum = (/** @type {Float32Array} */ weights) => weights.reduce((all, each) => all + each, 0);
  const parts = [
    sum(row.subarray(sinks, sinks + tokens)),
    sum(row.subarray(sinks + tokens)),
    ...(sinks > 0 ? [sum(row.subarray(0, sinks))] : []),
  ];
  const [single, ofEntries, sink] = parts.map((part) => write(part));
  const shares = { single, entries: ofEntries };
  const said = sink === undefined ? words.sharesNoSink(shares) : words.shares({ ...shares, sink });
  const pooled = found.pooling?.pooled ?? m;
  const first = chosen ? Math.max(0, chosen.last + 1 - pooled) : 0;
  return html`<div class="entry-card">
    ${
      chosen &&
      html`<h3>
          ${words.title({ entry: String(chosen.entry) })}
          <small>${words.range({ first: String(chosen.first), last: String(chosen.last) })}</small>
          <b>${write(chosen.weight, 3)}</b>
        </h3>
        <p class="entry-text">
          ${(units ?? []).map((unit) => {
            const at = unit.first - sinks;
            if (at < first - 2 * m || at > chosen.last + m) return null;
            const kind =
              at >= chosen.first && at <= chosen.last
                ? 'own'
                : at >= first && at <= chosen.last
                  ? 'pooled'
                  : '';
            return html`${unit.isJoined ? '' : ' '}<span class=${kind}>${unit.text}</span>`;
          })}
        </p>
        <p class="soft">${words.pools({ n: chosen.last + 1 - first, m })}</p>`
    }
    ${chosen && found.pooling && html`<${Pooling} ...${{ ...props, chosen, write }} />`}
    <h3>${words.where({ query: name })}</h3>
    <div class="weight-parts" aria-hidden="true">
      ${parts.map((part, at) => html`<i class=${['single', 'of-entries', 'sink'][at]} style=${{ flexGrow: String(Math.max(0.004, part)) }}>${part > 0.1 ? write(part) : ''}</i>`)}
    </div>
    <p class="soft">${said} ${words.twice}</p>
    ${lost && html`<p class="soft">${words.lost({ query: name, lost: write(lost[query] ?? 0), mean: write(sum(lost) / (lost.length || 1)) })}</p>`}
    ${entries.length > 0 && html`<${EntryList} ...${{ caption: words.largest, entries, chosen: chosen?.entry, choose, words, write }} />`}
  </div>`;
}

/**
 * Entries, or blocks, with the largest weights.
 *
 * @param {object} props
 * @param {string} props.caption
 * @param {Entry[]} props.entries - by weight
 * @param {number} [props.chosen]
 * @param {(entry: number) => void} props.choose
 * @param {{ entry: string, tokens: string, weight: string }} props.words
 * @param {(weight: number, decimals: number) => string} props.write
 */
export function EntryList({ caption, entries, chosen, choose, words, write }) {
  return html`<table class="entry-list">
    <caption>
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">${words.entry}</th>
        <th scope="col">${words.tokens}</th>
        <th scope="col">${words.weight}</th>
      </tr>
    </thead>
    <tbody>
      ${entries.slice(0, MOST).map(
        ({ entry, first, last, text, weight }) =>
          html`<tr key=${entry} aria-current=${entry === chosen ? 'true' : null}>
            <td><button type="button" class="link" onClick=${() => choose(entry)}>${entry}</button></td>
            <th scope="row"><bdi>${text}</bdi> <small>${first}–${last}</small></th>
            <td>${write(weight, 3)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/**
 * The shares of the tokens that an entry pools, as bars.
 *
 * @param {Shown & { chosen: Entry, write: (share: number) => string }} props
 */
function Pooling({ scene: { labels }, words, found, chosen, sinks, write }) {
  if (!found.pooling) return null;
  const { pooled, shares } = found.pooling;
  const own = shares.subarray(chosen.entry * pooled, (chosen.entry + 1) * pooled);
  const from = chosen.last + 1 - pooled;
  const bars = Array.from(own, (share, place) => ({ share, token: from + place })).filter(
    ({ token }) => token >= 0,
  );
  const top = Math.max(...own) || 1;
  // The names and shares of more tokens would overlap.
  const isNamed = bars.length <= 8;
  return html`<figure class="pooling">
    <figcaption class="soft">${words.blend({ n: bars.length })}</figcaption>
    <ol>
      ${bars.map(
        ({ share, token }) =>
          html`<li key=${token} class=${token < chosen.first ? 'pooled' : 'own'}>
            ${isNamed && html`<span>${write(share)}</span>`}
            <i style=${{ height: `${(48 * share) / top}px` }}></i>
            ${isNamed && html`<bdi>${wordOf(labels.key[sinks + token]) || token}</bdi>`}
          </li>`,
      )}
    </ol>
  </figure>`;
}
