import { LargeHead, load } from '../../www/engine/kernels.js';
import { normals } from '../page/numbers.js';

const [q, k] = [1, 2].map((seed) => normals(64 * 64, seed));
await load();
new LargeHead({ causal: true }, { features: 64, q, k }).weights();
window.done = performance.now();
