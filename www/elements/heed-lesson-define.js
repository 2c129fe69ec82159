import { HeedLessonElement } from './heed-lesson.js';
import { HeedMapElement } from './heed-map.js';

HeedMapElement.define();
HeedLessonElement.define();

export { HeedLessonElement };
