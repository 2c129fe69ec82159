//! Word boundaries.

/// Whether a word begins between two neighbours of a text with spaces.
///
/// A word begins before white space, before and after punctuation, and before each ideograph or
/// kana, because Chinese and Japanese have no spaces. A single space belongs to the text after it,
/// because some tokenizers split it off. An empty text begins no word.
pub(crate) fn begins_word(before: &str, text: &str) -> bool {
    let Some(first) = text.chars().next() else {
        return false;
    };
    if first.is_whitespace() {
        return true;
    }
    let Some(last) = before.chars().next_back() else {
        return false;
    };
    if last.is_whitespace() {
        return before != " ";
    }
    is_ideograph(first) || is_punctuation(first) != is_punctuation(last)
}

/// Ideographs, and marks that belong to them without a separator.
fn is_ideograph(letter: char) -> bool {
    matches!(
        letter,
        '\u{2e80}'..='\u{2fdf}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}'
    )
}

/// Punctuation and symbols. Other characters count as letters, so that marks of other scripts do not
/// split words.
fn is_punctuation(letter: char) -> bool {
    letter != '_' && letter.is_ascii_punctuation()
        || matches!(
            letter,
            '\u{a1}'..='\u{a9}' | '\u{ab}'..='\u{b4}' | '\u{b6}'..='\u{b9}' | '\u{bb}'..='\u{bf}'
                | '\u{d7}' | '\u{f7}'
                | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}' | '\u{20a0}'..='\u{20cf}'
                | '\u{2190}'..='\u{2bff}' | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{301f}'
                | '\u{ff01}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff40}'
                | '\u{ff5b}'..='\u{ff65}' | '\u{fffd}' | '\u{1f000}'..='\u{1faff}'
        )
}
