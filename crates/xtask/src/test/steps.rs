//! The steps of `cargo xtask test`.

use std::process::Command;

use anyhow::Result;

use super::{Lanes, Step, Verdict};
use crate::node_tests::{chromium_tests, fonts, node_tests};
use crate::process::{cargo, node, run};
use crate::tools::{WASM_TARGET, npm_packages, wasm_target};
use crate::{
    budget, build, chromium, conformance, crates, dist, hosts, npm, python, tidy, wasm, wheel,
};

const TARGET: &str = "wasm target";
const PACKAGES: &str = "npm packages";
const CHROMIUM: &str = "Chromium";
const FONTS: &str = "fonts";
const NUMPY: &str = "Python with NumPy";
const TOOLS: &str = "tools of the examples";
const WHEEL: &str = "tools of the Python package";
const PACKAGE: &str = "Python package";
pub(super) const BUILD: &str = "build";
const PACKED: &str = "npm package, folder to serve";
const SITES: &str = "sites of the examples";

/// All steps.
pub(super) const LANES: Lanes<'static> = Lanes {
    downloads: &DOWNLOADS,
    native: &NATIVE,
    builds: &BUILDS,
    packages: &PACKING,
    node: &NODE,
    browser: &BROWSER,
};

/// Downloads that a new machine needs. Each step ends at once if it ran before.
const DOWNLOADS: [Step; 7] = [
    Step { name: TARGET, needs: &[], run: || passed(wasm_target()) },
    Step { name: PACKAGES, needs: &[], run: || passed(npm_packages()) },
    Step { name: CHROMIUM, needs: &[], run: || passed(chromium::for_tests().map(drop)) },
    Step { name: FONTS, needs: &[PACKAGES], run: || passed(fonts()) },
    Step { name: NUMPY, needs: &[], run: || Ok(found(python::with_numpy()?.is_some())) },
    Step { name: WHEEL, needs: &[], run: || Ok(found(wheel::find_or_install()?.is_some())) },
    Step { name: TOOLS, needs: &[], run: || Ok(found(hosts::find_or_install_tools()?.is_some())) },
];

/// Compiles for the host, and checks there.
const NATIVE: [Step; 7] = [
    Step { name: "rustfmt", needs: &[], run: || passed(run(cargo(&["fmt", "--all", "--check"]))) },
    Step { name: "tidy: rules about text", needs: &[], run: || passed(tidy::text()) },
    Step { name: "clippy, native", needs: &[], run: clippy_native },
    Step { name: "cargo test", needs: &[], run: native_tests },
    Step { name: "rustdoc", needs: &[], run: rustdoc },
    Step { name: "cargo publish --dry-run", needs: &[], run: || passed(crates::check()) },
    Step { name: "clippy, wasm", needs: &[TARGET], run: clippy_wasm },
];

/// Compiles to wasm, and bundles.
const BUILDS: [Step; 7] = [
    Step {
        name: "prettier",
        needs: &[PACKAGES],
        run: || {
            passed(run(node(&[
                "node_modules/prettier/bin/prettier.cjs",
                "--check",
                "--log-level=warn",
                "--cache",
                "--cache-strategy=content",
                "--cache-location=target/prettier-cache",
                ".",
            ])))
        },
    },
    Step {
        name: "eslint",
        needs: &[PACKAGES],
        run: || {
            passed(run(node(&[
                "node_modules/eslint/bin/eslint.js",
                "--max-warnings=0",
                "--cache",
                "--cache-strategy=content",
                "--cache-location=target/eslint-cache",
                ".",
            ])))
        },
    },
    Step { name: BUILD, needs: &[TARGET, PACKAGES], run: || passed(build::run()) },
    Step { name: "budget", needs: &[BUILD], run: || passed(budget::run()) },
    Step {
        name: "tsc",
        needs: &[BUILD],
        run: || {
            passed(run(node(&["node_modules/typescript/bin/tsc", "--project", "tsconfig.json"])))
        },
    },
    Step { name: "tidy: rules about modules", needs: &[BUILD], run: || passed(tidy::modules()) },
    Step {
        name: "conformance, native and wasm",
        needs: &[BUILD],
        run: || passed(conformance::check_docs()),
    },
];

/// Makes the packages that are tested.
const PACKING: [Step; 4] = [
    Step { name: PACKED, needs: &[BUILD], run: packages },
    Step { name: PACKAGE, needs: &[BUILD, WHEEL], run: python_package },
    Step { name: SITES, needs: &[PACKED, TOOLS, PACKAGE], run: || passed(hosts::build_sites()) },
    Step { name: "masks as Python", needs: &[NUMPY], run: masks_as_python },
];

const NODE: [Step; 1] =
    [Step { name: "tests in Node", needs: &[BUILD], run: || passed(run(node_tests("www/test"))) }];

/// Tests that drive a browser.
const BROWSER: [Step; 4] = [
    Step {
        name: "tests in Chromium",
        needs: &[BUILD, CHROMIUM, FONTS],
        run: || passed(chromium_tests("www/test/browser").and_then(run)),
    },
    Step {
        name: "tests of the npm package",
        needs: &[PACKED, CHROMIUM, FONTS],
        run: || passed(npm::test()),
    },
    Step {
        name: "tests of the folder",
        needs: &[PACKED, CHROMIUM, FONTS],
        run: || passed(dist::test()),
    },
    Step {
        name: "tests of the sites",
        needs: &[SITES, CHROMIUM, FONTS],
        run: || passed(hosts::test()),
    },
];

fn passed(result: Result<()>) -> Result<Verdict> {
    result.map(Verdict::from)
}

/// Skips a step whose tools need Python if there is none.
fn found(is_there: bool) -> Verdict {
    if is_there {
        return Verdict::Passed;
    }
    Verdict::Skipped(python::MISSING.to_owned())
}

fn masks_as_python() -> Result<Verdict> {
    Ok(found(python::test_masks()?))
}

/// Builds the wheel, and runs its tests in an environment where it is installed.
fn python_package() -> Result<Verdict> {
    let Some(tools) = wheel::find_or_install()? else {
        return Ok(found(false));
    };
    wheel::pack(&tools)?;
    passed(wheel::test(&tools))
}

/// Builds the npm package and the folder for a static host, which later steps test.
fn packages() -> Result<Verdict> {
    npm::pack()?;
    passed(dist::write())
}

/// A cargo command for the whole workspace without the boundaries, which do not compile for the
/// host.
fn without_boundaries(task: &str) -> Command {
    let mut command = cargo(&[task, "--workspace"]);
    for package in wasm::BOUNDARIES {
        command.args(["--exclude", package]);
    }
    command
}

/// The features that the programs do not use.
const LIBRARY_FEATURES: &str = "heedmap-attention/ndarray";

fn native_tests() -> Result<Verdict> {
    let mut command = without_boundaries("test");
    command.args(["--features", LIBRARY_FEATURES]);
    passed(run(command))
}

/// CI lints the bindings generator: its many dependencies would be checked for it alone.
fn clippy_native() -> Result<Verdict> {
    let mut command = without_boundaries("clippy");
    command.args(["--all-targets", "--features", LIBRARY_FEATURES, "--", "--deny", "warnings"]);
    passed(run(command))
}

/// The boundaries are linted for the wasm target.
fn clippy_wasm() -> Result<Verdict> {
    let mut command = cargo(&["clippy", "--target", WASM_TARGET]);
    for package in wasm::BOUNDARIES {
        command.args(["--package", package]);
    }
    command.args(["--", "--deny", "warnings"]);
    passed(run(command))
}

/// A broken link in the documentation is an error.
fn rustdoc() -> Result<Verdict> {
    let mut rustdoc = cargo(&["doc", "--no-deps", "--features", LIBRARY_FEATURES]);
    rustdoc.env("RUSTDOCFLAGS", "--deny warnings");
    passed(run(rustdoc))
}
