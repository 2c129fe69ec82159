import { HeedLessonElement } from './heed-lesson.js';

HeedLessonElement.define();

export { HeedLessonElement };
