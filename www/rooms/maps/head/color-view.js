import { html } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { DISPLAY } from '../../../state/fields.js';
import { isLarge } from '../large/shape.js';
import { maps } from '../settings.js';
/** @import { MapsState } from '../types.js' */
/** @import { Scene } from './scene.js' */

/** The numbers of keys that can be left out. */
const COUNTS = Array.from({ length: maps.fields.leaveOut.limits[1] + 1 }, (_, keys) => keys);

/**
 * The controls of the color scale.
 *
 * @param {object} props
 * @param {Scene} props.scene
 * @param {(patch: Partial<MapsState>) => void} props.look
 * @param {(patch: Partial<MapsState>) => void} props.change
 */
export function Color({ scene: { t, state, data }, look, change }) {
  const isLargeHead = isLarge(data.reading);
  const { compare, leaveOut, map, scale, source } = state;
  const note = [leaveOut > 0 && t.notRenormalized, compare && t.rowCompared].filter(Boolean).join(' ');
  return html`<section class="color-view">
    <h3>${t.color}</h3>
    <${Setting}
      field=${maps.fields.scale}
      label=${t.scale}
      value=${compare && scale === 'row' ? 'unit' : scale}
      texts=${t.scales}
      hints=${t.scaleHelp}
      isList=${false}
      isBare
      change=${(/** @type {MapsState['scale']} */ value) => change({ scale: value })}
      disabled=${compare || isLargeHead || source === 'each' ? ['row'] : []}
    />
    ${
      !isLargeHead &&
      html`<${Setting}
        field=${maps.fields.leaveOut}
        label=${t.leaveOut}
        value=${leaveOut}
        choices=${COUNTS}
        texts=${(/** @type {number} */ keys) => t.keysLeftOut({ keys })}
        change=${(/** @type {number} */ value) => change({ leaveOut: value })}
      />`
    }
    <p class="soft" role="status" hidden=${note === ''}>${note}</p>
    <${Setting}
      field=${DISPLAY.map}
      label=${t.colorMap}
      value=${map}
      texts=${t.mapNames}
      isList
      change=${(/** @type {MapsState['map']} */ value) => look({ map: value })}
    />
  </section>`;
}
