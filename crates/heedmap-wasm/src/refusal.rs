//! Everything that can be wrong at the boundary, and the one way in which JavaScript learns of it.

use wasm_bindgen::{JsCast, JsError, JsValue};

use crate::limits::{MAX_CELLS, MAX_PRODUCTS, MAX_SIDE};

/// Why a call was refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    /// The mathematics said no.
    #[error(transparent)]
    Attention(#[from] heedmap_attention::Error),
    /// The mathematics of heads said no.
    #[error(transparent)]
    Tensor(#[from] heedmap_attention::TensorError),
    /// A mistake cannot be varied so.
    #[error(transparent)]
    Contrast(#[from] heedmap_attention::ContrastError),
    /// The comparison of schemes said no.
    #[error(transparent)]
    Scheme(#[from] heedmap_attention::SchemeError),
    /// The expression of a mask, or a question about it, was refused.
    #[error(transparent)]
    Mask(#[from] heedmap_masks::Error),
    /// Scores under a mask were refused.
    #[error(transparent)]
    Pooled(#[from] heedmap_pooled::Error),
    /// The painter said no.
    #[error(transparent)]
    Heatmap(heedmap_heatmap::Error),
    /// The painter said no to a scale, whose ends it leaves to be written here.
    #[error("{error}, but goes from {low} to {high}")]
    Scale { error: heedmap_heatmap::Error, low: String, high: String },
    /// An option of the wrong type or name.
    #[error("{what}: {key} must be {wanted}")]
    Option { what: &'static str, key: &'static str, wanted: String },
    /// Something else in the place of an object.
    #[error("{what} must be a plain object")]
    NotObject { what: &'static str },
    /// Something else in the place of a matrix.
    #[error("{name} must be a matrix {{ rows, cols, data }}")]
    NotMatrix { name: String },
    /// Something else in the place of a tensor.
    #[error("{name} must be a tensor {{ shape, data }}")]
    NotTensor { name: &'static str },
    /// A shape of too many sides.
    #[error("{name} has {axes} axes: at most {most} fit")]
    Axes { name: &'static str, axes: usize, most: usize },
    /// A tensor larger than the page can hold.
    #[error("{name} would have {cells} cells: at most {MAX_CELLS} fit")]
    Cells { name: &'static str, cells: u64 },
    /// One of two inputs that make sense only together.
    #[error("pastK and pastV come together")]
    HalfPast,
    /// A size that counts nothing.
    #[error("{name} must have a whole number of {side} from 0 to {MAX_SIDE}")]
    Size { name: String, side: &'static str },
    /// Numbers in anything but the right array.
    #[error("{name} must be a {wanted} that is still attached to its memory")]
    NotTyped { name: String, wanted: &'static str },
    /// A matrix larger than the page can hold.
    #[error(
        "{name} would be {rows} x {cols}: at most {MAX_SIDE} a side and {MAX_CELLS} cells in all"
    )]
    TooLarge { name: String, rows: usize, cols: usize },
    /// A computation longer than a reader waits.
    #[error("{name} would take {products} multiplications: at most {MAX_PRODUCTS} are done")]
    TooLong { name: &'static str, products: u64 },
    /// Too many cells over all the matrices of one call.
    #[error("{name} have more than {MAX_CELLS} cells together")]
    TooMany { name: &'static str },
    /// An input that the options ask for is not there.
    #[error("{name} is missing")]
    Missing { name: &'static str },
    /// Nobody could tell which of the two to begin with.
    #[error("the inputs have embeddings and q: a computation starts from one of them")]
    TwoStarts,
    /// A text that is longer than any mask's.
    #[error("the text of the mask has {characters} characters, and at most {most} are read")]
    LongText { characters: u32, most: usize },
    /// Something else in the place of a text.
    #[error("{name} must be a string")]
    NotText { name: &'static str },
    /// Something else in the place of cells.
    #[error("the cells must be pairs of a query and a key, but are {numbers} numbers")]
    NotPairs { numbers: usize },
    /// Something else in the place of an array.
    #[error("{name} must be an array")]
    NotArray { name: &'static str },
    /// Something else in a list of numbers of things.
    #[error("{name} must be an array of whole numbers from 0 up")]
    NotCounts { name: String },
    /// Something else in the place of a number.
    #[error("{name} must be a number")]
    NotNumber { name: &'static str },
    /// There is no `ImageData`, which only browsers have.
    #[error("there is no ImageData here: outside a browser, use paintPixels and legendPixels")]
    NoImageData,
    /// JavaScript threw while it was asked for a property.
    #[error("{name} could not be read: {problem}")]
    Unreadable { name: String, problem: String },
}

impl From<heedmap_heatmap::Error> for Refusal {
    fn from(error: heedmap_heatmap::Error) -> Self {
        match error {
            heedmap_heatmap::Error::Scale { low, high } => {
                Self::Scale { error, low: figure(low), high: figure(high) }
            }
            error => Self::Heatmap(error),
        }
    }
}

/// A number as JavaScript writes it.
fn figure(number: f64) -> String {
    let digits = js_sys::Number::from(number).to_string_with_radix(10);
    digits.map(String::from).unwrap_or_default()
}

/// What every export returns when it fails.
pub(crate) type Refused<T> = Result<T, JsError>;

/// An error as JavaScript's `Error`, with its sentence for a message.
pub(crate) fn into_error(error: impl Into<Refusal>) -> JsError {
    JsError::new(&error.into().to_string())
}

/// What JavaScript threw, in words.
pub(crate) fn words(thrown: &JsValue) -> String {
    match thrown.dyn_ref::<js_sys::Error>() {
        Some(error) => String::from(error.message()),
        None => thrown.as_string().unwrap_or_else(|| "it threw".to_owned()),
    }
}
