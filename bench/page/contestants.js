/**
 * The compared libraries. Each prepares one head and returns how to compute it. Times include copies in and
 * out.
 */
import { basicModel, attentionModel } from './onnx.js';

/** @typedef {{ n: number, d: number, causal: boolean, mode: 'output' | 'weights', q: Float32Array, k: Float32Array, v: Float32Array }} What */
/** @typedef {{ run: () => unknown, read: () => Float32Array, free?: () => void }} Prepared */
/** @typedef {{ name: string, most: number, prepare: (what: What) => Promise<Prepared | null> }} Contestant */

export const MODULES = '/bench/node_modules';

/** Loads a classic script. @param {string} address */
export const loadScript = (address) =>
  new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement('script'), {
      src: address,
      onload: resolve,
      onerror: reject,
    });
    document.head.append(element);
  });

/**
 * A build of the kernels. Each has bindings of its own, because a module has one instance.
 *
 * @param {string} build
 */
export async function kernels(build) {
  const bindings = await import(`/www/pkg/heedmap_kernels_wasm.js?${build}`);
  const address = `/www/pkg/heedmap_kernels_wasm${build === 'scalar' ? '' : `_${build}`}_bg.wasm`;
  const { memory } = await bindings.default({ module_or_path: fetch(address) });
  return { bindings, memory };
}

/**
 * @param {string} build
 * @param {boolean} [isInto] - whether weights are written into one array again and again
 * @returns {Promise<Contestant>}
 */
async function heedmap(build, isInto = false) {
  const { bindings } = await kernels(build);
  return {
    name: `heedmap ${build}${isInto ? ' into an array' : ''}`,
    most: Infinity,
    async prepare({ n, d, causal, mode, q, k, v }) {
      if (isInto && mode === 'output') return null;
      /** @type {Float32Array} */
      let found;
      const into = isInto ? new Float32Array(n * n) : undefined;
      return {
        run() {
          const head = new bindings.KernelHead({ causal }, 'f32', d, q, k);
          found = mode === 'output' ? head.output(d, v, 0, n) : head.weights(0, n, into);
          head.free();
        },
        read: () => found,
      };
    },
  };
}

/**
 * @param {string} name
 * @param {typeof basicModel} model
 * @param {(n: number, d: number) => number[]} shape
 * @param {number} most
 * @returns {Promise<Contestant>}
 */
async function onnx(name, model, shape, most) {
  const ort = await import(`${MODULES}/onnxruntime-web/dist/ort.wasm.min.mjs`);
  Object.assign(ort.env.wasm, { numThreads: 1, wasmPaths: `${MODULES}/onnxruntime-web/dist/` });
  ort.env.logLevel = 'error';
  return {
    name,
    most,
    async prepare(what) {
      const { n, d, q, k, v } = what;
      const session = await ort.InferenceSession.create(model(what), {
        executionProviders: ['wasm'],
        graphOptimizationLevel: 'all',
      });
      const given = Object.entries({ q, k, v }).filter(([name]) => session.inputNames.includes(name));
      const feeds = Object.fromEntries(
        given.map(([name, data]) => [name, new ort.Tensor('float32', data, shape(n, d))]),
      );
      /** @type {Float32Array} */
      let found;
      return {
        run: async () => {
          found = (await session.run(feeds, ['y'])).y.data;
        },
        read: () => found,
        free: () => session.release(),
      };
    },
  };
}

/** @returns {Promise<Contestant>} */
async function tfjs() {
  await loadScript(`${MODULES}/@tensorflow/tfjs/dist/tf.min.js`);
  await loadScript(`${MODULES}/@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js`);
  const tf = /** @type {any} */ (globalThis).tf;
  tf.wasm.setWasmPaths(`${MODULES}/@tensorflow/tfjs-backend-wasm/dist/`);
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  await tf.setBackend('wasm');
  await tf.ready();
  if (tf.getBackend() !== 'wasm') throw new Error('tfjs has no wasm backend here');
  return {
    name: 'tfjs wasm',
    most: 2048,
    async prepare({ n, d, causal, mode, q, k, v }) {
      const [tq, tk, tv] = [q, k, v].map((data) => tf.tensor2d(data, [n, d]));
      const hidden = new Float32Array(n * n);
      for (let i = 0; i < n; i += 1) hidden.fill(-1e9, i * n + i + 1, i * n + n);
      const mask = causal ? tf.tensor2d(hidden, [n, n]) : null;
      /** @type {Float32Array} */
      let found;
      return {
        run() {
          const made = tf.tidy(() => {
            const scores = tf.matMul(tf.mul(tq, d ** -0.5), tk, false, true);
            const weights = tf.softmax(mask ? tf.add(scores, mask) : scores);
            return mode === 'output' ? tf.matMul(weights, tv) : weights;
          });
          found = made.dataSync();
          made.dispose();
        },
        read: () => found,
        free: () => [tq, tk, tv, mask].forEach((each) => each?.dispose()),
      };
    },
  };
}

/**
 * Plain loops over Float32Array, four keys at a time; a causal mask skips what it hides.
 *
 * @type {Contestant}
 */
export const plain = {
  name: 'plain JavaScript',
  most: 1024,
  async prepare({ n, d, causal, mode, q, k, v }) {
    const weights = new Float32Array(mode === 'weights' ? n * n : n);
    const output = new Float32Array(mode === 'output' ? n * d : 0);
    /**
     * The exponentials of a row, and the inverse of their sum.
     *
     * @param {number} i @param {number} keys @param {Float32Array} row
     */
    function exponentials(i, keys, row) {
      let largest = -Infinity;
      let j = 0;
      for (; j + 4 <= keys; j += 4) {
        let [s0, s1, s2, s3] = [0, 0, 0, 0];
        const [k0, k1, k2, k3] = [j * d, (j + 1) * d, (j + 2) * d, (j + 3) * d];
        for (let c = 0; c < d; c += 1) {
          const x = q[i * d + c];
          s0 += x * k[k0 + c];
          s1 += x * k[k1 + c];
          s2 += x * k[k2 + c];
          s3 += x * k[k3 + c];
        }
        row[j] = s0;
        row[j + 1] = s1;
        row[j + 2] = s2;
        row[j + 3] = s3;
      }
      for (; j < keys; j += 1) {
        let sum = 0;
        for (let c = 0; c < d; c += 1) sum += q[i * d + c] * k[j * d + c];
        row[j] = sum;
      }
      const scale = d ** -0.5;
      for (j = 0; j < keys; j += 1) {
        row[j] *= scale;
        if (row[j] > largest) largest = row[j];
      }
      let sum = 0;
      for (j = 0; j < keys; j += 1) {
        row[j] = Math.exp(row[j] - largest);
        sum += row[j];
      }
      return 1 / sum;
    }
    return {
      run() {
        for (let i = 0; i < n; i += 1) {
          const keys = causal ? i + 1 : n;
          const row = mode === 'weights' ? weights.subarray(i * n, (i + 1) * n) : weights;
          const inverse = exponentials(i, keys, row);
          if (mode === 'weights') {
            for (let j = 0; j < keys; j += 1) row[j] *= inverse;
            continue;
          }
          const line = output.subarray(i * d, (i + 1) * d).fill(0);
          let j = 0;
          for (; j + 4 <= keys; j += 4) {
            const [w0, w1, w2, w3] = [row[j], row[j + 1], row[j + 2], row[j + 3]];
            const [v0, v1, v2, v3] = [j * d, (j + 1) * d, (j + 2) * d, (j + 3) * d];
            for (let c = 0; c < d; c += 1)
              line[c] += w0 * v[v0 + c] + w1 * v[v1 + c] + w2 * v[v2 + c] + w3 * v[v3 + c];
          }
          for (; j < keys; j += 1) for (let c = 0; c < d; c += 1) line[c] += row[j] * v[j * d + c];
          for (let c = 0; c < d; c += 1) line[c] *= inverse;
        }
      },
      read: () => (mode === 'output' ? output : weights),
    };
  },
};

/** Starts the contestants. @type {Record<string, () => Promise<Contestant>>} */
const STARTS = {
  'heedmap relaxed_simd': () => heedmap('relaxed_simd'),
  'heedmap simd128': () => heedmap('simd128'),
  'heedmap relaxed_simd into an array': () => heedmap('relaxed_simd', true),
  'onnxruntime-web MatMul and Softmax': () =>
    onnx('onnxruntime-web MatMul and Softmax', basicModel, (n, d) => [n, d], Infinity),
  // It fails at 4,096 with an integer overflow.
  'onnxruntime-web Attention': () =>
    onnx('onnxruntime-web Attention', attentionModel, (n, d) => [1, 1, n, d], 2048),
  'tfjs wasm': tfjs,
  [plain.name]: async () => plain,
};

/** One contestant. @param {string} name */
export const contestant = (name) => STARTS[name]();

/** The contestants that can start here, and why the others cannot. */
export async function contestants() {
  /** @type {Contestant[]} */
  const all = [];
  /** @type {string[]} */
  const missing = [];
  for (const [name, start] of Object.entries(STARTS)) {
    try {
      all.push(await start());
    } catch (error) {
      missing.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { all, missing };
}
