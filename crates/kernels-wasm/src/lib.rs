//! The program of the kernels: attention in 32 bits at hardware speed, for large heads.
//!
//! It is built three times, for `relaxed-simd`, for `simd128` and for neither, with the same bindings; the
//! engine starts the fastest one that the browser supports. The kernels are in [`heedmap_kernels`].

mod error;
mod head;
mod memory;
mod numbers;
mod pooled;
mod prepared;
mod product;

pub use head::KernelHead;
pub use heedmap_wasm_common::restart;
pub use pooled::RowPools;
pub use prepared::PreparedHead;
pub use product::KernelOperand;
