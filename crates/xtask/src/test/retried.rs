//! The browser test files that passed only in their second run. `www/test/run.mjs` lists them in a file.

use std::fs;

use anyhow::{Context, Result};

use crate::node_tests::RETRIED;
use crate::paths::in_root;

/// How many such files a run may have. More are not a busy machine but tests to repair.
const MOST: usize = 1;

/// Removes the list of an earlier run.
pub(super) fn clear() -> Result<()> {
    let list = in_root(RETRIED);
    if list.exists() {
        fs::remove_file(&list).with_context(|| format!("{RETRIED} cannot be removed"))?;
    }
    Ok(())
}

/// The line of the summary, if there are such files, and whether they are few enough.
pub(super) fn summary() -> (Option<String>, bool) {
    of_list(&fs::read_to_string(in_root(RETRIED)).unwrap_or_default())
}

fn of_list(list: &str) -> (Option<String>, bool) {
    let names: Vec<&str> = list.lines().collect();
    let is_well = names.len() <= MOST;
    let word = if is_well { "ok" } else { "FAILED" };
    let line = format!(
        "{:>10}  {word:<8} passed only in their second run (at most {MOST}): {}",
        "",
        names.join(", ")
    );
    ((!names.is_empty()).then_some(line), is_well)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_retried_file_is_listed_and_two_fail_the_command() {
        assert_eq!(of_list(""), (None, true));
        let (line, is_well) = of_list("a.test.mjs\n");
        assert!(
            is_well
                && line.is_some_and(|line| line
                    .ends_with("ok       passed only in their second run (at most 1): a.test.mjs"))
        );
        let (line, is_well) = of_list("a.test.mjs\nb.test.mjs\n");
        assert!(
            !is_well
                && line
                    .is_some_and(|line| line.contains("FAILED")
                        && line.ends_with(": a.test.mjs, b.test.mjs"))
        );
    }
}
