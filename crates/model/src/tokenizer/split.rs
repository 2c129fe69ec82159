//! How byte-level tokenizers cut a text into words, by the name in the header.
//!
//! The reference cuts with regular expressions, which are not in the file. They are of three kinds, written here as a
//! scanner with the same results:
//!
//! ```text
//! old  's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
//! new  (?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,n}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+
//! case [^\r\n\p{L}\p{N}]?U*L+E?|[^\r\n\p{L}\p{N}]?U+L*E?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
//! ```
//!
//! where `E` is a contraction of any case, `U` is `[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]` and `L` is `[\p{Ll}\p{Lm}\p{Lo}\p{M}]`.
//!
//! Source: `src/llama-vocab.cpp` of llama.cpp.

use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

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
    /// The new expression for single digits, where marks are letters.
    Marks,
    /// The expression that cuts before capital letters.
    Case,
}

/// The names that are known, for messages.
const KNOWN: &str = ": default, gpt-2, smollm, starcoder, refact, command-r, llama-bpe, llama3, qwen2, falcon3 and \
                     dbrx, qwen35 and gpt-4o are; give the ids of the tokens instead";

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
            "qwen35" => (Self::Marks, false),
            "gpt-4o" => (Self::Case, false),
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
        let is_new = !matches!(self, Self::Old | Self::OldWithoutDigits);
        let whole = if self == Self::Case { cased(text) } else { contraction(text, is_new) };
        if let Some(length) = whole {
            return length;
        }
        let of = |letter: char| match Class::of(letter) {
            Class::Symbol if self == Self::Marks && is_mark(letter) => Class::Letter,
            class => class,
        };
        let run = |text: &str, class: Class| {
            text.find(|letter| of(letter) != class).unwrap_or(text.len())
        };
        let mut letters = text.chars();
        let first = letters.next().unwrap_or(' ');
        let (class, next) = (of(first), letters.next().map(of));
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
        let digits = match self {
            Self::New(most) => most,
            Self::Marks => 1,
            _ => 3,
        };
        match self {
            _ if is_new && class == Class::Number => {
                return text
                    .chars()
                    .take(digits)
                    .take_while(|letter| Class::of(*letter) == class)
                    .map(char::len_utf8)
                    .sum();
            }
            _ if is_new => {}
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
            let ends =
                |letter: char| matches!(letter, '\r' | '\n') || letter == '/' && self == Self::Case;
            let lines = text[symbols..].find(|letter| !ends(letter));
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

fn is_mark(letter: char) -> bool {
    letter.general_category_group() == GeneralCategoryGroup::Mark
}

/// Whether a letter or a mark may be where capital letters are, and where small ones are.
fn cases(letter: char) -> [bool; 2] {
    match letter.general_category() {
        GeneralCategory::UppercaseLetter | GeneralCategory::TitlecaseLetter => [true, false],
        GeneralCategory::LowercaseLetter => [false, true],
        GeneralCategory::ModifierLetter | GeneralCategory::OtherLetter => [true, true],
        _ => [is_mark(letter); 2],
    }
}

/// The number of bytes of a word of capital and then of small letters, with a character before it and a contraction.
fn cased(text: &str) -> Option<usize> {
    let capital = |letter: char| cases(letter)[0];
    let small = |letter: char| cases(letter)[1];
    let end = |text: &str, is: &dyn Fn(char) -> bool| {
        text.find(|letter| !is(letter)).unwrap_or(text.len())
    };
    let first = text.chars().next()?;
    let leads =
        !matches!(Class::of(first), Class::Letter | Class::Number) && !matches!(first, '\r' | '\n');
    let starts = [leads.then(|| first.len_utf8()), Some(0)];
    let with_small = |start: usize| {
        let word = &text[start..];
        let capitals = end(word, &capital);
        let smalls = end(&word[capitals..], &small);
        if smalls > 0 {
            return Some(start + capitals + smalls);
        }
        // The last of the first letters that may be small ends the word.
        let last = word[..capitals].char_indices().rfind(|(_, letter)| small(*letter))?;
        Some(start + last.0 + last.1.len_utf8())
    };
    let with_capitals = |start: usize| {
        let capitals = end(&text[start..], &capital);
        (capitals > 0).then(|| start + capitals)
    };
    let starts = starts.into_iter().flatten();
    let found = starts.clone().find_map(with_small).or(starts.clone().find_map(with_capitals))?;
    Some(found + contraction(&text[found..], true).unwrap_or(0))
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
