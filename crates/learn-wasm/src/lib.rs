//! The program of the rooms Learn and Mistakes, and of attention over batches and heads. It
//! parses the arguments, calls the core, and copies the results; see [`heedmap_wasm_common`].

mod attend;
mod attend_options;
mod concepts;
mod contrast;
mod draw;
mod lesson;
mod matrix;
mod picked;
mod results;
mod schemes;
mod state;
mod tensor;
mod work;
mod work_heads;
mod work_inputs;
mod work_options;

pub use attend::{alibi_slopes, attend};
pub use concepts::concepts;
pub use contrast::contrast;
pub use draw::draw;
pub use heedmap_heatmap_wasm::{ink_colors, legend, legend_pixels, paint, paint_pixels};
pub use heedmap_wasm_common::restart;
pub use lesson::Lesson;
pub use picked::pick_keys;
pub use schemes::compare_schemes;
pub use state::state_map;
pub use work::work;
pub use work_heads::work_heads;
