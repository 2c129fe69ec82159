import { mean } from '../../../format/mean.js';
import { decimal } from '../../../format/display.js';
import { html, useLayoutEffect, useState } from '../../../ui/html.js';
import { isLarge } from '../large/shape.js';
import { compressRateOf, headsOf, isPicked } from '../reading/layers.js';
import { canPick } from './policies.js';
/** @import { Scene } from '../head/scene.js' */
/** @import { MapsModel, MapsService, MapsState } from '../types.js' */
/** @import { PickedRequest } from './figures.js' */

/** How long a budget has to stay before all heads are computed, in milliseconds. */
const CALM = 300;

/**
 * The mass that each layer loses: the mean of its heads, and each of them. They are computed one after the
 * other. A click opens a layer.
 *
 * @param {object} props
 * @param {Scene} props.scene
 * @param {MapsModel['t']['maps']['picked']} props.words
 * @param {MapsService | null} props.service
 * @param {PickedRequest['by']} props.by
 * @param {number} props.budget
 * @param {(patch: Partial<MapsState>) => void} props.look
 */
export function Losses({ scene, words, service, by, budget, look }) {
  const { state, data, language } = scene;
  const { reading } = data;
  const [found, setFound] = useState(/** @type {Map<number, number[]>} */ (new Map()));
  const isOne = reading.layers * reading.heads === 1;
  useLayoutEffect(() => {
    setFound(new Map());
    if (!service || isOne || isLarge(reading)) return undefined;
    let isWanted = true;
    const all = /** @type {Map<number, number[]>} */ (new Map());
    const run = async () => {
      for (let layer = 0; layer < reading.layers; layer += 1)
        for (let head = 0; head < headsOf(reading, layer); head += 1) {
          if (by === 'file' && !isPicked(reading, layer)) continue;
          if (compressRateOf(reading, layer) > 0 || !canPick({ source: 'head', layer, head }, data)) continue;
          const lost = await service.massLost(0, { layer, head, by, budget });
          if (!isWanted) return;
          all.set(layer, [...(all.get(layer) ?? []), lost]);
          setFound(new Map(all));
        }
    };
    // An error is that of the open head, too, which says it.
    const timer = setTimeout(() => run().catch(() => {}), CALM);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [service, reading, by, budget]);
  if (found.size === 0) return null;
  const share = (/** @type {number} */ lost) => `${100 * lost}%`;
  return html`<section class="losses">
    <h3>${words.byLayer}</h3>
    <ol>
      ${Array.from(found, ([layer, heads]) => {
        const lost = mean(heads);
        return html`<li key=${layer} aria-current=${layer === state.layer ? 'true' : null}>
          <button type="button" class="link" onClick=${() => look({ layer })}>
            ${reading.layerNumbers?.[layer] ?? layer}
          </button>
          <span class="track" aria-hidden="true">
            <i class="bar" style=${{ width: share(lost) }}></i>
            ${heads.map((each) => html`<i class="dot" style=${{ left: share(each) }}></i>`)}
          </span>
          <span>${decimal(language, lost, 2)}</span>
        </li>`;
      })}
    </ol>
    <p class="soft">${words.byLayerHelp}</p>
  </section>`;
}
