//! Reads the tokens of a text.

use crate::alphabet::rest_of_word;
use crate::groups::{Group, groups};
use crate::scheme::Scheme;
use crate::special::is_special;
use crate::visible::visible;
use crate::words::begins_word;

/// The properties of a token that a display may mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// A special token of the tokenizer, which represents no text: `[CLS]`.
    pub special: bool,
    /// The token continues the word of the token before it.
    pub joined: bool,
    /// The token shares a character with a neighbor, so its text is the text of the whole group.
    pub split: bool,
    /// The token has bytes that are part of no character.
    pub broken: bool,
}

/// A token with its readable text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The text of the token, or of its group, with its spaces; for a special token its name.
    pub text: String,
    /// The text with invisible characters made visible; see [`visible`].
    pub shown: String,
    /// The index of the group of tokens that share a character, from 0. Nearly every token is a
    /// group by itself.
    pub group: usize,
    /// The index of the word, from 0.
    pub word: usize,
    /// Its properties.
    pub marks: Marks,
}

/// The readable tokens of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readable {
    /// The scheme in which they are written.
    pub scheme: Scheme,
    /// One for each token.
    pub tokens: Vec<Token>,
    /// The text of each word, made visible, without the space before it.
    pub words: Vec<String>,
}

/// Decodes tokens to readable text.
///
/// Words are separated by spaces, and punctuation is a word by itself; so is each special token. In
/// WordPiece each token without `##` begins a word. If tokens are plain and none begins with a
/// space, each token is a word, because nothing shows which of them belong together.
///
/// - edge cases: every token is accepted. Text that is not in the alphabet stays as it is; a byte
///   that is part of no character shows as `⟨E6⟩`
/// - `scheme`: how the tokens are written; [`Scheme::of`] detects it if it is `None`
/// - source: Radford et al., "Language Models are Unsupervised Multitask Learners", 2019 (the byte
///   alphabet); Kudo and Richardson, "SentencePiece", 2018 (`▁` and byte fallback); Devlin et al.,
///   "BERT", 2018 (`##`)
#[must_use]
pub fn read<S: AsRef<str>>(tokens: &[S], scheme: Option<Scheme>) -> Readable {
    let scheme = scheme.unwrap_or_else(|| Scheme::of(tokens));
    let mut reader = Reader::new(scheme);
    let mut run: Vec<&str> = Vec::new();
    for token in tokens.iter().map(AsRef::as_ref) {
        if is_special(token) {
            reader.run(&std::mem::take(&mut run));
            reader.special(token);
        } else {
            run.push(token);
        }
    }
    reader.run(&run);
    reader.finish()
}

/// The state while reading.
struct Reader {
    scheme: Scheme,
    tokens: Vec<Token>,
    /// The words, not yet made visible.
    words: Vec<String>,
    groups: usize,
}

impl Reader {
    fn new(scheme: Scheme) -> Self {
        Self { scheme, tokens: Vec::new(), words: Vec::new(), groups: 0 }
    }

    fn special(&mut self, token: &str) {
        let (text, shown) = (token.to_owned(), visible(token));
        self.words.push(text.clone());
        let marks = Marks { special: true, ..Marks::default() };
        self.push(Token { text, shown, group: self.groups, word: 0, marks });
        self.groups += 1;
    }

    /// Reads a run of tokens without special ones.
    fn run(&mut self, tokens: &[&str]) {
        let bytes: Vec<Vec<u8>> = tokens.iter().map(|token| self.scheme.bytes(token)).collect();
        let mut rest = tokens;
        for group in groups(&bytes) {
            let (these, after) = rest.split_at(group.tokens);
            rest = after;
            let joined = !self.begins_word(these, &group);
            if !joined {
                self.words.push(String::new());
            }
            let split = group.tokens > 1;
            let shown = visible(&group.shown);
            if let Some(word) = self.words.last_mut() {
                word.push_str(&group.shown);
            }
            for index in 0..group.tokens {
                let joined = joined || index > 0;
                let marks = Marks { special: false, joined, split, broken: group.broken };
                let (text, shown) = (group.text.clone(), shown.clone());
                self.push(Token { text, shown, group: self.groups, word: 0, marks });
            }
            self.groups += 1;
        }
    }

    /// Whether a new word begins with this group.
    fn begins_word(&self, tokens: &[&str], group: &Group) -> bool {
        let Some(before) = self.tokens.last().filter(|before| !before.marks.special) else {
            return true;
        };
        match self.scheme {
            Scheme::WordPiece => tokens.first().is_none_or(|token| rest_of_word(token).is_none()),
            _ => begins_word(&before.text, &group.text),
        }
    }

    /// Adds a token to the last word.
    fn push(&mut self, token: Token) {
        self.tokens.push(Token { word: self.words.len().saturating_sub(1), ..token });
    }

    fn finish(self) -> Readable {
        let Self { scheme, mut tokens, words, .. } = self;
        let spaced = tokens.iter().any(|token| token.text.starts_with(char::is_whitespace));
        if scheme == Scheme::Plain && !spaced {
            let words = tokens.iter().map(|token| token.shown.clone()).collect();
            for (word, token) in tokens.iter_mut().enumerate() {
                token.word = word;
                token.marks.joined = false;
            }
            return Readable { scheme, tokens, words };
        }
        let words = words.iter().map(|word| {
            let has_word_start =
                |bare: &&str| bare.starts_with(|letter: char| !letter.is_whitespace());
            let bare = word.strip_prefix(' ').filter(has_word_start);
            visible(bare.unwrap_or(word))
        });
        let words = words.collect();
        Readable { scheme, tokens, words }
    }
}
