//! Common mistakes beside what was meant.

use heedmap_attention as attention;
use heedmap_attention::{ContrastSizes, CurvePoint, Mistake, Precision, Side, SideFigures};
use heedmap_wasm_common::{Names, Options, Record, Refusal, Refused, into_error, record};
use js_sys::Array;
use wasm_bindgen::prelude::*;

use crate::matrix::matrices;
use crate::work_options::SOFTMAX_AXES;

#[wasm_bindgen(typescript_custom_section)]
const CONTRAST: &str = r#"
/**
 * `axis`: softmax over the wrong axis. `late`: a mask after the softmax. `zeroed`: scores times 0. `unscaled`: no
 * 1 / sqrt(d). `finite`: -1e9 in place of -Infinity. `empty`: a row without a key. `cache`: a causal mask that forgets
 * the cached keys. `padding`: the mask of right padding over left padding. `alibi`: ALiBi's sign reversed.
 */
export type MistakeName = 'axis' | 'late' | 'zeroed' | 'unscaled' | 'finite' | 'empty' | 'cache' | 'padding' | 'alibi';

/** Q, K and V are drawn by NumPy's `randn` from one stream, in this order. */
export interface ContrastOptions {
  figure: MistakeName;
  seed: number;
  /** How many queries, from 1 to 16. */
  tokens: number;
  /** How many features queries and keys have, from 1 to 1024. */
  d: number;
  /** Of `axis`: what shares a 1. */
  axis?: 'rows' | 'columns' | 'all';
  /** Of `unscaled`: whether `curve` is wanted. */
  curve?: boolean;
  /** Of `finite`, `empty` and `padding`: how many of the first tokens are padding. */
  padding?: number;
  /** Of `finite`: the queries are multiplied by 10 to this power, from 0 to 10. */
  magnitude?: number;
  /** Of `finite`. */
  precision?: 'f64' | 'f32';
  /** Of `cache`: how many keys are in it, from 0 to 16. */
  past?: number;
  /** Of `cache`: what the wrong mask adds to the number of a query, from 0 to `past` + 1. */
  offset?: number;
  /** Of `alibi`: which of 8 heads, from 0. */
  head?: number;
}

/** A NaN among the weights makes the figures of weights NaN. */
export interface SideFigures {
  /** The smallest and the largest sum of a row of weights. */
  leastSum: number;
  mostSum: number;
  /** How many keys the last query may attend to. */
  seen: number;
  /** How far away a query looks, the mean over queries. */
  distance: number;
  /** The population variance of the scores before any mask. */
  variance: number;
  /** Of a row of weights, in nats, the mean over rows. */
  entropy: number;
  /** The largest weight of a row, the mean over rows. */
  largest: number;
}

export interface ContrastSide {
  /** What the softmax was given, (queries, keys). */
  masked: MatrixData;
  /** 1 where this side lets the query attend to the key, else 0, (queries, keys). */
  allowed: MatrixData;
  /** (queries, keys) */
  weights: MatrixData;
  /** Of each row of weights, (queries, 1). */
  sums: MatrixData;
  /** (queries, 3) */
  output: MatrixData;
  figures: SideFigures;
  /** The rows whose weights do not sum to 1. */
  offRows: number[];
}

export interface Contrast {
  wrong: ContrastSide;
  right: ContrastSide;
  /** The largest share that a query on the wrong side gives to keys that are forbidden to it. */
  leaked: number;
  /** The largest share of a query on the right side that the wrong side's mask takes from it. */
  lost: number;
  /** The largest difference of two outputs. */
  difference: number;
  /** How far the wrong side's first output is from the mean of V, where all keys are forbidden to its query; else null. */
  meanGap: number | null;
  /** Of ALiBi, or null. */
  slope: number | null;
  /** Both sides by the number of features, if `unscaled` is asked for it. */
  curve: { d: number; wrong: SideFigures; right: SideFigures }[];
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "ContrastOptions")]
    pub type ContrastOptions;
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "Contrast")]
    pub type Contrast;
}

/// The mistakes by name, before what they are varied by is known.
#[derive(Clone, Copy)]
enum MistakeKind {
    Axis,
    Late,
    Zeroed,
    Unscaled,
    Finite,
    Empty,
    Cache,
    Padding,
    Alibi,
}

const MISTAKES: Names<MistakeKind> = &[
    ("axis", MistakeKind::Axis),
    ("late", MistakeKind::Late),
    ("zeroed", MistakeKind::Zeroed),
    ("unscaled", MistakeKind::Unscaled),
    ("finite", MistakeKind::Finite),
    ("empty", MistakeKind::Empty),
    ("cache", MistakeKind::Cache),
    ("padding", MistakeKind::Padding),
    ("alibi", MistakeKind::Alibi),
];

const PRECISIONS: Names<Precision> = &[("f64", Precision::F64), ("f32", Precision::F32)];

/// Works a common mistake and what was meant from the same numbers.
///
/// @example
/// const { wrong, right } = contrast({ figure: 'late', seed: 1, tokens: 8, d: 16 });
/// wrong.figures.leastSum; // less than 1
/// right.figures.leastSum; // 1
#[wasm_bindgen]
pub fn contrast(options: &ContrastOptions) -> Refused<Contrast> {
    found(options).map(JsCast::unchecked_into).map_err(into_error)
}

fn found(options: &ContrastOptions) -> Result<Record, Refusal> {
    let options = Options { what: "contrast options", object: options };
    let mistake = read_mistake(options)?;
    let count = |key| options.count(key);
    // A count is below 2^32, which is what seeds end at.
    let seed = count("seed")? as u32;
    let sizes = ContrastSizes { seed, tokens: count("tokens")?, features: count("d")? };
    let found = attention::contrast(mistake, sizes)?;
    let number = |number: Option<f64>| number.map_or(JsValue::NULL, JsValue::from);
    let curve: Array = found.curve.iter().map(point).collect();
    Ok(filled([
        ("wrong", side(&found.wrong).into()),
        ("right", side(&found.right).into()),
        ("leaked", found.leaked.into()),
        ("lost", found.lost.into()),
        ("difference", found.difference.into()),
        ("meanGap", number(found.mean_gap)),
        ("slope", number(found.slope)),
        ("curve", curve.into()),
    ]))
}

fn read_mistake(options: Options<'_>) -> Result<Mistake, Refusal> {
    let padding = || options.count("padding");
    Ok(match options.name("figure", MISTAKES)? {
        MistakeKind::Axis => Mistake::Axis { axis: options.name("axis", SOFTMAX_AXES)? },
        MistakeKind::Late => Mistake::Late,
        MistakeKind::Zeroed => Mistake::Zeroed,
        MistakeKind::Unscaled => Mistake::Unscaled { curve: options.flag("curve")? },
        MistakeKind::Finite => Mistake::Finite {
            padding: padding()?,
            magnitude: options.count("magnitude")?,
            precision: options.name("precision", PRECISIONS)?,
        },
        MistakeKind::Empty => Mistake::Empty { padding: padding()? },
        MistakeKind::Cache => {
            Mistake::Cache { past: options.count("past")?, offset: options.count("offset")? }
        }
        MistakeKind::Padding => Mistake::Padding { padding: padding()? },
        MistakeKind::Alibi => Mistake::Alibi { head: options.count("head")? },
    })
}

fn side(side: &Side) -> Record {
    let object = matrices([
        ("masked", &side.masked),
        ("allowed", &side.allowed),
        ("weights", &side.weights),
        ("sums", &side.sums),
        ("output", &side.output),
    ]);
    let off_rows: Array = side.off_rows.iter().map(|&row| JsValue::from(row as f64)).collect();
    object.set("figures", &figures(&side.figures));
    object.set("offRows", &off_rows);
    object
}

fn point(point: &CurvePoint) -> Record {
    filled([
        ("d", (point.features as f64).into()),
        ("wrong", figures(&point.wrong).into()),
        ("right", figures(&point.right).into()),
    ])
}

fn figures(of: &SideFigures) -> Record {
    filled([
        ("leastSum", of.least_sum.into()),
        ("mostSum", of.most_sum.into()),
        ("seen", (of.seen as f64).into()),
        ("distance", of.distance.into()),
        ("variance", of.variance.into()),
        ("entropy", of.entropy.into()),
        ("largest", of.largest.into()),
    ])
}

fn filled<const N: usize>(named: [(&'static str, JsValue); N]) -> Record {
    let object = record();
    for (name, value) in named {
        object.set(name, &value);
    }
    object
}
