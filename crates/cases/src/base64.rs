//! Bytes as text: the standard alphabet of RFC 4648, with padding.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes that a text stands for; none if it is no such text.
pub(crate) fn decoded(text: &str) -> Option<Vec<u8>> {
    let text = text.as_bytes();
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let padding = text.iter().rev().take_while(|&&letter| letter == b'=').count();
    let letters = text.get(..text.len().checked_sub(padding).filter(|_| padding <= 2)?)?;
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    for group in letters.chunks(4) {
        let mut bits = 0_u32;
        for &letter in group {
            let digit = ALPHABET.iter().position(|&known| known == letter)?;
            bits = bits << 6 | u32::try_from(digit).ok()?;
        }
        bits <<= 6 * (4 - group.len());
        // Each letter but the first completes a byte; bits beyond the last byte must be 0.
        let whole = bits.to_be_bytes();
        if whole.iter().skip(group.len()).any(|&rest| rest != 0) {
            return None;
        }
        bytes.extend(whole.get(1..group.len())?);
    }
    Some(bytes)
}

/// The text of bytes.
pub(crate) fn encoded(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for letter in 0..4 {
            let digit = (bits >> (18 - 6 * letter) & 63) as usize;
            text.push(if letter > group.len() { '=' } else { char::from(ALPHABET[digit]) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_as_they_went() {
        for length in 0..9_u8 {
            let bytes: Vec<u8> = (0..length).map(|byte| byte.wrapping_mul(91) ^ 0xa5).collect();
            assert_eq!(decoded(&encoded(&bytes)), Some(bytes));
        }
        assert_eq!(encoded(b"light w"), "bGlnaHQgdw==");
    }

    #[test]
    fn what_is_no_such_text_is_none() {
        for text in ["a", "ab=", "====", "a===", "ab=c", "a bc", "abc\n", "ab==ab==", "ab==", "äbc"]
        {
            assert_eq!(decoded(text), None, "{text}");
        }
        assert_eq!(decoded("YQ=="), Some(b"a".to_vec()));
    }
}
