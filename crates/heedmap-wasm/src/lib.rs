//! The boundary of Learn and of right beside wrong: parse what comes in, call, copy out.
//!
//! No number is computed here. Options are read key by key, each beside its TypeScript interface; matrices and
//! pixels cross as flat typed arrays, copied both ways, so that JavaScript never holds a view into wasm memory, which
//! goes stale when the memory grows. Every error becomes a JavaScript `Error` with one sentence. Whatever JavaScript
//! passes is checked before a crate sees it: a panic would end the instance, and none is reachable.

#[cfg(feature = "conformance")]
mod case;
mod concepts;
mod contrast;
mod draw;
mod limits;
mod matrix;
mod matrix_error;
#[cfg(feature = "conformance")]
mod numpy;
mod paint;
mod schemes;
mod work;
mod work_heads;
mod work_options;

#[cfg(feature = "conformance")]
pub use case::run_case;
pub use concepts::concepts;
pub use contrast::contrast;
pub use draw::draw;
pub use heedmap_boundary::{legend, legend_pixels, restart};
#[cfg(feature = "conformance")]
pub use numpy::numpy_call;
pub use paint::{ink_colors, paint, paint_pixels};
pub use schemes::compare_schemes;
pub use work::work;
pub use work_heads::work_heads;

/// A small allocator for a small program: a call makes a few dozen vectors and frees them all. The one that comes with
/// the target is 7 KB of the script, and made for more.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: lol_alloc::LockedAllocator<lol_alloc::FreeListAllocator> =
    lol_alloc::LockedAllocator::new(lol_alloc::FreeListAllocator::new());
