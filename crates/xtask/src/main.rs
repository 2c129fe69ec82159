//! The tasks of this repository: `cargo xtask help` lists them.

mod bench;
mod budget;
mod build;
mod bundle;
mod chromium;
mod compiler;
mod conformance;
mod crates;
mod debian;
mod dist;
mod hosts;
mod licenses;
mod models;
mod node_tests;
mod npm;
mod page;
mod paths;
mod picture;
mod process;
mod python;
mod serve;
mod test;
mod tidy;
mod tools;
mod tree;
mod wasm;
mod wheel;

use std::process::ExitCode;

use anyhow::{Result, bail};

const HELP: &str = "\
cargo xtask serve               build, then serve the page on 127.0.0.1
cargo xtask test                build and run every test
cargo xtask build               the wasm, its bindings and the scripts that the page loads
cargo xtask conformance PATH... case files or folders of them, natively and through wasm
cargo xtask conformance --write-docs
                                the fixtures' cases, and docs/conformance.md with their errors
cargo xtask bundle ARGUMENTS... what `npx heedmap` does: a figure as one file; --help says how
cargo xtask budget              the gzipped sizes of the page; fails over the budget
cargo xtask budget --write      limits 3 % above the current sizes
cargo xtask tidy                the invariants that no compiler checks
cargo xtask picture             build, then write the pictures in docs
cargo xtask dist                build, then write target/dist, the folder that a static host serves
cargo xtask npm                 build, then write target/npm, the package for npm
cargo xtask python              build, then the package for Python, target/python-package, and its tests
cargo xtask python --torch      its tests with PyTorch and transformers, which take 6 GB under target
cargo xtask python --jupyter    the widget and the figures in JupyterLab and in marimo's export, 500 MB under target
cargo xtask crates              pack the crates for crates.io, and compile what was packed
cargo xtask hosts               build, then the sites of examples, each by its own tool, and open them
cargo xtask models              two real models against NumPy passes; downloads 180 MB under target
cargo xtask bench               build, then compare with other libraries, and write docs/benchmarks.md
cargo xtask help                this list";

fn main() -> ExitCode {
    let result = match compiler::features() {
        Some(features) => compiler::compile(&features).map(|()| true),
        None => run(&std::env::args().skip(1).collect::<Vec<_>>()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        // The task has printed what failed.
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the task in the arguments; returns whether it succeeded.
fn run(arguments: &[String]) -> Result<bool> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["serve"] => serve::run_all()?,
        ["test"] => return test::run_all(),
        ["build"] => build::run()?,
        ["conformance", "--write-docs"] => return conformance::write_docs(),
        ["conformance", ..] => return conformance::run(&arguments[1..]),
        ["bundle", ..] => bundle::run_command(&arguments[1..])?,
        ["budget"] => budget::run()?,
        ["budget", "--write"] => budget::write()?,
        ["tidy"] => tidy::run_all()?,
        ["dist"] => dist::run_all()?,
        ["npm"] => npm::run_all()?,
        ["python"] => wheel::run_all()?,
        ["python", "--torch"] => wheel::run_torch()?,
        ["python", "--jupyter"] => wheel::run_jupyter()?,
        ["crates"] => crates::run_all()?,
        ["bench"] => bench::run_all()?,
        ["models"] => models::run_all()?,
        ["hosts"] => hosts::run_all()?,
        ["picture"] => picture::run_all()?,
        [] | ["help" | "--help" | "-h"] => println!("{HELP}"),
        other => {
            bail!("`cargo xtask {}` is not a task; `cargo xtask help` lists them", other.join(" "))
        }
    }
    Ok(true)
}
