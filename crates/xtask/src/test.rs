//! `cargo xtask test`: every check of the repository, what fails fastest first.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::process::{cargo, node, run};
use crate::tools::{WASM_TARGET, npm_packages, wasm_target};
use crate::{
    budget, build, chromium, conformance, crates, dist, hosts, npm, paths, python, tidy, tree, wasm,
};

struct Step {
    name: &'static str,
    run: fn() -> Result<()>,
}

const STEPS: [Step; 19] = [
    Step { name: "rustfmt", run: || run(cargo(&["fmt", "--all", "--check"])) },
    Step { name: "tidy: rules about text", run: tidy::text },
    Step { name: "Chromium is there", run: || chromium::find_or_install().map(drop) },
    Step { name: "clippy, native", run: clippy_native },
    Step { name: "cargo test", run: || run(without_boundaries("test")) },
    Step { name: "masks as Python", run: python::masks },
    Step { name: "rustdoc", run: rustdoc },
    Step { name: "cargo package", run: crates::check },
    Step { name: "clippy, wasm", run: clippy_wasm },
    Step { name: "build", run: build::run },
    Step {
        name: "tsc",
        run: || run(node(&["node_modules/typescript/bin/tsc", "--project", "tsconfig.json"])),
    },
    Step { name: "tidy: rules about modules", run: tidy::modules },
    Step { name: "node --test", run: || node_tests("www/test", ".test.js") },
    Step { name: "conformance, native and wasm", run: conformance::check_docs },
    Step { name: "browser tests", run: || node_tests("www/test/browser", ".test.mjs") },
    Step { name: "the npm package", run: npm::check },
    Step { name: "the folder to serve", run: dist::check },
    Step { name: "sites of other hosts", run: hosts::check },
    // Last, because the tests of a page over its budget are worth seeing.
    Step { name: "budget", run: budget::run },
];

/// Runs the steps until one fails, then says how each went, and whether all went well.
pub(crate) fn run_all() -> Result<bool> {
    let mut outcomes: Vec<(&str, bool, Duration)> = Vec::new();
    for step in &STEPS {
        println!("\nxtask: {}", step.name);
        let start = Instant::now();
        let outcome = (step.run)();
        if let Err(error) = &outcome {
            println!("xtask: {error:#}");
        }
        outcomes.push((step.name, outcome.is_ok(), start.elapsed()));
        if outcome.is_err() {
            break;
        }
    }
    println!();
    for (name, passed, time) in &outcomes {
        let word = if *passed { "ok" } else { "FAILED" };
        println!("{:>8.1} s  {word:<8} {name}", time.as_secs_f64());
    }
    for step in &STEPS[outcomes.len()..] {
        println!("{:>10}  {:<8} {}", "", "not run", step.name);
    }
    let total: Duration = outcomes.iter().map(|(_, _, time)| *time).sum();
    println!("{:>8.1} s  in all", total.as_secs_f64());
    Ok(outcomes.iter().all(|(_, passed, _)| *passed))
}

/// The crates that only make sense for the target of the page.
fn boundaries() -> impl Iterator<Item = &'static str> {
    ["heedmap-boundary", "heedmap-attention-boundary", "heedmap-masks-boundary"]
        .into_iter()
        .chain(wasm::BOUNDARIES)
}

/// A command of cargo over the whole workspace, boundaries apart: on the host they have no meaning.
fn without_boundaries(task: &str) -> Command {
    let mut command = cargo(&[task, "--workspace"]);
    for package in boundaries() {
        command.args(["--exclude", package]);
    }
    command
}

fn clippy_native() -> Result<()> {
    let mut command = without_boundaries("clippy");
    command.args(["--all-targets", "--", "--deny", "warnings"]);
    run(command)
}

/// The boundaries are linted for their own target.
fn clippy_wasm() -> Result<()> {
    wasm_target()?;
    let mut command = cargo(&["clippy", "--target", WASM_TARGET]);
    for package in boundaries() {
        command.args(["--package", package]);
    }
    command.args(["--", "--deny", "warnings"]);
    run(command)
}

/// The documentation is part of what is read: a broken link in it is an error.
fn rustdoc() -> Result<()> {
    let mut rustdoc = cargo(&["doc", "--no-deps"]);
    rustdoc.env("RUSTDOCFLAGS", "--deny warnings");
    run(rustdoc)
}

/// Runs the test files under a folder, one after another: two browsers at once are slower than one.
fn node_tests(folder: &str, ending: &str) -> Result<()> {
    npm_packages()?;
    let files = tree::files_under(Path::new(folder), &paths::root())?;
    let tests: Vec<&str> =
        files.iter().map(String::as_str).filter(|file| file.ends_with(ending)).collect();
    ensure!(!tests.is_empty(), "no file under {folder} ends in {ending}");
    let mut command = node(&["--test", "--test-reporter=spec", "--test-concurrency=1"]);
    command.args(&tests);
    if ending == ".test.mjs" {
        let chromium = chromium::find_or_install().context("no browser")?;
        command.env(chromium::VARIABLE, chromium);
    }
    run(command)
}
