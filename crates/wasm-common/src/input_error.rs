//! Errors of JavaScript arguments.

use js_sys::JSON;

use crate::options::{Fault, Problem};

/// Why an argument was rejected.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// A value or an option of the wrong type or name.
    #[error("{name} must be {wanted}")]
    Wanted {
        /// The name of the value.
        name: String,
        /// The valid values.
        wanted: String,
    },
    /// A key that the options do not have.
    #[error("{name} {have} no key {key}: there are {known}")]
    UnknownKey {
        /// The name of the options.
        name: String,
        /// "have" or "has", depending on the name.
        have: &'static str,
        /// The key, in quotation marks.
        key: String,
        /// The valid keys.
        known: String,
    },
    /// Numbers in the wrong type of array.
    #[error("{name} must be a {wanted} that is still attached to its memory")]
    NotTyped {
        /// The name of the numbers.
        name: String,
        /// The required class of array.
        wanted: &'static str,
    },
    /// Memory that could not be allocated.
    #[error("{bytes} bytes of memory for {name} could not be allocated")]
    OutOfMemory {
        /// The purpose of the memory.
        name: String,
        /// The number of bytes.
        bytes: u64,
    },
    /// A required input is missing.
    #[error("{name} is missing")]
    Missing {
        /// The name of the input.
        name: &'static str,
    },
    /// serde-wasm-bindgen could not serialize a result.
    #[error("the result could not be written: {problem}")]
    Unwritable {
        /// The reason.
        problem: String,
    },
}

impl InputError {
    /// The error for an invalid value.
    #[must_use]
    pub fn wanted(name: &str, wanted: &str) -> Self {
        Self::Wanted { name: name.to_owned(), wanted: wanted.to_owned() }
    }

    /// The error for a problem at a path inside of the named value.
    pub(crate) fn of(root: &str, problem: Problem) -> Self {
        let (path, fault) = problem.into_parts();
        let have = if path.is_empty() && root.ends_with('s') { "have" } else { "has" };
        let joint = if path.is_empty() || path.starts_with('[') { "" } else { ": " };
        let name = [root, joint, &path].concat();
        match fault {
            Fault::Wanted(wanted) => Self::Wanted { name, wanted },
            Fault::Unknown { key, known } => {
                // `{:?}` would add tables of characters to every program.
                let key = JSON::stringify(&key.into()).map_or_else(|_| String::new(), String::from);
                Self::UnknownKey { name, have, key, known: known.join(", ") }
            }
            Fault::Missing(key) => Self::wanted(&name, &format!("given with its {key}")),
        }
    }
}
