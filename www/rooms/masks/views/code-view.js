import { maskCode } from '../../../engine/masks.js';
import { CopyButton } from '../../../ui/controls.js';
import { html, useMemo } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { masks } from '../settings.js';
/** @import { MaskActions, MaskModel } from '../types.js' */

/** The mask as Python. @param {{ model: MaskModel, actions: MaskActions }} props */
export function Code({ model: { state, t }, actions }) {
  const words = t.masks;
  const { text, queries, keys, code: chosen } = state;
  const code = useMemo(() => maskCode(text, queries, keys), [text, queries, keys])[chosen];
  return html`<section class="code">
    <div class="head">
      <h3>${words.code}</h3>
      <${Setting}
        field=${masks.fields.code}
        label=${words.code}
        value=${chosen}
        texts=${words.codes}
        isBare
        change=${(/** @type {typeof chosen} */ code) => actions.show({ code })}
      />
      <${CopyButton} text=${code} words=${words} />
    </div>
    <pre tabindex="0" role="region" aria-label=${words.code}><code>${code}</code></pre>
  </section>`;
}
