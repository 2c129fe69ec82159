//! Runs other programs: their output goes to the terminal, and errors name the command.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::paths;

/// A command that runs in the root of the repository.
pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(paths::root());
    command
}

/// The same cargo that runs this task.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    command(&program, arguments)
}

/// Node, which bundles, checks and tests.
pub(crate) fn node(arguments: &[&str]) -> Command {
    command("node", arguments)
}

/// Runs the command, and fails if it fails.
pub(crate) fn run(mut command: Command) -> Result<()> {
    let status =
        command.status().with_context(|| format!("`{}` could not be started", text(&command)))?;
    if !status.success() {
        bail!("`{}` failed ({status})", text(&command));
    }
    Ok(())
}

/// Runs the command and returns its output; errors are printed as they come.
pub(crate) fn output(mut command: Command) -> Result<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("`{}` could not be started", text(&command)))?;
    if !output.status.success() {
        bail!("`{}` failed ({})", text(&command), output.status);
    }
    String::from_utf8(output.stdout)
        .with_context(|| format!("`{}` printed something that is not UTF-8", text(&command)))
}

/// The text of the command; a long list of files is shortened.
fn text(command: &Command) -> String {
    const LONGEST: usize = 8;
    let mut words: Vec<_> = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect();
    if words.len() > LONGEST {
        words.truncate(LONGEST - 1);
        words.push("...".into());
    }
    words.join(" ")
}
