//! What can be wrong with anything that JavaScript passes.

use wasm_bindgen::{JsCast, JsValue};

/// Why something that was passed cannot be taken.
#[derive(Debug, thiserror::Error)]
pub enum InputError {
    /// An option of the wrong type or name.
    #[error("{what}: {key} must be {wanted}")]
    Option {
        /// What the options are called.
        what: &'static str,
        /// The key that the option stands under.
        key: &'static str,
        /// What would do.
        wanted: String,
    },
    /// Something else in the place of an object.
    #[error("{what} must be a plain object")]
    NotObject {
        /// What the object is called.
        what: &'static str,
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
    /// An input that is needed is not there.
    #[error("{name} is missing")]
    Missing {
        /// What the input is called.
        name: &'static str,
    },
    /// Something else in the place of a text.
    #[error("{name} must be a string")]
    NotText {
        /// What the text is called.
        name: &'static str,
    },
    /// Something else in the place of an array.
    #[error("{name} must be an array")]
    NotArray {
        /// What the array is called.
        name: &'static str,
    },
    /// Something else in a list of numbers of things.
    #[error("{name} must be an array of whole numbers from 0 up")]
    NotCounts {
        /// What the list is called.
        name: String,
    },
    /// Something else in the place of a number.
    #[error("{name} must be a number")]
    NotNumber {
        /// What the number is called.
        name: &'static str,
    },
    /// There is no `ImageData`, which only browsers have.
    #[error("there is no ImageData here: outside a browser, use paintPixels and legendPixels")]
    NoImageData,
    /// JavaScript threw while it was asked for a property.
    #[error("{name} could not be read: {problem}")]
    Unreadable {
        /// What was asked.
        name: String,
        /// What was thrown.
        problem: String,
    },
}

impl InputError {
    /// JavaScript threw while it was asked for something of `name`.
    #[must_use]
    pub fn unreadable(name: &str, thrown: &JsValue) -> Self {
        Self::Unreadable { name: name.to_owned(), problem: words(thrown) }
    }
}

/// What JavaScript threw, in words.
#[must_use]
pub fn words(thrown: &JsValue) -> String {
    match thrown.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => thrown.as_string().unwrap_or_else(|| "it threw".to_owned()),
    }
}
