//! What a JSON file beside arrays says of the model that computed them: a configuration of
//! transformers, or what vLLM-Hook writes beside `qk.safetensors`.

use super::cursor::Cursor;
use crate::error::Error;

/// The keys that are read, and what the metadata calls them.
const KEYS: [(&str, &str); 5] = [
    ("num_attention_heads", "heads"),
    ("num_key_value_heads", "key_heads"),
    ("attention_multiplier", "scale"),
    ("k_seq_lens", "lengths"),
    ("seq_lens", "lengths"),
];
/// The object with the configuration in vLLM-Hook's file.
const INSIDE: &str = "config";
/// A key of vLLM-Hook's file alone. Its models look back only, and it hooks q and k after RoPE.
const HOOK: &str = "layer_order";
const OF_HOOK: [(&str, &str); 2] = [("causal", "true"), ("rope", "applied")];

/// Whether a text is such a file and holds no arrays.
pub(crate) fn are(text: &str) -> bool {
    text.trim_start().starts_with('{')
        && text.contains("\"num_attention_heads\"")
        && !text.contains("\"tensors\"")
}

/// Reads what is known; everything else is skipped.
pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<Vec<(String, String)>, Error> {
    let mut metadata = Vec::new();
    cursor.object(&mut |cursor, key| match key.as_str() {
        INSIDE if cursor.peek() == Some(b'{') => {
            cursor.object(&mut |cursor, key| value(cursor, &key, &mut metadata))
        }
        HOOK => {
            metadata.extend(OF_HOOK.map(|(name, text)| (name.to_owned(), text.to_owned())));
            cursor.skip(0)
        }
        key => value(cursor, key, &mut metadata),
    })?;
    Ok(metadata)
}

/// Reads a number or a list as it is written; the first one of a name counts.
fn value(
    cursor: &mut Cursor<'_>,
    key: &str,
    metadata: &mut Vec<(String, String)>,
) -> Result<(), Error> {
    cursor.peek();
    let before = cursor.rest();
    cursor.skip(0)?;
    let written = &before[..before.len() - cursor.rest().len()];
    let found = KEYS.iter().find(|(known, _)| *known == key);
    if let Some((_, name)) = found
        && written.first().is_some_and(|sign| b"-[0123456789".contains(sign))
        && metadata.iter().all(|(other, _)| other != name)
    {
        let text = String::from_utf8_lossy(written).split_whitespace().collect();
        metadata.push(((*name).to_owned(), text));
    }
    Ok(())
}
