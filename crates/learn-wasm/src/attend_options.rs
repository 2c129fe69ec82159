//! The options of attention over heads.

use heedmap_attention::{Alignment, HeadOptions, Real, Rope, RopePairs, Scale, Window};
use heedmap_wasm_common::{Names, Options, Refusal, counts};
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const ATTEND_OPTIONS: &str = r#"
/** Every option may be left out: attention is then the paper's, without a mask. */
export interface AttendOptions {
  /** What scores are multiplied by; `sqrt`, the default, is 1 / sqrt(d_k). 0 and negative numbers are taken literally. */
  scale?: 'sqrt' | 'none' | number;
  /** Scores are kept within this bound by `cap * tanh(score / cap)`, before every mask; none at 0 or below. */
  softcap?: number;
  /** What the masked scores are divided by before the softmax: above 0, by default 1. */
  temperature?: number;
  /** Whether a query sees no key after its position. */
  causal?: boolean;
  /** How many of the first keys every query of a causal mask sees all the same. */
  prefix?: number;
  /** How far a query sees before and after its position, both ends included; -1 is no bound. */
  window?: { left?: number; right?: number } | null;
  /**
   * Where the first query stands among the keys. `upper_left`, the default: beside the first key after the past;
   * `lower_right`: so that the last query stands beside the last key; `valid_keys`: beside the last valid key of each
   * batch entry; a number: at this key.
   */
  alignment?: 'upper_left' | 'lower_right' | 'valid_keys' | number;
  /** How many keys of each batch entry are valid, from the first on. */
  validKeys?: number[] | null;
  /** ALiBi with the slopes of its paper; the input `slopes` gives others. */
  alibi?: boolean;
  /** RoPE on queries and keys: which features form a pair, how many features are turned, the base, the first position. */
  rope?: { pairs: 'half' | 'interleaved'; features?: number | null; base?: number; firstPosition?: number } | null;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// See the TypeScript interface of this name.
    #[wasm_bindgen(typescript_type = "AttendOptions")]
    pub type AttendOptions;
}

const WHAT: &str = "attend options";

/// The options as they were given; slopes and masks, which are inputs, come later.
pub(crate) struct AttendRequest {
    scale: Scale,
    softcap: f64,
    temperature: f64,
    causal: bool,
    prefix: usize,
    window: Window,
    alignment: Alignment,
    rope: Option<Rope>,
    pub(crate) alibi: bool,
    pub(crate) valid_keys: Option<Vec<usize>>,
}

impl AttendRequest {
    pub(crate) fn read(options: &AttendOptions) -> Result<Self, Refusal> {
        let options = Options { what: WHAT, object: options };
        Ok(Self {
            scale: scale(options)?,
            softcap: options.maybe_number("softcap")?.unwrap_or(0.0),
            temperature: options.maybe_number("temperature")?.unwrap_or(1.0),
            causal: options.flag("causal")?,
            prefix: options.maybe_count("prefix")?.unwrap_or(0),
            window: window(options)?,
            alignment: alignment(options)?,
            rope: rope(options)?,
            alibi: options.flag("alibi")?,
            valid_keys: match options.maybe("validKeys")? {
                Some(list) => Some(counts("validKeys", &list)?),
                None => None,
            },
        })
    }

    pub(crate) fn options<T: Real>(&self) -> HeadOptions<'_, T> {
        HeadOptions {
            scale: self.scale,
            softcap: self.softcap,
            temperature: self.temperature,
            causal: self.causal,
            prefix: self.prefix,
            window: self.window,
            alignment: self.alignment,
            rope: self.rope,
            ..HeadOptions::default()
        }
    }
}

fn scale(options: Options<'_>) -> Result<Scale, Refusal> {
    match (options.maybe("scale")?, options.number("scale")) {
        (None, _) => Ok(Scale::InverseSqrtDk),
        (_, Ok(factor)) => Ok(Scale::Factor(factor)),
        _ => options.name_or("scale", SCALES, " or a number"),
    }
}

fn alignment(options: Options<'_>) -> Result<Alignment, Refusal> {
    match options.maybe("alignment")? {
        None => Ok(Alignment::UpperLeft),
        Some(number) if number.as_f64().is_some() => {
            Ok(options.maybe_whole("alignment")?.map_or(Alignment::UpperLeft, Alignment::Offset))
        }
        Some(_) => options.name_or("alignment", ALIGNMENTS, " or a whole number"),
    }
}

fn window(options: Options<'_>) -> Result<Window, Refusal> {
    let Some(object) = options.maybe("window")? else { return Ok(Window::default()) };
    let window = Options { what: "the window", object: &object };
    let side = |key| Ok::<i64, Refusal>(window.maybe_whole(key)?.unwrap_or(-1));
    Ok(Window { left: side("left")?, right: side("right")? })
}

fn rope(options: Options<'_>) -> Result<Option<Rope>, Refusal> {
    let Some(object) = options.maybe("rope")? else { return Ok(None) };
    let rope = Options { what: "rope", object: &object };
    let paper = Rope::default();
    Ok(Some(Rope {
        pairs: rope.name("pairs", ROPE_PAIRS)?,
        features: rope.maybe_count("features")?,
        base: rope.maybe_number("base")?.unwrap_or(paper.base),
        first_position: rope.maybe_whole("firstPosition")?.unwrap_or(paper.first_position),
    }))
}

const SCALES: Names<Scale> = &[("sqrt", Scale::InverseSqrtDk), ("none", Scale::None)];

const ROPE_PAIRS: Names<RopePairs> =
    &[("half", RopePairs::Half), ("interleaved", RopePairs::Interleaved)];

const ALIGNMENTS: Names<Alignment> = &[
    ("upper_left", Alignment::UpperLeft),
    ("lower_right", Alignment::LowerRight),
    ("valid_keys", Alignment::ValidKeys),
];
