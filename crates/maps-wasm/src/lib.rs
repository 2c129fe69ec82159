//! The boundary of the Maps room: tensors of files in, heads and pixels out.
//!
//! No number is computed here: see [`heedmap_boundary`]. What is large stays on this side, behind handles that JavaScript
//! lets go of: a file's listing, the part of a tensor that is being read, the map of a head. JavaScript passes
//! bytes in, and gets what it draws.
//!
//! The allocator is that of the target: under large vectors of many sizes the small one of the other modules holds a
//! sixth more.

mod combining;
mod files;
mod head_map;
mod inputs;
mod overview;
mod paint;
mod reading;
mod refusal;
mod tokens;
mod view;
mod weights;

pub use combining::{Combining, MapList, Rollout, merged, similarity, value_weighted};
pub use files::{OpeningFile, TensorFile, open_file};
pub use head_map::{HeadMap, head_map};
pub use heedmap_boundary::restart;
pub use overview::{measure_names, overview};
pub use paint::paint_map;
pub use reading::TensorReading;
pub use tokens::read_tokens;
pub use view::{MapView, view};
pub use weights::weights_of;
