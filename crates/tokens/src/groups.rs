//! Groups of tokens that share a character.

/// Neighboring tokens that share a character, with their text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// The number of tokens, mostly one.
    pub(crate) tokens: usize,
    /// The text; a byte that is part of no character is U+FFFD here.
    pub(crate) text: String,
    /// The text to display; a byte that is part of no character is written as `⟨E6⟩`.
    pub(crate) shown: String,
    /// Whether any byte is part of no character.
    pub(crate) broken: bool,
}

/// Groups a run of tokens, from their bytes.
///
/// Two neighbors are in one group if a UTF-8 character begins in one and continues in the other.
pub(crate) fn groups(tokens: &[Vec<u8>]) -> Vec<Group> {
    let all = tokens.concat();
    let mut pieces = pieces(&all).into_iter().peekable();
    let (mut groups, mut end, mut group) = (Vec::new(), 0, Group::empty());
    let mut done = 0;
    for token in tokens {
        end += token.len();
        group.tokens += 1;
        while let Some(piece) = pieces.next_if(|piece| piece.start < end) {
            done = piece.start + piece.length;
            group.add(&piece);
        }
        // No character continues after this token.
        if done <= end {
            groups.push(std::mem::replace(&mut group, Group::empty()));
        }
    }
    groups
}

impl Group {
    fn empty() -> Self {
        Self { tokens: 0, text: String::new(), shown: String::new(), broken: false }
    }

    fn add(&mut self, piece: &Piece) {
        match piece.content {
            Ok(letter) => {
                self.text.push(letter);
                self.shown.push(letter);
            }
            Err(byte) => {
                self.broken = true;
                self.text.push(char::REPLACEMENT_CHARACTER);
                self.shown.push_str(&format!("\u{27e8}{byte:02X}\u{27e9}"));
            }
        }
    }
}

/// A character, or a byte that is part of no character, with its position.
struct Piece {
    start: usize,
    length: usize,
    content: Result<char, u8>,
}

fn pieces(bytes: &[u8]) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(bytes.len());
    let mut start = 0;
    for chunk in bytes.utf8_chunks() {
        let letters = chunk.valid().chars().map(|letter| (Ok(letter), letter.len_utf8()));
        let strays = chunk.invalid().iter().map(|&byte| (Err(byte), 1));
        for (content, length) in letters.chain(strays) {
            pieces.push(Piece { start, length, content });
            start += length;
        }
    }
    pieces
}
