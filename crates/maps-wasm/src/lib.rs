//! The boundary of the Maps room: tensors of files in, heads and pixels out.
//!
//! No number is computed here: see [`heedmap_boundary`].

pub use heedmap_boundary::restart;

/// A small allocator for a small program. The one that comes with the target is 7 KB of the script, and made for more.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: lol_alloc::LockedAllocator<lol_alloc::FreeListAllocator> =
    lol_alloc::LockedAllocator::new(lol_alloc::FreeListAllocator::new());
