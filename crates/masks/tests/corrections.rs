//! Suggestions for mistyped expressions.

use heedmap_masks::{CLAUSES, Error, parse};

fn rejected(text: &str) -> Error {
    parse(text).unwrap_err()
}

#[test]
fn a_mistyped_clause_is_corrected_to_the_most_similar_one() {
    for (text, message, corrected) in [
        (
            "causal and (windo(6) or global(0))",
            "column 13: `windo` is not a clause; did you mean `window`?",
            "causal and (window(6) or global(0))",
        ),
        ("casual", "column 1: `casual` is not a clause; did you mean `causal`?", "causal"),
        ("Glob(0)", "column 1: `glob` is not a clause; did you mean `global`?", "global(0)"),
        (
            "not blocklocal(2, 1, 1)",
            "column 5: `blocklocal` is not a clause; did you mean `block_local`?",
            "not block_local(2, 1, 1)",
        ),
    ] {
        let error = rejected(text);
        assert_eq!(error.to_string(), message);
        let correction = error.correction().map(|correction| correction.apply(text));
        assert_eq!(correction.unwrap_or_default(), corrected, "{text}");
    }
}

#[test]
fn a_word_that_resembles_no_clause_lists_all_clauses() {
    for word in ["attention", "sliding_window", "x", &"w".repeat(500)] {
        let error = rejected(word);
        let message = error.to_string();
        assert!(
            message.contains("is not a clause; there are all, none, causal, window,"),
            "{message}"
        );
        for (name, _) in CLAUSES {
            assert!(message.contains(name), "{message}");
        }
        assert_eq!(error.correction(), None);
    }
}

#[test]
fn signs_of_other_languages_are_corrected_to_words() {
    for (text, column, sign, word, corrected) in [
        ("causal & window(6)", 8, "&", "and", "causal and window(6)"),
        ("causal&&window(6)", 7, "&&", "and", "causal and window(6)"),
        ("causal&(window(6))", 7, "&", "and", "causal and (window(6))"),
        ("(causal) | window(6)", 10, "|", "or", "(causal) or window(6)"),
        ("causal||window(6)", 7, "||", "or", "causal or window(6)"),
        ("causal and !window(6)", 12, "!", "not", "causal and not window(6)"),
        ("causal and (~window(6))", 13, "~", "not", "causal and (not window(6))"),
    ] {
        let error = rejected(text);
        let message =
            format!("column {column}: `{sign}` is not part of an expression; write `{word}`");
        assert_eq!(error.to_string(), message);
        let correction = error.correction().unwrap();
        assert_eq!(correction.columns, column..column + sign.len());
        assert_eq!(correction.apply(text), corrected);
        assert!(parse(corrected).is_ok());
    }
}

#[test]
fn errors_without_a_suggestion_have_no_correction() {
    for text in
        ["causal and", "window(0)", "causal ^ window(6)", "window", "prefix(3, lower_right)"]
    {
        assert_eq!(rejected(text).correction(), None, "{text}");
    }
}

#[test]
fn messages_about_arguments_name_the_clause_and_its_syntax() {
    for (text, message) in [
        (
            "window",
            "column 1: `window` has 0 arguments; write window(width[, alignment]) or \
             window(left, right[, alignment])",
        ),
        (
            "not dilated(3)",
            "column 5: `dilated` has 1 argument; write dilated(window, step[, alignment])",
        ),
        ("prefix(3, lower_right)", "column 11: `prefix` takes no alignment; write prefix(tokens)"),
    ] {
        assert_eq!(rejected(text).to_string(), message);
    }
}
