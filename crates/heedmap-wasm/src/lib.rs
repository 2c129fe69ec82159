//! The program of Learn and of right beside wrong: all of [`heedmap_attention_boundary`], and an allocator.

pub use heedmap_attention_boundary::*;

/// A small allocator for a small program: a call makes a few dozen vectors and frees them all. The one that comes with
/// the target is 7 KB of the script, and made for more.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static ALLOCATOR: lol_alloc::LockedAllocator<lol_alloc::FreeListAllocator> =
    lol_alloc::LockedAllocator::new(lol_alloc::FreeListAllocator::new());
