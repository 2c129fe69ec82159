//! What can be wrong with anything that JavaScript passes.

use crate::options::{Fault, Problem};

/// Why something that was passed cannot be taken.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// A value or an option of the wrong type or name.
    #[error("{name} must be {wanted}")]
    Wanted {
        /// What the value is called.
        name: String,
        /// What would be valid.
        wanted: String,
    },
    /// A key that options do not have.
    #[error("{name} {have} no key {key:?}: there are {known}")]
    UnknownKey {
        /// What the options are called.
        name: String,
        /// "have" or "has", as the name needs it.
        have: &'static str,
        /// The key.
        key: String,
        /// The keys that there are.
        known: String,
    },
    /// Numbers in anything but the right array.
    #[error("{name} must be a {wanted} that is still attached to its memory")]
    NotTyped {
        /// What the numbers are called.
        name: String,
        /// The class of the array.
        wanted: &'static str,
    },
    /// Memory that could not be allocated.
    #[error("{bytes} bytes of memory for {name} could not be allocated")]
    OutOfMemory {
        /// What the memory is for.
        name: String,
        /// How much of it.
        bytes: u64,
    },
    /// A required input is not there.
    #[error("{name} is missing")]
    Missing {
        /// What the input is called.
        name: &'static str,
    },
    /// There is no `ImageData`, which only browsers have.
    #[error("there is no ImageData here: outside a browser, use paintPixels and legendPixels")]
    NoImageData,
    /// serde-wasm-bindgen could not write a result.
    #[error("the result could not be written: {problem}")]
    Unwritable {
        /// Why not.
        problem: String,
    },
}

impl InputError {
    /// A value that is none of those that are valid.
    #[must_use]
    pub fn wanted(name: &str, wanted: &str) -> Self {
        Self::Wanted { name: name.to_owned(), wanted: wanted.to_owned() }
    }

    /// The problem of what stands under a path inside of `what`.
    pub(crate) fn of(what: &str, Problem { path, fault }: Problem) -> Self {
        let have = if path.is_empty() && what.ends_with('s') { "have" } else { "has" };
        let joint = if path.is_empty() || path.starts_with('[') { "" } else { ": " };
        let name = [what, joint, &path].concat();
        match fault {
            Fault::Wanted(wanted) => Self::Wanted { name, wanted },
            Fault::Unknown { key, known } => {
                Self::UnknownKey { name, have, key, known: known.join(", ") }
            }
            Fault::Missing(key) => Self::wanted(&name, &format!("given with its {key}")),
        }
    }
}
