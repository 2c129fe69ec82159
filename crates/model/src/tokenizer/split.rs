//! How byte-level tokenizers cut a text into words, by the name in the header.
//!
//! The reference cuts with regular expressions, which are not in the file. They are of two kinds, written here as a
//! scanner with the same results:
//!
//! ```text
//! old  's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
//! new  (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,n}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
//! ```
//!
//! Source: `src/llama-vocab.cpp` of llama.cpp.

use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use crate::error::Error;

/// How a text is cut into words.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cut {
    /// The old expression.
    Old,
    /// Each digit is cut off first, then the old expression.
    OldWithoutDigits,
    /// The new expression, with at most this many digits in a word.
    New(usize),
}

/// The names that are known, for messages.
const KNOWN: &str = ": default, gpt-2, smollm, starcoder, refact, command-r, llama-bpe, llama3, qwen2, falcon3 and \
                     dbrx are; give the ids of the tokens instead";

impl Cut {
    /// The cut with this name, and whether a word that is a token is taken whole.
    pub(super) fn named(name: &str) -> Result<(Self, bool), Error> {
        Ok(match name {
            "default" | "gpt-2" | "gpt2" | "mpt" | "olmo" | "jais" | "phi-2" => (Self::Old, false),
            "smollm" | "starcoder" | "refact" | "command-r" | "codeshell" | "exaone" => {
                (Self::OldWithoutDigits, false)
            }
            "llama-bpe" | "llama3" | "llama-v3" | "falcon3" => (Self::New(3), true),
            "dbrx" | "smaug-bpe" => (Self::New(3), false),
            "qwen2" | "deepseek-r1-qwen" | "stablelm2" => (Self::New(1), false),
            _ => {
                let (field, value) =
                    ("tokenizer.ggml.pre".to_owned(), name.chars().take(40).collect());
                return Err(Error::Unsupported { field, value, hint: KNOWN });
            }
        })
    }

    /// The words of a text, which together are the text.
    pub(super) fn words(self, text: &str) -> Vec<&str> {
        let mut words = Vec::new();
        if self != Self::OldWithoutDigits {
            self.scan(text, &mut words);
            return words;
        }
        let mut rest = text;
        while let Some((at, digit)) = rest.char_indices().find(|(_, letter)| letter.is_numeric()) {
            self.scan(&rest[..at], &mut words);
            let (word, after) = rest[at..].split_at(digit.len_utf8());
            words.push(word);
            rest = after;
        }
        self.scan(rest, &mut words);
        words
    }

    fn scan<'a>(self, text: &'a str, words: &mut Vec<&'a str>) {
        let mut rest = text;
        while !rest.is_empty() {
            let (word, after) = rest.split_at(self.length(rest));
            words.push(word);
            rest = after;
        }
    }

    /// The number of bytes of the first word, at least those of a character.
    fn length(self, text: &str) -> usize {
        let is_new = matches!(self, Self::New(_));
        if let Some(length) = contraction(text, is_new) {
            return length;
        }
        let mut letters = text.chars();
        let first = letters.next().unwrap_or(' ');
        let (class, next) = (Class::of(first), letters.next().map(Class::of));
        let size = first.len_utf8();
        let after = &text[size..];
        let leads = if is_new {
            !matches!(class, Class::Letter | Class::Number) && first != '\r' && first != '\n'
        } else {
            first == ' '
        };
        if class == Class::Letter {
            return run(text, Class::Letter);
        }
        if leads && next == Some(Class::Letter) {
            return size + run(after, Class::Letter);
        }
        match self {
            Self::New(most) if class == Class::Number => {
                return text
                    .chars()
                    .take(most)
                    .take_while(|letter| Class::of(*letter) == class)
                    .map(char::len_utf8)
                    .sum();
            }
            Self::New(_) => {}
            _ if class == Class::Number => return run(text, Class::Number),
            _ if first == ' ' && next == Some(Class::Number) => {
                return size + run(after, Class::Number);
            }
            _ => {}
        }
        let symbols = match (class, next) {
            (Class::Symbol, _) => run(text, Class::Symbol),
            (_, Some(Class::Symbol)) if first == ' ' => size + run(after, Class::Symbol),
            _ => 0,
        };
        if symbols > 0 {
            let lines = text[symbols..].find(|letter| letter != '\r' && letter != '\n');
            return symbols + if is_new { lines.unwrap_or(text.len() - symbols) } else { 0 };
        }
        let blank = run(text, Class::Space);
        if is_new && let Some(last) = text[..blank].rfind(['\r', '\n']) {
            return last + 1;
        }
        // The last space before a word belongs to the word, if it is not the only one.
        let last = text[..blank].chars().next_back().map_or(0, char::len_utf8);
        if blank < text.len() && blank > last { blank - last } else { blank }
    }
}

/// The class of a character in the expressions.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Class {
    Letter,
    Number,
    Space,
    Symbol,
}

impl Class {
    fn of(letter: char) -> Self {
        if letter.is_whitespace() {
            return Self::Space;
        }
        match letter.general_category_group() {
            GeneralCategoryGroup::Letter => Self::Letter,
            GeneralCategoryGroup::Number => Self::Number,
            _ => Self::Symbol,
        }
    }
}

/// The number of bytes of the first characters of a class.
fn run(text: &str, class: Class) -> usize {
    text.find(|letter| Class::of(letter) != class).unwrap_or(text.len())
}

/// The number of bytes of a contraction at the beginning, such as `'re`.
fn contraction(text: &str, any_case: bool) -> Option<usize> {
    const ENDINGS: [&str; 7] = ["s", "t", "re", "ve", "m", "ll", "d"];
    let after = text.strip_prefix('\'')?;
    let is_next = |ending: &&&str| {
        after.get(..ending.len()).is_some_and(|start| {
            if any_case { start.eq_ignore_ascii_case(ending) } else { start == **ending }
        })
    };
    ENDINGS.iter().find(is_next).map(|ending| 1 + ending.len())
}
