import { HeedLessonElement } from './heed-lesson.js';
import { lessonParts } from './heed-lesson-parts.js';
import { HeedMapElement } from './heed-map.js';

HeedMapElement.define();
HeedLessonElement.define(undefined, undefined, lessonParts);

export { HeedLessonElement };
