import { Row, Segments, Select } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { COLOR_MAPS } from '../../../state/display.js';
import { isLarge } from '../large/shape.js';
import { BOUNDS, CHOICES } from '../state.js';
/** @import { MapsState } from '../types.js' */
/** @import { Scene } from './scene.js' */

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
  const { compare, leaveOut, map, scale } = state;
  const counts = Array.from({ length: BOUNDS.leaveOut + 1 }, (_, keys) => [
    String(keys),
    t.keysLeftOut({ keys }),
  ]);
  const note = [leaveOut > 0 && t.notRenormalised, compare && t.rowCompared].filter(Boolean).join(' ');
  return html`<section class="color-view">
    <h3>${t.color}</h3>
    <${Segments}
      label=${t.scale}
      value=${compare && scale === 'row' ? 'unit' : scale}
      choices=${/** @type {MapsState['scale'][]} */ (CHOICES.scale).map((name) => [name, t.scales[name], t.scaleHelp[name]])}
      choose=${(/** @type {MapsState['scale']} */ value) => change({ scale: value })}
      disabled=${compare || isLargeHead ? ['row'] : []}
    />
    ${
      !isLargeHead &&
      html`<${Row} label=${t.leaveOut}>
        <${Select}
          label=${t.leaveOut}
          value=${String(leaveOut)}
          choices=${counts}
          choose=${(/** @type {string} */ value) => change({ leaveOut: Number(value) })}
        />
      <//>`
    }
    <p class="soft" role="status" hidden=${note === ''}>${note}</p>
    <${Row} label=${t.colorMap}>
      <${Select}
        label=${t.colorMap}
        value=${map}
        choices=${COLOR_MAPS.map((name) => [name, t.mapNames[name]])}
        choose=${(/** @type {MapsState['map']} */ value) => look({ map: value })}
      />
    <//>
  </section>`;
}
