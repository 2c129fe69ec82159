//! What the words of a name say about an array.

/// What a name says that an array is: queries, keys, values, or all three; the betas or the log decays of a layer with a
/// state; the subtracted softmax of differential attention and its factor; biases of keys, distances or scores; picked keys; or entries, keys that stand for
/// several tokens, and what they pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Role {
    Q,
    K,
    V,
    Qkv,
    Beta,
    LogDecay,
    QSubtracted,
    KSubtracted,
    Lambda,
    KeyBias,
    RelativeBias,
    ScoreBias,
    Selected,
    KCompressed,
    KPooling,
}

/// What a number in a name counts, by the word before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    Layer,
    Head,
    Step,
}

const STEPS: [&str; 11] =
    ["step", "steps", "t", "time", "token", "tok", "pos", "position", "gen", "iter", "iteration"];
const LAYERS: [&str; 8] = ["layer", "layers", "block", "blocks", "blk", "h", "l", "resblocks"];
const HEADS: [&str; 3] = ["head", "heads", "hd"];
/// Words for weights, also after a role: `query_key_weights`.
const WEIGHTS: [&str; 11] = [
    "weights",
    "probs",
    "probabilities",
    "pattern",
    "patterns",
    "attn",
    "attention",
    "attentions",
    "scores",
    "map",
    "maps",
];
/// Words for arrays that are not attention.
const OTHER: [&str; 18] = [
    "mask",
    "masks",
    "ids",
    "embed",
    "embedding",
    "embeddings",
    "wte",
    "wpe",
    "hidden",
    "logits",
    "loss",
    "positions",
    "position",
    "labels",
    "mlp",
    "resid",
    "norm",
    "ln",
];
/// Words for arrays that are not weights in names with the word attention: masks and outputs.
const NOT_WEIGHTS: [&str; 6] = ["mask", "masks", "out", "output", "outputs", "mlp"];
/// Words for layers of a model with learned parameters.
const LEARNED: [&str; 30] = [
    "proj",
    "projection",
    "dense",
    "linear",
    "lin",
    "fc",
    "c",
    "ln",
    "norm",
    "layernorm",
    "embed",
    "embedding",
    "embeddings",
    "wte",
    "wpe",
    "mlp",
    "conv",
    "self",
    "lm",
    "gate",
    "up",
    "down",
    "o",
    "q",
    "k",
    "v",
    "query",
    "key",
    "value",
    "qkv",
];

/// The words and numbers of a name: `self_attn.qProj3` has self, attn, q, proj, 3. Characters that are
/// not ASCII are letters without case.
pub(crate) fn words_of(name: &str) -> Vec<String> {
    let is_letter = |letter: char| letter.is_ascii_alphabetic() || !letter.is_ascii();
    let mut words = Vec::new();
    let mut word = String::new();
    let mut before = ' ';
    for letter in name.chars() {
        let is_new_word = letter.is_ascii_uppercase() && before.is_ascii_lowercase();
        let joins = (is_letter(letter) && is_letter(before) && !is_new_word)
            || (letter.is_ascii_digit() && before.is_ascii_digit());
        if !joins && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if is_letter(letter) || letter.is_ascii_digit() {
            word.push(letter.to_ascii_lowercase());
        }
        before = letter;
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// Whether a word is a number.
pub(crate) fn is_number(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_digit())
}

/// Whether a name has one of these words.
pub(crate) fn has(words: &[String], word: &str) -> bool {
    words.iter().any(|each| each == word)
}

fn has_any(words: &[String], of: &[&str]) -> bool {
    words.iter().any(|word| of.contains(&word.as_str()))
}

fn role_of_word(word: &str) -> Option<Role> {
    match word {
        "q" | "query" | "queries" | "wq" => Some(Role::Q),
        "k" | "key" | "keys" | "wk" => Some(Role::K),
        "v" | "value" | "values" | "wv" => Some(Role::V),
        "qkv" => Some(Role::Qkv),
        "beta" | "betas" => Some(Role::Beta),
        "lambda" | "lambdas" => Some(Role::Lambda),
        "selected" => Some(Role::Selected),
        _ => None,
    }
}

/// Whether an array is added to scores.
fn is_bias(role: Role) -> bool {
    matches!(role, Role::KeyBias | Role::RelativeBias | Role::ScoreBias)
}

/// The role of the word at a place: `log_decay` and `q_subtracted` are two words.
fn role_at(words: &[String], at: usize) -> Option<Role> {
    let before = at.checked_sub(1).and_then(|before| role_of_word(&words[before]));
    match words[at].as_str() {
        "subtracted" if before == Some(Role::Q) => Some(Role::QSubtracted),
        "subtracted" if before == Some(Role::K) => Some(Role::KSubtracted),
        "compressed" if before == Some(Role::K) => Some(Role::KCompressed),
        "pooling" if before == Some(Role::K) => Some(Role::KPooling),
        "bias" if at > 0 => match words[at - 1].as_str() {
            "key" => Some(Role::KeyBias),
            "relative" => Some(Role::RelativeBias),
            "score" => Some(Role::ScoreBias),
            _ => role_of_word("bias"),
        },
        "decay" | "decays" if at > 0 && words[at - 1] == "log" => Some(Role::LogDecay),
        word => role_of_word(word),
    }
}

fn last_role(words: &[String]) -> Option<usize> {
    (0..words.len()).rev().find(|&at| role_at(words, at).is_some())
}

/// The role of an array by its name. The last word counts, as in `past_key_values.0.key`.
pub(crate) fn role_of(words: &[String]) -> Option<Role> {
    let at = last_role(words)?;
    if has_any(&words[at + 1..], &WEIGHTS) {
        return None;
    }
    let has_role = |role| words.iter().any(|word| role_of_word(word) == Some(role));
    // "query_key" names the axes of weights.
    if has_role(Role::Q) && has_role(Role::K) { None } else { role_at(words, at) }
}

/// The part of a name that it shares with names that differ in numbers or in the role, its numbers,
/// and what they count.
pub(crate) struct Pattern {
    pub(crate) key: String,
    pub(crate) numbers: Vec<f64>,
    pub(crate) counts: Vec<Option<Count>>,
}

pub(crate) fn pattern_of(words: &[String], role: Option<Role>) -> Pattern {
    let last = role.and_then(|_| last_role(words));
    let (mut numbers, mut counts) = (Vec::new(), Vec::new());
    let mut key: Vec<&str> = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        if Some(at) == last {
            key.push("*");
            continue;
        }
        let is_of_two = |role| {
            use Role::{KCompressed, KPooling, KSubtracted, LogDecay, QSubtracted};
            matches!(role, LogDecay | QSubtracted | KSubtracted | KCompressed | KPooling)
                || is_bias(role)
        };
        if role.is_some_and(is_of_two) && Some(at + 1) == last {
            continue;
        }
        let before = at.checked_sub(1).map_or("", |before| words[before].as_str());
        // "l3h5" is layer 3, head 5.
        let is_head = HEADS.contains(&before) || (before == "h" && !numbers.is_empty());
        // Single heads of q and k are not combined.
        if !is_number(word) || (is_head && role.is_some()) {
            key.push(word);
            continue;
        }
        numbers.push(word.parse().unwrap_or(f64::INFINITY));
        counts.push(if is_head {
            Some(Count::Head)
        } else if LAYERS.contains(&before) {
            Some(Count::Layer)
        } else if STEPS.contains(&before) {
            Some(Count::Step)
        } else {
            None
        });
        key.push("#");
    }
    Pattern { key: key.join("."), numbers, counts }
}

/// Whether an array contains learned parameters: `h.0.attn.c_attn.weight`,
/// `encoder.layer.0.attention.self.query.bias`.
pub(crate) fn is_learned(words: &[String], axes: usize) -> bool {
    let Some((last, before)) = words.split_last() else { return false };
    // A bias of keys that was computed has an axis of heads before that of tokens.
    let is_computed = axes > 1 && role_at(words, before.len()).is_some_and(is_bias);
    (last == "bias" && !is_computed) || (last == "weight" && axes <= 2 && has_any(before, &LEARNED))
}

/// Whether a name says that an array is neither weights nor q, k or v.
pub(crate) fn is_other(words: &[String]) -> bool {
    let is_attention = |word: &&String| *word == "attn" || *word == "attention";
    if words.iter().any(|word| WEIGHTS.contains(&word.as_str()) && !is_attention(&word)) {
        return false;
    }
    match words.iter().any(|word| is_attention(&word)) {
        true => has_any(words, &NOT_WEIGHTS),
        false => has_any(words, &OTHER),
    }
}

/// How likely a name means weights, from 0 to 2.
pub(crate) fn weighted_name(words: &[String]) -> f64 {
    if has(words, "scores") || has(words, "logits") {
        1.0
    } else if has_any(words, &WEIGHTS) {
        2.0
    } else {
        0.0
    }
}

/// Whether an array of weights may be scores by its name, and whether that is more likely.
///
/// `attn_scores` are scores before softmax. "Attention scores" and "attention logits" may be scores,
/// but weights are also called so.
pub(crate) fn may_be_scores(words: &[String]) -> Option<bool> {
    let at = words.iter().position(|word| word == "scores" || word == "logits")?;
    Some(words[at] == "scores" && at > 0 && words[at - 1] == "attn")
}

/// A key without the words that only say where an array was captured, so that "q_proj" may go with
/// "key_states".
pub(crate) fn loose(key: &str) -> String {
    let mut rest = key;
    let mut kept = String::with_capacity(key.len());
    while let Some(letter) = rest.chars().next() {
        let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let cut = ["proj", "states", "state", "*", "."]
            .into_iter()
            .find_map(|word| rest.strip_prefix(word));
        let layer = rest.strip_prefix("layer").filter(|rest| !rest.starts_with(is_word));
        rest = cut.or(layer).unwrap_or_else(|| {
            kept.push(letter);
            &rest[letter.len_utf8()..]
        });
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(name: &str) -> Vec<String> {
        words_of(name)
    }

    #[test]
    fn a_name_is_split_at_signs_digits_and_capitals() {
        assert_eq!(words("self_attn.qProj3"), ["self", "attn", "q", "proj", "3"]);
        assert_eq!(words("l3H5"), ["l", "3", "h", "5"]);
        assert_eq!(words("Ñandú.२_x"), ["Ñandú", "२", "x"]);
        assert_eq!(words("_.."), Vec::<String>::new());
    }

    #[test]
    fn the_last_word_with_a_role_counts_unless_the_name_is_of_weights() {
        assert_eq!(role_of(&words("past_key_values.0.key")), Some(Role::K));
        assert_eq!(role_of(&words("hook_q")), Some(Role::Q));
        assert_eq!(role_of(&words("query_key_weights")), None);
        assert_eq!(role_of(&words("query_key")), None);
        assert_eq!(role_of(&words("c_attn.qkv")), Some(Role::Qkv));
        assert_eq!(role_of(&words("layers.3.log_decay")), Some(Role::LogDecay));
        assert_eq!(role_of(&words("layers.3.q_subtracted")), Some(Role::QSubtracted));
        assert_eq!(role_of(&words("layers.3.k_subtracted")), Some(Role::KSubtracted));
        assert_eq!(role_of(&words("layers.3.k_compressed")), Some(Role::KCompressed));
        assert_eq!(role_of(&words("layers.3.k_pooling")), Some(Role::KPooling));
        assert_eq!(role_of(&words("layers.3.attention_pooling")), None);
        assert_eq!(role_of(&words("layers.3.lambda")), Some(Role::Lambda));
        assert_eq!(role_of(&words("layers.3.weight_decay")), None);
        assert_eq!(role_of(&words("layers.3.beta")), Some(Role::Beta));
    }

    #[test]
    fn numbers_of_a_name_count_what_the_word_before_them_says() {
        let Pattern { key, numbers, counts } = pattern_of(&words("layer_2_head_5_step_1"), None);
        assert_eq!(key, "layer.#.head.#.step.#");
        assert_eq!(numbers, [2.0, 5.0, 1.0]);
        assert_eq!(counts, [Some(Count::Layer), Some(Count::Head), Some(Count::Step)]);
        assert_eq!(pattern_of(&words("l3h5"), None).counts[1], Some(Count::Head));
        assert_eq!(pattern_of(&words("layers.0.q"), Some(Role::Q)).key, "layers.#.*");
        let decay = pattern_of(&words("layers.0.log_decay"), Some(Role::LogDecay));
        assert_eq!(decay.key, "layers.#.*");
    }

    #[test]
    fn parameters_and_masks_are_told_from_attention() {
        assert!(is_learned(&words("h.0.attn.c_attn.weight"), 2));
        assert!(is_learned(&words("attention.self.query.bias"), 1));
        assert!(!is_learned(&words("attn.weight"), 4));
        assert!(is_other(&words("attention_mask")));
        assert!(!is_other(&words("attn_output_weights")));
        assert!(is_other(&words("hidden_states")));
    }

    #[test]
    fn words_about_the_place_of_capture_do_not_matter() {
        assert_eq!(loose("model.layers.#.attn.*.proj"), "modellayers#attn");
        assert_eq!(loose("layer.#.*.states"), "#");
        assert_eq!(loose("layerñ.state"), "ñ");
    }
}
