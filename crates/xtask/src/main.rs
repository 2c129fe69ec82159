//! The tasks of this repository: `cargo xtask help` lists them.

mod budget;
mod build;
mod bundle;
mod paths;
mod process;
mod serve;
mod server;
mod tools;
mod wasm;

use std::process::ExitCode;

const HELP: &str = "\
cargo xtask serve               build, then serve the page on 127.0.0.1
cargo xtask build               build the wasm, its bindings and the one script that the page loads
cargo xtask budget              print the gzipped sizes of the page, fail over the budget
cargo xtask help                this list";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = match arguments.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", arguments.as_slice()),
    };
    let done = match (command, rest) {
        ("build", []) => build::run(),
        ("serve", []) => serve::run(),
        ("budget", []) => budget::run(),
        ("help" | "--help" | "-h", _) => {
            println!("{HELP}");
            Ok(())
        }
        (command, rest) => Err(anyhow::anyhow!(
            "`cargo xtask {}` is no task; `cargo xtask help` lists them",
            [&[command.to_owned()], rest].concat().join(" ")
        )),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
