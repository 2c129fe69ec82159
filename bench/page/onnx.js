/** Models of one attention head for ONNX Runtime, written as protocol buffers: operator set 23. */

/** @param {number} value @returns {number[]} */
const leb = (value) => (value < 128 ? [value] : [(value % 128) | 128, ...leb(Math.floor(value / 128))]);
/** A number. @param {number} field @param {number} value */
const int = (field, value) => [...leb(field * 8), ...leb(value)];
/** A message, a text or bytes. @param {number} field @param {number[]} bytes */
const part = (field, bytes) => [...leb(field * 8 + 2), ...leb(bytes.length), ...bytes];
/** @param {number} field @param {string} text */
const text = (field, text) => part(field, [...new TextEncoder().encode(text)]);

const FLOAT = 1;
const INT64 = 7;

/** @param {string} name @param {number[]} shape */
const tensorInfo = (name, shape) => [
  ...text(1, name),
  ...part(
    2,
    part(1, [
      ...int(1, FLOAT),
      ...part(
        2,
        shape.flatMap((side) => part(1, int(1, side))),
      ),
    ]),
  ),
];

/** @param {string} name @param {number} type @param {number[]} shape @param {ArrayBuffer} data */
const tensor = (name, type, shape, data) => [
  ...shape.flatMap((side) => int(1, side)),
  ...int(2, type),
  ...text(8, name),
  ...part(9, [...new Uint8Array(data)]),
];

/**
 * An attribute: a number, numbers, or a tensor.
 *
 * @param {string} name @param {number | number[]} value @param {number[]} [tensor]
 */
const attribute = (name, value, tensor) => [
  ...text(1, name),
  ...(tensor
    ? [...part(5, tensor), ...int(20, 4)]
    : Array.isArray(value)
      ? [...value.flatMap((each) => int(8, each)), ...int(20, 7)]
      : [...int(3, value), ...int(20, 2)]),
];

/** @param {string} kind @param {string[]} from @param {string[]} to @param {number[][]} [attributes] */
const node = (kind, from, to, attributes = []) => [
  ...from.flatMap((name) => text(1, name)),
  ...to.flatMap((name) => text(2, name)),
  ...text(4, kind),
  ...attributes.flatMap((each) => part(5, each)),
];

/**
 * @param {object} graph
 * @param {number[][]} graph.nodes
 * @param {number[][]} graph.inputs
 * @param {number[]} graph.output
 * @param {number[][]} [graph.constants]
 */
const model = ({ nodes, inputs, output, constants = [] }) =>
  Uint8Array.from([
    ...int(1, 10),
    ...part(8, int(2, 23)),
    ...part(7, [
      ...nodes.flatMap((each) => part(1, each)),
      ...text(2, 'attention'),
      ...constants.flatMap((each) => part(5, each)),
      ...inputs.flatMap((each) => part(11, each)),
      ...part(12, output),
    ]),
  ]);

const singles = (/** @type {number[]} */ ...values) => Float32Array.of(...values).buffer;
const wholes = (/** @type {number[]} */ ...values) => BigInt64Array.from(values, BigInt).buffer;

/**
 * Attention of matrix products and a softmax.
 *
 * @param {{ n: number, d: number, causal: boolean, mode: 'output' | 'weights' }} what
 */
export function basicModel({ n, d, causal, mode }) {
  const isOutput = mode === 'output';
  const scores = causal ? 'masked' : 'scaled';
  return model({
    inputs: (isOutput ? ['q', 'k', 'v'] : ['q', 'k']).map((name) => tensorInfo(name, [n, d])),
    output: tensorInfo('y', [n, isOutput ? d : n]),
    constants: [
      tensor('scale', FLOAT, [], singles(d ** -0.5)),
      ...(causal ? [tensor('shape', INT64, [2], wholes(n, n)), tensor('one', INT64, [], wholes(1))] : []),
    ],
    nodes: [
      node('Transpose', ['k'], ['kt'], [attribute('perm', [1, 0])]),
      node('MatMul', ['q', 'kt'], ['scores']),
      node('Mul', ['scores', 'scale'], ['scaled']),
      ...(causal
        ? [
            node(
              'ConstantOfShape',
              ['shape'],
              ['hidden'],
              [attribute('value', 0, tensor('', FLOAT, [1], singles(-Infinity)))],
            ),
            node('Trilu', ['hidden', 'one'], ['mask'], [attribute('upper', 1)]),
            node('Add', ['scaled', 'mask'], ['masked']),
          ]
        : []),
      node('Softmax', [scores], [isOutput ? 'weights' : 'y'], [attribute('axis', 1)]),
      ...(isOutput ? [node('MatMul', ['weights', 'v'], ['y'])] : []),
    ],
  });
}

/**
 * The operator Attention.
 *
 * @param {{ n: number, d: number, causal: boolean, mode: 'output' | 'weights' }} what
 */
export function attentionModel({ n, d, causal, mode }) {
  const isOutput = mode === 'output';
  const mask = attribute('is_causal', causal ? 1 : 0);
  return model({
    inputs: ['q', 'k', 'v'].map((name) => tensorInfo(name, [1, 1, n, d])),
    output: tensorInfo('y', [1, 1, n, isOutput ? d : n]),
    nodes: [
      isOutput
        ? node('Attention', ['q', 'k', 'v'], ['y'], [mask])
        : node(
            'Attention',
            ['q', 'k', 'v'],
            ['output', '', '', 'y'],
            [mask, attribute('qk_matmul_output_mode', 3)],
          ),
    ],
  });
}
