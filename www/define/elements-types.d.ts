// The types of the tags and events, for `document.querySelector('heed-mask')` and
// `addEventListener('heed-error', …)`.

import type { HeedChangeEvent, HeedErrorEvent, HeedPairEvent, HeedReadyEvent } from '../element/events.js';
import type { HeedContrastElement } from '../rooms/contrast/heed-contrast.js';
import type { HeedHeadsElement } from '../rooms/maps/heed-heads.js';
import type { HeedLessonElement } from '../rooms/learn/heed-lesson.js';
import type { HeedMapElement } from '../heatmap/heed-map.js';
import type { HeedMaskElement } from '../rooms/masks/heed-mask.js';
import type { HeedModelElement } from '../rooms/maps/live/heed-model.js';

declare global {
  interface HTMLElementTagNameMap {
    'heed-contrast': HeedContrastElement;
    'heed-heads': HeedHeadsElement;
    'heed-lesson': HeedLessonElement;
    'heed-map': HeedMapElement;
    'heed-mask': HeedMaskElement;
    'heed-model': HeedModelElement;
  }

  // The events bubble and are composed, so the document and the window receive them.
  interface GlobalEventHandlersEventMap {
    'heed-ready': HeedReadyEvent;
    'heed-select': HeedPairEvent;
    'heed-change': HeedChangeEvent;
    'heed-error': HeedErrorEvent;
  }
}
