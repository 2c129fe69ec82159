//! Errors of a call; each message ends a sentence.

use heedmap_attention::Error;

/// A call that cannot be run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("cannot run `{call}`: {problem}")]
pub struct Unrun {
    /// The beginning of the text.
    pub call: String,
    /// The problem.
    pub problem: CallError,
}

/// Why a call cannot be run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each field is")]
pub enum CallError {
    /// The generator has no such function.
    #[error("there is no function {name}")]
    UnknownFunction { name: String },
    /// The text is not a call.
    #[error("unexpected {found} at character {at}")]
    Unexpected { found: String, at: usize },
    /// The text ends too early.
    #[error("it ends too early")]
    EndsEarly,
    /// A number that does not fit.
    #[error("a number in it is too large")]
    NumberTooLarge,
    /// A number divided by 0.
    #[error("it divides by 0")]
    DivisionByZero,
    /// Brackets are nested too deeply.
    #[error("it is nested more than {most} deep")]
    TooDeep { most: usize },
    /// Something other than two numbers is added or multiplied.
    #[error("only numbers can be added, multiplied and so on")]
    NotNumbers,
    /// There are more arguments than the function takes.
    #[error("it has {got} arguments where {function} takes at most {most}")]
    TooManyArguments { function: String, got: usize, most: usize },
    /// The argument has an unknown name, or occurs twice.
    #[error("{function} takes no argument {name}, or has it already")]
    UnknownArgument { function: String, name: String },
    /// A required argument is missing.
    #[error("the argument {name} is missing")]
    MissingArgument { name: &'static str },
    /// An argument has the wrong type.
    #[error("the argument {name} must be {wanted}")]
    WrongKind { name: &'static str, wanted: &'static str },
    /// The generator rejected the numbers.
    #[error("{0}")]
    Refused(Box<Error>),
}

impl From<Error> for CallError {
    fn from(error: Error) -> Self {
        CallError::Refused(Box::new(error))
    }
}
