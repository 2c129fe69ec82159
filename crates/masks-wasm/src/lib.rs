//! The program of the Masks room: all of [`heedmap_masks_boundary`], and an allocator.

pub use heedmap_masks_boundary::*;

/// A small allocator for a small program: a call makes a few dozen vectors and frees them all. The one that comes with
/// the target is 7 KB of the script, and made for more.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: lol_alloc::LockedAllocator<lol_alloc::FreeListAllocator> =
    lol_alloc::LockedAllocator::new(lol_alloc::FreeListAllocator::new());
