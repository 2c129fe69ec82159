//! The program of the models: it opens model files, and runs them layer by layer.
//!
//! Files stay with the caller. An object that needs bytes says which, and the caller supplies them; so a model of any
//! size runs in the memory of one layer. The mathematics is in [`heedmap_model`].

mod circuits;
mod error;
mod language_model;
mod opening;
mod readout;
mod request;
mod run;
mod score;

pub use circuits::CircuitRun;
pub use heedmap_wasm_common::restart;
pub use language_model::{LanguageModel, read_pieces};
pub use opening::OpeningModel;
pub use run::ModelRun;
pub use score::ScoreSplit;
