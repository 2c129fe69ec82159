//! The most that is read of anything. Each is checked before memory is asked for.

/// The most bytes of a file that is read whole: text, and everything that [`read_all`](crate::read_all) takes.
///
/// A binary file may be larger, because only slices of it are read.
pub const MAX_FILE: u64 = 64 << 20;
/// The most elements that are held of one tensor, and the most that a tensor inside a deflated member or a text has.
pub const MAX_ELEMENTS: u64 = 1 << 24;
/// The most bytes that the deflated members of an archive declare together.
pub const MAX_INFLATED: u64 = 256 << 20;
/// The most bytes of the header of an `.npy` file; NumPy has the same limit.
pub const MAX_NPY_HEADER: u64 = 10_000;
/// The most bytes of the header of a `.safetensors` file.
pub const MAX_SAFETENSORS_HEADER: u64 = 1 << 20;
/// The most members of an archive.
pub const MAX_MEMBERS: u64 = 1024;
/// The most bytes of an archive's directory: a kilobyte a member.
pub const MAX_DIRECTORY: u64 = 1 << 20;
/// The most tensors in a file.
pub const MAX_TENSORS: u64 = 4096;
/// The most axes of a tensor.
pub const MAX_AXES: u64 = 8;
/// How deep JSON may be nested.
pub const MAX_DEPTH: u64 = 32;
/// The most columns of a table, one of labels included.
pub const MAX_COLUMNS: u64 = 4096;
/// The most characters of a label: a token, or the name of a tensor.
pub const MAX_LABEL: u64 = 256;
/// The most tokens of a file.
pub const MAX_TOKENS: u64 = 1 << 18;
