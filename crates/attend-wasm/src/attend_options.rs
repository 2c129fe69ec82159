//! The options of attention over heads.

use heedmap_attention::{AttentionRule, Causal};
use heedmap_wasm_common::{NameOr, Refusal, read_value, rule_of};
use js_sys::{Object, Reflect};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::tensor::TensorError;

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AlignmentName {
    UpperLeft,
    LowerRight,
    ValidKeys,
}

/// The steps that attention over heads returns.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AttendCompute {
    #[default]
    All,
    Output,
    Weights,
}

#[wasm_bindgen(typescript_custom_section)]
const ATTEND_OPTIONS: &str = r#"
/** The rule of attention, and which steps to return. Every option may be omitted; the default is the paper's attention, without a mask. */
export type AttendOptions = Omit<HeadRule, 'scale' | 'window'> & {
  /** The steps to return: `all`, the default, or only `output` or `weights`. For one step, `attend` of the engine computes 32-bit numbers with the kernels. */
  compute?: 'all' | 'output' | 'weights';
  /** The factor of the scores, which may be 0 or negative; null, the default, is 1 / sqrt(d_k). `sqrt` and `none` are earlier names of null and 1. */
  scale?: number | 'sqrt' | 'none' | null;
  /** How far a query sees: how many keys before and after it, null or -1 for all; or a number of keys, itself and those just before it, and as many after it without a causal mask. */
  window?: { left?: number | null; right?: number | null } | number | null;
  /** The text of a mask, such as `causal and window(4)`, as for `maskMatrix`. It is evaluated for the queries and for all keys, past ones included, up to 2048 each. It applies to every head and batch entry, together with all other masks. Its clauses have an alignment of their own, which `alignment` does not change: with past keys, write `causal(lower_right)`. It needs the program of masks: call `load` of the whole engine, or also that of `engine/masks`. */
  mask?: string | null;
  /** RoPE on queries and keys. `base`: by default 10000. `dim`, or by an earlier name `features`: the number of features that are rotated, from the first on: even, by default all. `firstPosition`: the position of the first key, by default 0. */
  rope?: { pairs: 'half' | 'interleaved'; base?: number | null; dim?: number | null; features?: number | null; firstPosition?: number | null } | null;
  /** `valid_keys`: the last query is at the last valid key of each batch entry. The others are earlier forms of `offset` and of the names of `causal`, which they override: `upper_left`, the first key after the past; `lower_right`; or a number. */
  alignment?: 'upper_left' | 'lower_right' | 'valid_keys' | number;
  /** The number of valid keys of each batch entry, from the first on. */
  validKeys?: number[] | null;
  /** ALiBi with the slopes of its paper; the input `slopes` sets others. */
  alibi?: boolean;
};
"#;

#[wasm_bindgen]
extern "C" {
    /// Options of attention over heads, or any other JavaScript value.
    #[wasm_bindgen(typescript_type = "AttendOptions")]
    pub type GivenAttendOptions;
}

/// What a call states besides the rule of attention.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Call {
    #[serde(default)]
    compute: AttendCompute,
    alignment: Option<NameOr<AlignmentName, i64>>,
    valid_keys: Option<Vec<usize>>,
    #[serde(default)]
    alibi: bool,
}

/// The keys of [`Call`]. All others are those of the rule.
const CALL: [&str; 4] = ["compute", "alignment", "validKeys", "alibi"];

/// A call: its rule, and what it states besides.
pub(crate) struct Request {
    call: Call,
    rule: AttentionRule,
}

impl Request {
    /// Reads the options of a call.
    pub(crate) fn read(options: &JsValue) -> Result<Self, Refusal> {
        const NAME: &str = "attend options";
        let Some(given) = options.dyn_ref::<Object>() else {
            return Ok(Self { call: read_value(NAME, options)?, rule: rule_of(NAME, options)? });
        };
        let [call, rule] = [Object::new(), Object::new()];
        for key in Object::keys(given) {
            let is_call = key.as_string().is_some_and(|key| CALL.contains(&key.as_str()));
            let to = if is_call { &call } else { &rule };
            // Objects are copies that the engine made, so their getters do not throw.
            let value = Reflect::get(given, &key).unwrap_or_default();
            Reflect::set(to, &key, &value).unwrap_or_default();
        }
        Ok(Self { call: read_value(NAME, call)?, rule: rule_of(NAME, &rule)? })
    }

    pub(crate) fn compute(&self) -> AttendCompute {
        self.call.compute
    }

    pub(crate) fn valid_keys(&self) -> Option<&[usize]> {
        self.call.valid_keys.as_deref()
    }

    pub(crate) fn has_alibi(&self) -> bool {
        self.call.alibi
    }

    /// The rule for some numbers of queries, new keys and past keys. Of several batch entries with valid lengths,
    /// [`Request::offsets`] has the positions.
    pub(crate) fn rule(&self, [queries, new, past]: [usize; 3]) -> AttentionRule {
        let offset = match self.call.alignment {
            None => self.rule.offset.unwrap_or(past as i64),
            Some(NameOr::Name(AlignmentName::UpperLeft)) => past as i64,
            Some(NameOr::Name(AlignmentName::LowerRight)) => (past + new) as i64 - queries as i64,
            Some(NameOr::Name(AlignmentName::ValidKeys)) => 0,
            Some(NameOr::Value(offset)) => offset,
        };
        let causal = match self.rule.causal {
            Causal::None => Causal::None,
            _ if self.call.alignment.is_some() => Causal::Offset,
            named => named,
        };
        AttentionRule { causal, offset: Some(offset), ..self.rule.clone() }
    }

    /// The position of the first query in each batch entry, if the last query is at the last valid key.
    pub(crate) fn offsets(&self, queries: usize) -> Result<Option<Vec<i64>>, TensorError> {
        let Some(NameOr::Name(AlignmentName::ValidKeys)) = self.call.alignment else {
            return Ok(None);
        };
        let lengths = self.valid_keys().ok_or(TensorError::NoKeyLengths)?;
        Ok(Some(lengths.iter().map(|&length| length as i64 - queries as i64).collect()))
    }
}
