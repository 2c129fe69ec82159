//! What can be wrong with a call, each as the end of a sentence.

use heedmap_attention::Error;

/// A call that cannot be run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("cannot run `{call}`: {problem}")]
pub struct Unrun {
    /// The beginning of its text.
    pub call: String,
    /// What is wrong with it.
    pub problem: CallError,
}

/// Why a call cannot be run.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "the sentence says what each field is")]
pub enum CallError {
    /// The function is not one of the generator's.
    #[error("there is no function {name}")]
    UnknownFunction { name: String },
    /// The text is not a call.
    #[error("unexpected {found} at character {at}")]
    Unexpected { found: String, at: usize },
    /// The text stops in the middle.
    #[error("it ends too early")]
    EndsEarly,
    /// A number that does not fit.
    #[error("a number in it is too large")]
    NumberTooLarge,
    /// A number divided by 0.
    #[error("it divides by 0")]
    DivisionByZero,
    /// Brackets within brackets beyond reason.
    #[error("it is nested more than {most} deep")]
    TooDeep { most: usize },
    /// Something other than two numbers is added or multiplied.
    #[error("only numbers can be added, multiplied and so on")]
    NotNumbers,
    /// There are more arguments than the function takes.
    #[error("it has {got} arguments where {function} takes at most {most}")]
    TooManyArguments { function: String, got: usize, most: usize },
    /// An argument has a name that the function does not know, or that is given twice.
    #[error("{function} takes no argument {name}, or has it already")]
    UnknownArgument { function: String, name: String },
    /// A needed argument is missing.
    #[error("the argument {name} is missing")]
    MissingArgument { name: &'static str },
    /// An argument is of another kind than it must be.
    #[error("the argument {name} must be {wanted}")]
    WrongKind { name: &'static str, wanted: &'static str },
    /// The generator refused the figures.
    #[error("{0}")]
    Refused(Box<Error>),
}

impl From<Error> for CallError {
    fn from(error: Error) -> Self {
        CallError::Refused(Box::new(error))
    }
}
