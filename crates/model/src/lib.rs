//! Runs a Transformer layer by layer, and keeps what every attention head did.
//!
//! A model stays in its files. [`Model`] knows where each parameter is; a [`Run`] requests the bytes of one layer at
//! a time, computes all texts with it, and releases it. So memory holds one layer and the activations, whatever the
//! size of the file, and nothing in the crate reads files itself. Queries, keys, values and residual streams of each
//! text are kept, so every map can be drawn when it is viewed.
//!
//! ```
//! use std::sync::Arc;
//!
//! use heedmap_model::{Model, Replacement, Request, Run, Source, Step, Variant};
//!
//! let folder = "../../fixtures/model/tiny-gpt";
//! let file = std::fs::read(format!("{folder}/model.safetensors"))?;
//! let config = std::fs::read(format!("{folder}/config.json"))?;
//! let listing = heedmap_tensor_files::open_all(&file)?;
//! let model = Arc::new(Model::from_safetensors(&config, &[listing])?);
//!
//! // A text as the ids of its tokens, and a variant of it for each head, with that head switched off.
//! let mut request = Request::of(&[11, 22, 33, 11, 22]);
//! request.watched = vec![33];
//! request.variants = Variant::each_head(model.config(), 0, Replacement::Zero);
//! let mut run = Run::new(model, request)?;
//! loop {
//!     match run.step()? {
//!         Step::Read(part) => run.supply(&file[part.offset as usize..part.end() as usize])?,
//!         Step::Done => break,
//!         Step::Work | Step::Layer(_) => {}
//!     }
//! }
//!
//! // The weights of a head, (queries, keys), and its effect on the logit of token 33 at the end.
//! let layer = run.text(0)?.layers[2].as_ref().expect("the run is done");
//! assert_eq!(layer.weights(1)?.len(), 5 * 5);
//! let logit = |source| run.readout(source, 4).map_or(0.0, |readout| readout.watched[0]);
//! let effect = logit(Source::Text(0)) - logit(Source::Variant(2 * 4 + 1));
//! println!("layer 2, head 1: {effect:+.3}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a run computes
//!
//! For each layer, with the rules of [`Config`]:
//!
//! ```text
//! q, k, v = rotate(norm(x) · W)     of each head
//! z       = softmax(mask(q kᵀ · scale)) · v
//! x       ← x + z · W_o             after attention
//! x       ← x + MLP(norm(x))        after the layer
//! ```
//!
//! In a layer of gated DeltaNet, a state takes the place of the softmax: see [`GatedDelta`].
//!
//! At the end, `logits = norm(x) · Uᵀ`. [`Block`] has the other orders of these steps. Products are in 32 bits,
//! and a [`Projection`] multiplies with the bytes of a matrix as they are stored.
//!
//! # What did it? Exact answers, and what each is called
//!
//! - **Ablation**: a [`Variant`] switches a head, an MLP or a value off, and everything after it is computed
//!   again. All variants pass through a layer while its parameters are in memory, so the file is read once. Zeros, the
//!   mean, and the output for another text are three different questions: see [`Replacement`].
//! - **Patching**: [`Replacement::Text`] and [`Edit::Stream`] replace parts by those of another text of the same length.
//! - **Direct logit attribution**: [`Request::direct`] gives what each head and MLP writes directly to the logits,
//!   with the scale of the last norm held. It does not see what later layers do with it.
//! - **Logit lens**: [`Request::lens`] reads the residual stream after each attention and MLP as if the model ended
//!   there. Early layers do not write in the directions of the logits, so what it shows for them is distorted.
//! - **Where a score came from**: [`ScoreReader`] splits a score into a sum over origins.
//! - **Circuits**: [`CircuitReader`] gives what a head reads and writes as tokens, from the parameters alone, and how
//!   much it copies.
//!
//! # Which type
//!
//! | to | use |
//! |---|---|
//! | read the header of a GGUF file | [`OpenGguf`], which gives a [`Gguf`] |
//! | check that files fit a configuration | [`Model`] |
//! | turn a text into ids | [`Tokenizer`], for GGUF |
//! | run texts and their variants | [`Run`], with a [`Request`] |
//! | run a text that has grown, from the tokens that are new | [`Run::after`] |
//! | draw a head, or read its queries, keys and values | [`Trace`], [`LayerTrace`] |
//! | draw a head of a layer that keeps a state | [`LayerTrace::linear_head`] |
//! | switch off or replace heads, MLPs, values, residual streams | [`Edit`], [`Variant`] |
//! | read logits, the logit lens, and what heads write directly | [`Readout`], with its [`Source`] |
//! | split a score into where the query and the key came from | [`ScoreReader`] |
//! | see what a head reads and writes as tokens, and its copying score | [`CircuitReader`] |
//!
//! # Which files
//!
//! [`Model::from_safetensors`] reads a Hugging Face folder, whose files `heedmap-tensor-files` lists;
//! [`Model::from_gguf`] a GGUF file. The README lists the families. A GGUF header leaves some rules to the reader:
//!
//! - The architecture `llama` has permuted projections, so that pairs of features are interleaved: see
//!   [`Rotation::pairs`]. SmolLM2-135M read in halves still writes English, with a mean loss of 4.08 nats instead of
//!   3.33 on the text of the tests.
//! - Files of Qwen3.5 have the heads that share a key head in another order than a folder: see [`GatedDelta::is_tiled`].
//! - Which layers of Gemma have a window, and their base, follow from the architecture.
//! - How words are cut is only named: see [`Tokenizer::from_gguf`].
//! - Whether a token is added before each text differs from file to file, and decides whether later tokens have it to
//!   attend to: see [`Tokenizer::beginning`].
//!
//! # Accuracy
//!
//! Logits of the models in the tests are within 1e-4 of those of PyTorch, and weights within 1e-5. Results may differ
//! between machines in the last bits.

mod blocks;
mod circuits;
mod config;
mod element;
mod error;
mod fetch;
mod gguf;
mod model;
mod names;
mod norm;
mod parameter;
mod projection;
mod request;
mod run;
mod score_parts;
mod tokenizer;

pub use crate::circuits::{CellTokens, CircuitReader, Circuits};
pub use crate::config::{
    Activation, Block, Config, Experts, Family, GatedDelta, LayerRule, Projections, Rotation,
};
pub use crate::element::Element;
pub use crate::error::Error;
pub use crate::fetch::Read;
pub use crate::gguf::{Gguf, OpenGguf, Value};
pub use crate::model::Model;
pub use crate::norm::Norm;
pub use crate::projection::{Axes, Projection};
pub use crate::request::{Request, Variant};
pub use crate::run::edit::{Edit, Replacement};
pub use crate::run::trace::{LayerTrace, Trace};
pub use crate::run::{Readout, Run, Source, Step};
pub use crate::score_parts::{Cell, Origin, ScoreParts, ScoreReader};
pub use crate::tokenizer::Tokenizer;
