//! Word boundaries.

/// Whether a word begins between two neighbors of a text with spaces.
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

#[cfg(test)]
mod tests {
    use super::begins_word;

    /// The first and the last character of ranges, each with the neighbor outside.
    type Edges = [(char, char)];

    #[test]
    fn a_word_begins_before_each_ideograph_and_kana_and_not_before_their_neighbours() {
        let edges: &Edges = &[
            // CJK radicals, hiragana and katakana, unified ideographs, compatibility ideographs, and two planes.
            ('\u{2e80}', '\u{2e7f}'),
            ('\u{2fdf}', '\u{2fe0}'),
            ('\u{3040}', '\u{303f}'),
            ('\u{30ff}', '\u{3100}'),
            ('\u{3400}', '\u{33ff}'),
            ('\u{9fff}', '\u{a000}'),
            ('\u{f900}', '\u{f8ff}'),
            ('\u{faff}', '\u{fb00}'),
            ('\u{20000}', '\u{1ffff}'),
            ('\u{3ffff}', '\u{40000}'),
        ];
        for (inside, outside) in edges {
            assert!(begins_word("a", &inside.to_string()), "{inside:?}");
            assert!(!begins_word("a", &outside.to_string()), "{outside:?}");
        }
    }

    #[test]
    fn punctuation_continues_punctuation_and_its_neighbors_do_not() {
        let edges: &Edges = &[
            ('\u{a1}', '\u{a0}'),
            ('\u{a9}', '\u{aa}'),
            ('\u{ab}', '\u{aa}'),
            ('\u{b4}', '\u{b5}'),
            ('\u{b6}', '\u{b5}'),
            ('\u{b9}', '\u{ba}'),
            ('\u{bb}', '\u{ba}'),
            ('\u{bf}', '\u{c0}'),
            ('\u{d7}', '\u{d6}'),
            ('\u{d7}', '\u{d8}'),
            ('\u{f7}', '\u{f6}'),
            ('\u{f7}', '\u{f8}'),
            ('\u{2010}', '\u{200f}'),
            ('\u{2027}', '\u{2028}'),
            ('\u{2030}', '\u{202f}'),
            ('\u{205e}', '\u{205f}'),
            ('\u{20a0}', '\u{209f}'),
            ('\u{20cf}', '\u{20d0}'),
            ('\u{2190}', '\u{218f}'),
            ('\u{2bff}', '\u{2c00}'),
            ('\u{3001}', '\u{3000}'),
            ('\u{3003}', '\u{3004}'),
            ('\u{3008}', '\u{3007}'),
            ('\u{301f}', '\u{3020}'),
            ('\u{ff01}', '\u{ff00}'),
            ('\u{ff0f}', '\u{ff10}'),
            ('\u{ff1a}', '\u{ff19}'),
            ('\u{ff20}', '\u{ff21}'),
            ('\u{ff3b}', '\u{ff3a}'),
            ('\u{ff40}', '\u{ff41}'),
            ('\u{ff5b}', '\u{ff5a}'),
            ('\u{ff65}', '\u{ff66}'),
            ('\u{fffd}', '\u{fffc}'),
            ('\u{fffd}', '\u{fffe}'),
            ('\u{1f000}', '\u{1efff}'),
            ('\u{1faff}', '\u{1fb00}'),
        ];
        for (inside, outside) in edges {
            assert!(!begins_word("!", &inside.to_string()), "{inside:?}");
            assert!(begins_word("!", &outside.to_string()), "{outside:?}");
        }
    }
}
