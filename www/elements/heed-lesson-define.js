import { HeedLessonElement } from './heed-lesson.js';
import { parts } from './heed-lesson-parts.js';
import { HeedMapElement } from './heed-map.js';

HeedMapElement.define();
HeedLessonElement.parts = parts;
HeedLessonElement.define();

export { HeedLessonElement };
