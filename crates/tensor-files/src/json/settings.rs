//! Settings of a model, from a JSON file next to its arrays: a configuration of transformers, or the
//! file that vLLM-Hook writes next to `qk.safetensors`.

use super::cursor::Cursor;
use crate::error::Error;

/// The keys that are read, and their names in the metadata.
const KEYS: [(&str, &str); 5] = [
    ("num_attention_heads", "heads"),
    ("num_key_value_heads", "key_heads"),
    ("attention_multiplier", "scale"),
    ("k_seq_lens", "lengths"),
    ("seq_lens", "lengths"),
];
/// The object with the configuration in vLLM-Hook's file.
const INSIDE: &str = "config";
/// A key that only vLLM-Hook's file has. Its models are causal, and it hooks q and k after RoPE.
const HOOK: &str = "layer_order";
const OF_HOOK: [(&str, &str); 2] = [("causal", "true"), ("rope", "applied")];

/// Whether a text is such a file, without arrays.
pub(crate) fn are(text: &str) -> bool {
    text.trim_start().starts_with('{')
        && text.contains("\"num_attention_heads\"")
        && !text.contains("\"tensors\"")
}

/// Reads the known keys, and skips all others.
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

/// Reads the text of a number or a list. If a name occurs twice, the first value is used.
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
        && written.first().is_some_and(|byte| b"-[0123456789".contains(byte))
        && metadata.iter().all(|(other, _)| other != name)
    {
        let text = String::from_utf8_lossy(written).split_whitespace().collect();
        metadata.push(((*name).to_owned(), text));
    }
    Ok(())
}
