//! Tells which arrays of files are the attention of a model.
//!
//! [`interpret`] reads the names of arrays, their shapes and types, tokens and metadata, but never a
//! number. It finds the possible interpretations, the most likely first, and returns the [`Reading`]
//! of one: how many layers, heads, queries and keys there are, and where each is in the arrays.
//!
//! ```
//! use heedmap_interpretation::{Corrections, File, Kind, Tensor, interpret};
//!
//! let attentions = Tensor::new("attentions", "float32", &[6, 12, 17, 17]);
//! let file = File { name: "bert.npz".into(), tensors: vec![attentions], ..File::default() };
//! let found = interpret(&[file], &Corrections::default());
//!
//! let reading = found.reading().expect("it has attention");
//! assert_eq!(reading.kind, Kind::Weights);
//! assert_eq!((reading.layers, reading.heads, reading.queries, reading.keys), (6, 12, 17, 17));
//! ```
//!
//! [`slices`](mod@slices) finds the numbers of one head in the arrays of a reading.
//!
//! [`Corrections`] change what was recognized: another candidate, other axes, another mask. What the
//! reader should know comes as a [`Note`], a [`Refusal`] or a [`Rejection`]: the key of a text, with
//! the values to fill in. Files and corrections are untrusted; nothing panics.

mod added_tokens;
mod axis;
mod biases;
mod candidate;
mod candidates;
mod corrections;
mod extent;
mod extra;
mod found;
mod groups;
mod interpret;
mod item;
mod json;
mod layer_numbers;
mod layer_rules;
mod linear_kind;
mod listing;
mod mask;
mod message;
mod metadata;
mod model_part;
mod names;
mod notes;
mod padding;
mod parts;
mod place;
mod projected;
mod reading;
mod rope;
mod rope_config;
mod rope_correction;
mod rope_layers;
mod rule_values;
mod rules;
mod sinks;
pub mod slices;
mod split;
mod split_heads;
mod stacks;
mod states;
mod texts;
mod tokens;
mod tolerance;
mod unused;
mod values;

pub use crate::added_tokens::unfit_tokens;
pub use crate::axis::Axis;
pub use crate::corrections::Corrections;
pub use crate::extent::{MOST_CELLS, MOST_HEADS, MOST_SIDE};
pub use crate::found::Found;
pub use crate::interpret::{Asks, Choice, Interpretation, Outcome, interpret};
pub use crate::linear_kind::LinearKind;
pub use crate::listing::{File, Padding, Tensor};
pub use crate::message::{NamedTensor, NamedTensors, Note, Refusal, Rejection, RuleText};
pub use crate::model_part::ModelPart;
pub use crate::reading::{Kind, Numbers, Part, Ranges, Reading};
pub use crate::rope_correction::{GivenRope, RopeCorrection};
pub use crate::texts::{Text, texts};
