//! The boundary of Learn and of right beside wrong: parse what comes in, call, copy out.
//!
//! No number is computed here. Options are read key by key, each beside its TypeScript interface; matrices and
//! pixels cross as flat typed arrays, copied both ways, so that JavaScript never holds a view into wasm memory, which
//! goes stale when the memory grows. Every error becomes a JavaScript `Error` with one sentence. Whatever JavaScript
//! passes is checked before a crate sees it: a panic would end the instance, and none is reachable.

#[cfg(feature = "conformance")]
mod case;
#[cfg(feature = "concepts")]
mod concepts;
#[cfg(feature = "contrast")]
mod contrast;
#[cfg(feature = "work")]
mod draw;
#[cfg(feature = "work")]
mod limits;
#[cfg(feature = "work")]
mod matrix;
#[cfg(feature = "work")]
mod matrix_error;
#[cfg(feature = "conformance")]
mod numpy;
mod paint;
#[cfg(feature = "schemes")]
mod schemes;
#[cfg(feature = "work")]
mod work;
#[cfg(feature = "heads")]
mod work_heads;
#[cfg(feature = "work")]
mod work_options;

#[cfg(feature = "conformance")]
pub use case::run_case;
#[cfg(feature = "concepts")]
pub use concepts::concepts;
#[cfg(feature = "contrast")]
pub use contrast::contrast;
#[cfg(feature = "work")]
pub use draw::draw;
#[cfg(feature = "pixels")]
pub use heedmap_boundary::legend_pixels;
pub use heedmap_boundary::{legend, restart};
#[cfg(feature = "conformance")]
pub use numpy::numpy_call;
#[cfg(feature = "pixels")]
pub use paint::paint_pixels;
pub use paint::{ink_colors, paint};
#[cfg(feature = "schemes")]
pub use schemes::compare_schemes;
#[cfg(feature = "work")]
pub use work::work;
#[cfg(feature = "heads")]
pub use work_heads::work_heads;
