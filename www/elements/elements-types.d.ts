// What our tags and events are to a program that is checked: `document.querySelector('heed-mask')` is an element of ours, and `addEventListener('heed-error', …)` knows its event.

import type { HeedChangeEvent, HeedErrorEvent, HeedPairEvent, HeedReadyEvent } from './events.js';
import type { HeedContrastElement } from './heed-contrast.js';
import type { HeedHeadsElement } from './heed-heads.js';
import type { HeedLessonElement } from './heed-lesson.js';
import type { HeedMapElement } from './heed-map.js';
import type { HeedMaskElement } from './heed-mask.js';

declare global {
  interface HTMLElementTagNameMap {
    'heed-contrast': HeedContrastElement;
    'heed-heads': HeedHeadsElement;
    'heed-lesson': HeedLessonElement;
    'heed-map': HeedMapElement;
    'heed-mask': HeedMaskElement;
  }

  // They bubble and leave shadow trees, up to the document and the window.
  interface GlobalEventHandlersEventMap {
    'heed-ready': HeedReadyEvent;
    'heed-select': HeedPairEvent;
    'heed-change': HeedChangeEvent;
    'heed-error': HeedErrorEvent;
  }
}
