//! Words that are banned from certain files.

use super::Source;

/// Words that are banned from the files that `applies` selects, and why.
struct Ban {
    applies: fn(&Source) -> bool,
    words: &'static [&'static str],
    reason: &'static str,
}

const BANS: [Ban; 4] = [
    Ban {
        applies: |source| {
            let wrappers = [
                "www/ui/html.js",
                "www/format/compress.js",
                "www/format/zarr.js",
                "www/picture/print/pdf.js",
                "www/words/languages.js",
            ];
            let owner =
                source.path.starts_with("www/engine/") || wrappers.contains(&source.path.as_str());
            is_script(source) && !owner
        },
        // The build reads the generated folder as files, so only imports are searched. In a comment
        // an import is a type, which every other module takes from the owner.
        words: &[
            "from './pkg",
            "from '../pkg",
            "from '../../pkg",
            "from '../../../pkg",
            "import('./pkg",
            "import('../pkg",
            "import('../../pkg",
            "import('../../../pkg",
        ],
        reason: "only www/engine, ui/html.js, format/compress.js, format/zarr.js, picture/print/pdf.js and words/languages.js import what is generated",
    },
    Ban {
        // A slice of a vector is not a matrix, so files without a matrix may use it.
        applies: |source| {
            let elsewhere = source.path.starts_with("crates/attention/src/")
                && !source.path.ends_with("/src/matrix.rs");
            elsewhere && source.text.contains("Matrix")
        },
        words: &[
            "as_slice(",
            "as_mut_slice(",
            "from_row_slice(",
            "from_column_slice(",
            "from_row_iterator(",
            "Matrix::from_iterator(",
            "Matrix::from_vec(",
            "Matrix::from_data(",
        ],
        reason: "only matrix.rs knows the storage order",
    },
    Ban {
        // The Embed room writes code for other pages, which is text here. The widget of the Python
        // package writes a figure's page into a sandboxed frame.
        applies: |source| {
            let writers = ["www/rooms/embed/snippets.js", "www/page/frame/widget.js"];
            let may = writers.contains(&source.path.as_str());
            is_script(source) && !source.path.starts_with("www/test/") && !may
        },
        words: &[
            "innerHTML",
            "dangerouslySetInnerHTML",
            "outerHTML",
            "insertAdjacentHTML",
            "setHTMLUnsafe",
            "document.write",
            "srcdoc",
            "eval(",
            "new Function",
            "setAttribute('style'",
        ],
        reason: "no markup, script or style is made from strings",
    },
    Ban {
        applies: |source| source.path != "package-lock.json",
        // Written in halves, because this file would break its own rule.
        words: &[concat!("TO", "DO"), concat!("FIX", "ME")],
        reason: "open tasks belong in the issue tracker, not in the files",
    },
];

fn is_script(source: &Source) -> bool {
    let path = &source.path;
    path.starts_with("www/") && (path.ends_with(".js") || path.ends_with(".mjs"))
}

pub(super) fn rule(source: &Source) -> Vec<String> {
    let bans = BANS.iter().filter(|ban| (ban.applies)(source));
    bans.flat_map(|ban| {
        source.text.lines().enumerate().flat_map(move |(index, line)| {
            let found = ban.words.iter().filter(move |word| contains_word(line, word));
            found
                .map(move |word| format!("{}:{}: `{word}`: {}", source.path, index + 1, ban.reason))
        })
    })
    .collect()
}

/// Whether the line contains the word, not as the end or, if it ends in a letter, the beginning of
/// a longer one.
fn contains_word(line: &str, word: &str) -> bool {
    let part_of_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    line.match_indices(word).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        let after = line[start + word.len()..].chars().next();
        let longer_before = part_of_word(before) && part_of_word(word.chars().next());
        let longer_after = part_of_word(after) && part_of_word(word.chars().next_back());
        !longer_before && !longer_after
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(path: &str, text: &str) -> Vec<String> {
        rule(&Source { path: path.to_owned(), text: text.to_owned() })
    }

    #[test]
    fn a_banned_word_is_reported_with_its_line() {
        let found = complaints("www/ui/row.js", "ok\ncell.innerHTML = label;\n");
        assert_eq!(
            found,
            ["www/ui/row.js:2: `innerHTML`: no markup, script or style is made from strings"]
        );
        let property = "html`<p dangerouslySetInnerHTML=${markup} />`";
        assert_eq!(complaints("www/ui/controls.js", property).len(), 1);
    }

    #[test]
    fn a_longer_word_is_not_banned() {
        assert!(complaints("www/a.js", "retrieval(x); medieval(y);").is_empty());
        assert_eq!(complaints("www/a.js", "window.eval(x)").len(), 1);
        assert!(complaints("notes.md", concat!("TO", "DOS")).is_empty());
        assert_eq!(complaints("notes.md", concat!("// TO", "DO: later")).len(), 1);
    }

    #[test]
    fn the_bindings_and_the_storage_have_one_owner() {
        let import = "import init from '../pkg/heedmap_wasm.js';";
        assert!(complaints("www/engine/masks.js", import).is_empty());
        assert_eq!(complaints("www/rooms/masks/draw.js", import).len(), 1);
        let templates = "export { html } from '../pkg/preact.js';";
        assert!(complaints("www/ui/html.js", templates).is_empty());
        assert_eq!(complaints("www/ui/controls.js", templates).len(), 1);
        let types = "/** @typedef {import('../pkg/heedmap_wasm.js').MatrixData} MatrixData */";
        assert!(complaints("www/engine/masks.js", types).is_empty());
        assert_eq!(complaints("www/ui/row.js", types).len(), 1);
        let storage = "use crate::Matrix; let row = matrix.as_slice();";
        assert!(complaints("crates/attention/src/matrix.rs", storage).is_empty());
        assert_eq!(complaints("crates/attention/src/scores.rs", storage).len(), 1);
    }
}
