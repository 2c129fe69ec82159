//! Makes invisible characters visible.

/// A text with its invisible characters replaced.
///
/// | in the text | shown |
/// |---|---|
/// | a space | `·` |
/// | a tab, a newline, a carriage return | `→`, `↵`, `␍` |
/// | other control characters below 128 | their pictures, from U+2400 on |
/// | other spaces, characters without width, characters that change the writing direction | the code, `⟨200B⟩` |
/// | an empty text | `∅` |
///
/// Joiners and variation selectors stay if they follow a character, because emoji and some scripts
/// need them.
#[must_use]
pub fn visible(text: &str) -> String {
    if text.is_empty() {
        return "\u{2205}".to_owned();
    }
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            ' ' => shown.push('\u{b7}'),
            '\t' => shown.push('\u{2192}'),
            '\n' => shown.push('\u{21b5}'),
            '\0'..='\u{1f}' => shown.push(picture(u32::from(letter))),
            '\u{7f}' => shown.push('\u{2421}'),
            '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' if !shown.is_empty() => {
                shown.push(letter);
            }
            _ if is_invisible(letter) => {
                shown.push_str(&format!("\u{27e8}{:04X}\u{27e9}", u32::from(letter)));
            }
            _ => shown.push(letter),
        }
    }
    shown
}

/// The picture of a control character, from the block at U+2400.
fn picture(code: u32) -> char {
    char::from_u32(0x2400 + code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Whether a character is an unusual space, a control character, or has no width.
fn is_invisible(letter: char) -> bool {
    letter.is_whitespace()
        || letter.is_control()
        || matches!(
            letter,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'
                | '\u{1160}'
                | '\u{180b}'..='\u{180f}'
                | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{2800}'
                | '\u{3164}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e0fff}'
        )
}
