//! The program of lessons, for figures of lessons alone. It parses the arguments, calls the core, and copies
//! the results; see [`heedmap_wasm_common`].

mod concepts;
mod draw;
mod lesson;
mod matrix;
mod names;
mod picked;
mod results;
mod schemes;
mod state;
mod work;
mod work_heads;
mod work_inputs;
mod work_options;

pub use concepts::concepts;
pub use draw::draw;
pub use heedmap_heatmap_wasm::{ink_colors, legend, legend_pixels, paint, paint_pixels};
pub use heedmap_wasm_common::restart;
pub use lesson::Lesson;
pub use picked::pick_keys;
pub use schemes::compare_schemes;
pub use state::state_map;
pub use work::work;
pub use work_heads::work_heads;
