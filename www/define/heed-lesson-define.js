import { HeedLessonElement } from '../rooms/learn/heed-lesson.js';
import { HeedMapElement } from '../heatmap/heed-map.js';

HeedMapElement.define();
HeedLessonElement.define();

export { HeedLessonElement };
