/** Registers all elements. */
export { HeedContrastElement } from './heed-contrast-define.js';
export { HeedHeadsElement } from './heed-heads-define.js';
export { HeedLessonElement } from './heed-lesson-define.js';
export { HeedMapElement } from './heed-map-define.js';
export { HeedMaskElement } from './heed-mask-define.js';
export { HeedModelElement } from './heed-model-define.js';
