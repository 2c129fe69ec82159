//! Limits. Each is checked before memory is allocated.

/// The maximum size in bytes of a file that is read whole: text, and all files of
/// [`read_all`](crate::read_all).
///
/// A binary file may be larger, because only slices of it are read.
pub const MAX_FILE: u64 = 64 << 20;
/// The maximum number of elements that are loaded of a tensor, and of a tensor in a deflated member
/// or a text.
pub const MAX_ELEMENTS: u64 = 1 << 24;
/// The maximum number of bytes that the deflated members of an archive declare in total.
pub const MAX_INFLATED: u64 = 256 << 20;
/// The maximum size in bytes of the header of an `.npy` file; NumPy has the same limit.
pub const MAX_NPY_HEADER: u64 = 10_000;
/// The maximum size in bytes of the header of a `.safetensors` file.
pub const MAX_SAFETENSORS_HEADER: u64 = 1 << 20;
/// The maximum number of members of an archive.
pub const MAX_MEMBERS: u64 = 1024;
/// The maximum size in bytes of an archive's directory: a kilobyte for each member.
pub const MAX_DIRECTORY: u64 = 1 << 20;
/// The maximum number of tensors in a file.
pub const MAX_TENSORS: u64 = 4096;
/// The maximum number of axes of a tensor.
pub const MAX_AXES: u64 = 8;
/// The maximum nesting depth of JSON.
pub const MAX_DEPTH: u64 = 32;
/// The maximum number of columns of a table, including a column of labels.
pub const MAX_COLUMNS: u64 = 4096;
/// The maximum number of characters of a label: a token, or the name of a tensor.
pub const MAX_LABEL: u64 = 256;
/// The maximum number of tokens of a file.
pub const MAX_TOKENS: u64 = 1 << 18;
