//! The program of the Models room: tensors of files in, heads and pixels out.
//!
//! It parses, calls the core and copies: see [`heedmap_wasm_common`]. Large data stays in wasm memory, behind
//! handles that JavaScript frees: a file's listing, the part of a tensor that is being read, the map of a
//! head. JavaScript passes bytes in, and gets pixels and figures out.

mod combining;
mod compressed;
mod files;
mod head_map;
mod indexes;
mod interpretation;
mod kept_rows;
mod large_head;
mod large_state;
mod large_types;
mod linear;
mod mask_ranges;
mod needed;
mod overview;
mod picked;
mod pooled;
mod reading;
mod refusal;
mod slices;
mod tokens;
mod view;
mod weights;

pub use combining::{Combining, MapList, Rollout, contacts, merged, similarity, value_weighted};
pub use compressed::{CompressedHead, compressed_head};
pub use files::{OpeningFile, TensorFile, open_file};
pub use head_map::{HeadMap, head_map};
pub use heedmap_map_paint_wasm::paint_map;
pub use heedmap_wasm_common::restart;
pub use interpretation::{interpret, texts, unfit_tokens};
pub use kept_rows::KeptRows;
pub use large_head::{LargeHead, row_sample, row_units};
pub use linear::{LinearHead, differential, linear_head, signed_figures};
pub use mask_ranges::MaskRanges;
pub use overview::{measure_names, overview, sampled_overview};
pub use picked::{
    KeptKeys, PickedKeys, PickedRanges, RecallCurve, kept_keys, picked_keys, picked_ranges,
    recall_curve, seen_weights,
};
pub use pooled::{RowPools, pooled, row_pools};
pub use reading::TensorReading;
pub use slices::matrix_slices;
pub use tokens::read_tokens;
pub use view::{MapView, view};
pub use weights::{kernel_vectors, softmaxed, weights_of};
