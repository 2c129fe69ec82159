//! Running other programs: output goes straight to the terminal, a failure names the command.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::paths;

/// A command that will run in the root of the repository.
pub(crate) fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments).current_dir(paths::root());
    command
}

/// Cargo, the very one that runs this task.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let program = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    command(&program, arguments)
}

/// Node, which bundles, checks and tests.
pub(crate) fn node(arguments: &[&str]) -> Command {
    command("node", arguments)
}

/// Runs to the end and fails if the command does.
pub(crate) fn run(mut command: Command) -> Result<()> {
    let status =
        command.status().with_context(|| format!("`{}` could not be started", text(&command)))?;
    if !status.success() {
        bail!("`{}` failed ({status})", text(&command));
    }
    Ok(())
}

/// Runs to the end and gives what was printed; errors are printed as they come.
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

/// The command as a reader would type it; of a long list of files, the beginning.
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
