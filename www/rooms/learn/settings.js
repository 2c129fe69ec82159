import { digits } from '../../heatmap/input.js';
import { isOn, shortened } from '../../state/attributes.js';
import { choice, custom, flag, int, real, text } from '../../state/fields.js';
import { group, sparse, tuple } from '../../state/compound-fields.js';
import { BrokenLink, choice as chosen, integer, number } from '../../state/fragment-values.js';
import { settings } from '../../state/settings.js';
import { LESSON_IDS, lessonOf, LIMITS, isStory } from './lessons/index.js';
import { DECAYS } from './lessons/by-hand.js';
import * as rules from './state/rules.js';
import { readMatrix, writeMatrix } from './state/matrix-text.js';
import { readStory, writeStory } from './stories/options.js';
/** @import { Cell, Edit, MatrixData } from '../../types.js' */
/** @import { Field } from '../../state/fields.js' */

/** The largest index of a cell in links. */
const LAST = LIMITS.tokens - 1;
/** The largest seed that NumPy accepts. */
const MAX_SEED = 2 ** 32 - 1;
const EDITABLE = [
  ...['embeddings', 'positions', 'wQ', 'wK', 'wV', 'wO', 'q', 'k', 'v'],
  ...['ratings', 'viewers', 'indexQ', 'indexK'],
];
const MATRIX = /^[a-zA-Z]{1,20}\d?$/;
/** The maximum number of characters of a link to another room. */
const MAX_LINK = 20_000;

/** The rules between settings. Their types are those of the state, which follow from this table. */
const { complying, firstStep, headsIn, sameCell, sharedIn, withSelected, withShown, withSwitch } =
  /** @type {Record<keyof typeof rules, (...given: any[]) => any>} */ (rules);

/** Links contain these settings of "your own" even if they are the defaults, which may change. */
const ALWAYS = { isWritten: () => true };

/** The options of the computation. The default of each is the lesson's. */
export const SWITCHES = {
  embeddingScale: switchOf('embeddingScale', choice(/** @type {const} */ (['none', 'sqrt']))),
  positions: switchOf('positions', choice(/** @type {const} */ (['none', 'textbook', 'doubled', 'given']))),
  scale: switchOf(
    'scale',
    custom({
      type: "'sqrt' | 'none' | number",
      choices: /** @type {readonly ('sqrt' | 'none' | number)[]} */ (['sqrt', 'none']),
      read: (written) => namedScale(written) ?? number(written),
      parse: scaleIn,
    }),
  ),
  mask: switchOf('mask', choice(/** @type {const} */ (['none', 'causal']))),
  softmaxAxis: switchOf('softmaxAxis', choice(/** @type {const} */ (['rows', 'columns', 'all']))),
  softmaxForm: switchOf('softmaxForm', choice(/** @type {const} */ (['stable', 'naive']))),
};

/** The settings of "your own". */
export const OWN = {
  tokens: custom({ read: readTokens, write: (tokens) => tokens.join(' ') })
    .is(['the', 'cat', 'sat', 'down'])
    .with(ALWAYS),
  model: int(1, LIMITS.features).is(4).with(ALWAYS),
  key: int(1, LIMITS.features).is(4).with(ALWAYS),
  value: int(1, LIMITS.features).is(4).with(ALWAYS),
  seed: int(0, MAX_SEED).is(42).link('from').with(ALWAYS),
  /** `one-hot`, or a call such as `randn`. */
  embeddings: text('one-hot').with(ALWAYS),
  /** A call such as `randn`. */
  projections: text('randn').link('drawn').with(ALWAYS),
  heads: int(1, LIMITS.heads).is(1),
  kvHeads: int(1, LIMITS.heads).is(1),
  /** Where W_O comes from. */
  wO: choice(/** @type {const} */ (['none', 'identity', 'drawn'])),
};

const pair = tuple({ query: LAST, key: LAST });

/** The settings of the comparison of position encodings. */
export const DISTANCE = {
  /** The distance between the query and the key, marked on the curves. */
  distance: int(0, 1024).is(16),
  /** The largest distance of the curves. */
  reach: choice(/** @type {readonly number[]} */ ([32, 128, 1024])).is(128),
  /** The base of the wavelengths of the sinusoids and of RoPE. */
  base: real().is(10_000),
  /** Which features RoPE rotates as pairs. */
  pairs: choice(/** @type {const} */ (['half', 'interleaved'])),
  /** The number of features that RoPE rotates; null means all. */
  turned: int(0, 32).optional(),
  /** The position of the first token. */
  shift: int(0, MAX_SEED).is(0),
  /** The head whose slope ALiBi uses, counted from 0. */
  slopeHead: fromOne(64).is(2).link('slope'),
  /** The pair whose score the curves show. */
  query: custom({
    read: /** @type {(written: string) => any} */ (pair.kind.read),
    write: (_, { distance }) => pair.kind.write(distance, null),
  })
    .is(4)
    .link('pair')
    .with({
      isWritten: (_, { distance: { query, key } }) => query !== 4 || key !== 1,
      set: (state, selected) => ({ ...state, distance: { ...state.distance, ...selected } }),
    }),
  key: int(0, LAST).is(1).link(null),
};

/** The settings of the Learn room. */
export const learn = settings(
  { room: 'learn' },
  {
    lesson: choice(LESSON_IDS)
      .is('words')
      .subject()
      .with({
        effect: (state, lesson) => learn.fresh(state, { lesson, own: state.own, digits: state.digits }),
        missing() {
          throw new BrokenLink('lesson');
        },
      }),
    /** One step, or all matrices of the lesson. Links without it are from before the steps existed. */
    shown: choice(/** @type {const} */ (['step', 'whole']))
      .link('show')
      .attribute('show')
      .with({
        isWritten: (shown, { lesson }) => shown === 'step' && !isStory(lesson),
        missing: ({ lesson }) => (isStory(lesson) ? 'step' : 'whole'),
        effect: withShown,
      }),
    step: custom({
      ...fromOne((state) => stepsOf(state).length).kind,
      type: 'string',
      parse: stepIn,
      choicesIn: (state) => stepsOf(state),
    }).with({
      initial: firstStep,
      missing: firstStep,
      isWritten: (step, state) => step !== firstStep(state),
    }),
    /** The height of the stage within a text, in CSS pixels; null for that of its content. */
    height: int(240, 2160).optional(),
    /** The options that differ from the lesson's. */
    switches: sparse(SWITCHES).undoable(),
    /** Null means the lesson's. "Your own" has a seed of its own. */
    seed: int(0, MAX_SEED)
      .optional()
      .undoable()
      .after('step')
      .with({
        effect: (state, seed) =>
          state.lesson === 'own' && seed !== null
            ? { ...state, own: { ...state.own, seed } }
            : { ...state, seed },
      }),
    /** The call that draws the projections; null means the lesson's. */
    projections: custom({ read: String }).optional().undoable(),
    /** Whether the second set of inputs is used. */
    variant: flag().undoable().attribute(null),
    /** The visible queries: all, one, or all up to one. */
    rows: custom({ read: readRows, write: ({ show, query }) => `${show}:${query}` })
      .is({ show: 'all', query: 0 })
      .undoable()
      .with({ isWritten: ({ show }) => show !== 'all' }),
    /** The enlarged query head, counted from 0. */
    head: fromOne(headsIn).is(0),
    /** The number of key-value heads; null means the lesson's. */
    kvHeads: custom({ ...int(1, LIMITS.heads).upTo(headsIn).kind, clamp: undefined, parse: sharedIn })
      .optional()
      .undoable()
      .with({
        applies: ({ lesson }) => lesson === 'heads',
        effect: (state, kvHeads) =>
          state.lesson === 'own' && kvHeads !== null
            ? { ...state, own: { ...state.own, kvHeads } }
            : { ...state, kvHeads },
      }),
    /** The rank of the approximation of the ratings. */
    rank: int(0, LIMITS.features).is(2).undoable(),
    cursor: custom({
      type: 'number',
      read: (written) => readCell(written.split(':')),
      write: cellText,
      attributes: {
        query: (written, state) => withSelected(state, written, 'row'),
        key: (written, state) => withSelected(state, written, 'col'),
      },
    }).optional(),
    /** The cells whose values the stage asks for; null means the lesson's. */
    asks: custom({
      read: (written) => (written === 'none' ? [] : readCells(written, readCell)),
      write: (asks) => asks.map(cellText).join(',') || 'none',
    })
      .optional()
      .link('ask'),
    edits: custom({
      read: (written) => readCells(written, readEdit),
      write: (edits) => edits.map((edit) => `${cellText(edit)}:${edit.value}`).join(','),
    })
      .is([])
      .link('edit')
      .undoable(),
    /** Pasted matrices, each in a parameter of its own. */
    pasted: custom({
      read: () => /** @type {Record<string, MatrixData>} */ ({}),
      take: (values) => Object.fromEntries(values.all('paste').map(readPasted)),
      put(out, matrices) {
        for (const [id, matrix] of Object.entries(matrices))
          out.append('paste', `${id}:${writeMatrix(matrix)}`);
      },
    })
      .is({})
      .undoable(),
    own: group(OWN)
      .subject()
      .attribute(null)
      .with({ applies: ({ lesson }) => lesson === 'own' }),
    /** How many tokens and features of a head the numbers are, and of how many. */
    excerpt: custom({ read: readExcerpt, write: (counts) => counts.join(':') })
      .optional()
      .attribute(null)
      .with({ applies: ({ lesson }) => lesson === 'own' }),
    /** The link to where the numbers come from, without its `#`: a cell in the Models room. */
    back: custom({ read: readBack, write: String })
      .optional()
      .attribute(null)
      .with({ applies: ({ lesson }) => lesson === 'own' }),
    distance: group(DISTANCE)
      .undoable()
      .attribute(null)
      .with({ applies: ({ lesson }) => lesson === 'distance' }),
    /** The factor of the state before each word, in the step on decay. */
    decay: choice(DECAYS)
      .is(DECAYS[1])
      .undoable()
      .with({ applies: ({ lesson }) => lesson === 'state' }),
    /** The number of keys that a query picks. */
    keys: int(1, 4)
      .is(2)
      .link('keep')
      .attribute('keep')
      .undoable()
      .with({ applies: ({ lesson }) => lesson === 'picked' }),
    /** The options of a story that differ from their initial values, by name. */
    story: custom({
      read: () => /** @type {Record<string, string>} */ ({}),
      take: (values, { lesson }) => (isStory(lesson) ? readStory(lesson, values) : {}),
      put: writeStory,
    }).is({}),
    /** Decimals in the cells. */
    digits: custom({
      ...digits.kind,
      read: (written) => (written === 'full' ? written : integer(written, 0, 12)),
    }).is('auto'),
    /** The matrices shown as tables. */
    tables: custom({
      type: 'boolean',
      read: (written) => (written === 'all' ? written : written.split(',').map(readId)),
      write: (tables) => (tables === 'all' ? tables : tables.join(',')),
      parse: (written) => /** @type {'all' | string[]} */ (isOn(written) ? 'all' : []),
    })
      .is([])
      .attribute('table')
      .with({
        effect: (state, tables) => ({ ...(tables === 'all' ? withShown(state, 'whole') : state), tables }),
      }),
  },
  complying,
  false,
);

/**
 * An option of the computation. The state has only those that differ from the lesson's.
 *
 * @template T
 * @param {string} name @param {Field<T>} field
 * @returns {Field<T>}
 */
function switchOf(name, field) {
  return field.with({
    initial: (state) => /** @type {any} */ (lessonOf(state).switches)[name],
    effect: (state, value) => withSwitch(state, name, value),
  });
}

/**
 * An index, which links count from 1.
 *
 * @param {number | ((state: any) => number)} count
 * @returns {Field<number>}
 */
function fromOne(count) {
  const countIn = (/** @type {any} */ state) => (typeof count === 'number' ? count : count(state));
  const { kind } = int(0, Infinity).upTo((state) => countIn(state) - 1);
  return custom({
    ...kind,
    from: 1,
    read: (written, state) => integer(written, 1, countIn(state)) - 1,
    write: (index) => String(index + 1),
  });
}

/** @type {(state: any) => string[]} */
const stepsOf = (state) => lessonOf(state).steps;

/** Parses a step: its number, counted from 1, or its name. @param {string} written @param {any} state */
function stepIn(written, state) {
  const steps = stepsOf(state);
  const named = steps.indexOf(written.trim().toLowerCase());
  if (named >= 0) return named;
  const number = /^\s*\d+\s*$/.test(written) ? Number(written) : 0;
  if (number >= 1 && number <= steps.length) return number - 1;
  throw new Error(
    `${JSON.stringify(shortened(written))} is neither a number from 1 to ${steps.length} nor one of ${steps.join(', ')}`,
  );
}

/** @param {string} written */
function namedScale(written) {
  return /** @type {const} */ (['sqrt', 'none']).find((name) => name === written);
}

/** @param {string} written */
function scaleIn(written) {
  const named = namedScale(written.trim().toLowerCase());
  const factor = written.trim() === '' ? Number.NaN : Number(written);
  if (named === undefined && !Number.isFinite(factor))
    throw new Error(`${JSON.stringify(shortened(written))} is neither a number nor one of sqrt, none`);
  return named ?? factor;
}

/** @param {string} written @returns {readonly number[]} */
function readExcerpt(written) {
  const counts = written.split(':').map((count) => integer(count, 1, MAX_SEED));
  if (counts.length !== 4) throw new BrokenLink('excerpt');
  return counts;
}

/** A link to the Models room, and to nothing else. @param {string} written */
function readBack(written) {
  if (!/^v=\d+&room=maps(&|$)/.test(written) || written.length > MAX_LINK) throw new BrokenLink('back');
  return written;
}

/** @param {string} written */
function readTokens(written) {
  const tokens = written.split(/\s+/u).filter((token) => token !== '');
  integer(String(tokens.length), 1, LIMITS.tokens);
  if (tokens.some((token) => token.length > LIMITS.label)) throw new BrokenLink('tokens');
  return tokens;
}

/** @param {string} written @returns {{ show: 'all' | 'one' | 'upto', query: number }} */
function readRows(written) {
  const [show, query = '', ...rest] = written.split(':');
  if (rest.length > 0) throw new BrokenLink(written);
  return { show: chosen(show, /** @type {const} */ (['one', 'upto'])), query: integer(query, 0, LAST) };
}

/** @param {string} written */
function readId(written) {
  if (!MATRIX.test(written)) throw new BrokenLink(written);
  return written;
}

/** @param {string[]} parts @param {number} count - of the parts @returns {Cell} */
function readCell(parts, count = 3) {
  if (parts.length !== count) throw new BrokenLink(parts.join(':'));
  return { matrix: readId(parts[0]), row: integer(parts[1], 0, LAST), col: integer(parts[2], 0, LAST) };
}

/**
 * Reads a list of cells. A repeated cell makes the link invalid, as a repeated parameter does.
 *
 * @template {Cell} C
 * @param {string} written @param {(parts: string[]) => C} read
 */
function readCells(written, read) {
  const cells = written.split(',').map((each) => read(each.split(':')));
  if (cells.some((cell, index) => cells.slice(0, index).some((earlier) => sameCell(earlier, cell))))
    throw new BrokenLink(written);
  return cells;
}

/** @param {string[]} parts @returns {Edit} */
function readEdit(parts) {
  const cell = readCell(parts, 4);
  return { ...cell, matrix: chosen(cell.matrix, EDITABLE), value: number(parts[3]) };
}

/** @param {string} written @returns {[string, MatrixData]} */
function readPasted(written) {
  const colon = written.indexOf(':');
  return [chosen(written.slice(0, Math.max(colon, 0)), EDITABLE), readMatrix(written.slice(colon + 1))];
}

/** @param {Cell} cell */
function cellText({ matrix, row, col }) {
  return `${matrix}:${row}:${col}`;
}
