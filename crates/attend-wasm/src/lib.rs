//! The boundary of attention as models compute it, over batches and heads: for programs, and for the tests that hold it
//! against references. No room shows it, and none shall carry it.
//!
//! No number is computed here: see [`heedmap_boundary`].

mod attend;
mod attend_options;
mod tensor;
mod tensor_error;

pub use attend::attend;
pub use heedmap_boundary::restart;

/// A small allocator for a small program: see that of the other boundaries.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: lol_alloc::LockedAllocator<lol_alloc::FreeListAllocator> =
    lol_alloc::LockedAllocator::new(lol_alloc::FreeListAllocator::new());
