//! `cargo xtask test`: runs every check of the repository. The other steps still run if one fails.

mod retried;
mod steps;

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::process::{node, run};
use steps::LANES;

/// One line of the summary.
struct Step {
    name: &'static str,
    /// The steps that must pass, or have nothing to do, before this one can run.
    needs: &'static [&'static str],
    run: fn() -> Result<Verdict>,
}

/// The result of a step that did not fail.
enum Verdict {
    Passed,
    /// The step does nothing on this machine, for this reason.
    Skipped(String),
}

impl From<()> for Verdict {
    fn from((): ()) -> Self {
        Self::Passed
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Outcome {
    Passed,
    Skipped(String),
    Failed,
    /// A required step, with this name, did not pass.
    Blocked(&'static str),
}

struct Finished {
    name: &'static str,
    outcome: Outcome,
    time: Duration,
}

/// The finished steps. Threads that wait for a step are notified when one finishes.
#[derive(Default)]
struct Log {
    finished: Mutex<Vec<Finished>>,
    changed: Condvar,
}

/// Runs all steps, prints their results, and returns whether none failed.
pub(crate) fn run_all() -> Result<bool> {
    let start = Instant::now();
    retried::clear()?;
    let finished = run_steps(&LANES);
    print_sizes(&finished);
    for step in LANES.in_order() {
        for step in finished.iter().filter(|other| other.name == step.name) {
            println!("{}", step.line());
        }
    }
    let (line, are_few_retried) = retried::summary();
    if let Some(line) = line {
        println!("{line}");
    }
    println!("{:>8.1} s  in all", start.elapsed().as_secs_f64());
    Ok(all_well(&finished) && are_few_retried)
}

/// Prints the sizes of the parts of `www` and of the scripts beside those on `main`. They are information, so an
/// error does not fail the command.
fn print_sizes(finished: &[Finished]) {
    let is_built = |step: &Finished| step.name == steps::BUILD && step.outcome == Outcome::Passed;
    if finished.iter().any(is_built) {
        println!();
        if let Err(error) = run(node(&["www/build/size-table.mjs"])) {
            println!("xtask: no table of sizes: {error:#}");
        }
    }
    println!();
}

/// Lists of steps. The steps of one list run one after another.
struct Lanes<'a> {
    /// They mostly wait, so they run next to all others.
    downloads: &'a [Step],
    /// They use one core for a long time, next to the builds.
    native: &'a [Step],
    builds: &'a [Step],
    /// They use one core for some seconds, next to the tests in Node. Both follow the builds.
    packages: &'a [Step],
    node: &'a [Step],
    /// They use both cores, and nothing else runs.
    browser: &'a [Step],
}

impl<'a> Lanes<'a> {
    fn in_order(&self) -> impl Iterator<Item = &'a Step> {
        [self.downloads, self.native, self.builds, self.packages, self.node, self.browser]
            .into_iter()
            .flatten()
    }
}

fn run_steps(lanes: &Lanes<'_>) -> Vec<Finished> {
    let log = Log::default();
    thread::scope(|scope| {
        scope.spawn(|| log.run(lanes.downloads));
        thread::scope(|scope| {
            scope.spawn(|| log.run(lanes.native));
            log.run(lanes.builds);
        });
        thread::scope(|scope| {
            scope.spawn(|| log.run(lanes.packages));
            log.run(lanes.node);
        });
        log.run(lanes.browser);
    });
    log.finished.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn all_well(finished: &[Finished]) -> bool {
    let well = |step: &Finished| matches!(step.outcome, Outcome::Passed | Outcome::Skipped(_));
    finished.iter().all(well)
}

impl Log {
    fn lock(&self) -> MutexGuard<'_, Vec<Finished>> {
        self.finished.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs steps one after another.
    fn run(&self, steps: &[Step]) {
        for step in steps {
            let blocked = self.wait_for(step.needs);
            let start = Instant::now();
            let outcome = blocked.unwrap_or_else(|| step.outcome());
            let time = start.elapsed();
            self.lock().push(Finished { name: step.name, outcome, time });
            self.changed.notify_all();
        }
    }

    /// Waits for the steps. Returns the outcome of a step that depends on them, if one of them did
    /// not pass.
    fn wait_for(&self, needs: &[&'static str]) -> Option<Outcome> {
        let mut finished = self.lock();
        for need in needs {
            let step = loop {
                if let Some(step) = finished.iter().find(|step| step.name == *need) {
                    break step;
                }
                finished = self.changed.wait(finished).unwrap_or_else(PoisonError::into_inner);
            };
            match step.outcome {
                Outcome::Passed | Outcome::Skipped(_) => {}
                Outcome::Failed => return Some(Outcome::Blocked(step.name)),
                Outcome::Blocked(first) => return Some(Outcome::Blocked(first)),
            }
        }
        None
    }
}

impl Step {
    fn outcome(&self) -> Outcome {
        println!("\nxtask: {}", self.name);
        match (self.run)() {
            Ok(Verdict::Passed) => Outcome::Passed,
            Ok(Verdict::Skipped(reason)) => {
                println!("xtask: {} skipped: {reason}", self.name);
                Outcome::Skipped(reason)
            }
            Err(error) => {
                println!("xtask: {} FAILED: {error:#}", self.name);
                Outcome::Failed
            }
        }
    }
}

impl Finished {
    fn line(&self) -> String {
        let Self { name, outcome, time } = self;
        let (word, why) = match outcome {
            Outcome::Passed => ("ok", String::new()),
            Outcome::Failed => ("FAILED", String::new()),
            Outcome::Skipped(reason) => ("skipped", format!(": {reason}")),
            Outcome::Blocked(need) => ("skipped", format!(": {need} failed")),
        };
        format!("{:>8.1} s  {word:<8} {name}{why}", time.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use anyhow::bail;

    use super::*;

    fn passes() -> Result<Verdict> {
        Ok(Verdict::Passed)
    }

    /// No steps.
    const NONE: Lanes<'_> =
        Lanes { downloads: &[], native: &[], builds: &[], packages: &[], node: &[], browser: &[] };

    fn lines(lanes: &Lanes<'_>) -> Vec<String> {
        let finished = run_steps(lanes);
        let line =
            |step: &Step| finished.iter().find(|other| other.name == step.name).unwrap().line();
        lanes.in_order().map(line).map(|line| line[12..].to_owned()).collect()
    }

    #[test]
    fn a_failed_step_blocks_only_the_steps_that_need_it() {
        let native = [Step { name: "format", needs: &[], run: || bail!("not formatted") }];
        let builds = [Step { name: "build", needs: &["packages"], run: || bail!("broken") }];
        let browser = [
            Step { name: "browser", needs: &["Chromium", "site"], run: passes },
            Step { name: "masks", needs: &["python"], run: passes },
        ];
        let packages = [Step { name: "site", needs: &["build"], run: passes }];
        let downloads = [
            Step { name: "packages", needs: &[], run: passes },
            Step { name: "Chromium", needs: &[], run: passes },
            Step {
                name: "python",
                needs: &[],
                run: || Ok(Verdict::Skipped("there is no python3".to_owned())),
            },
        ];
        let expected = [
            "ok       packages",
            "ok       Chromium",
            "skipped  python: there is no python3",
            "FAILED   format",
            "FAILED   build",
            "skipped  site: build failed",
            "skipped  browser: build failed",
            "ok       masks",
        ];
        let lanes = Lanes {
            downloads: &downloads,
            native: &native,
            builds: &builds,
            packages: &packages,
            browser: &browser,
            ..NONE
        };
        assert_eq!(lines(&lanes), expected);
    }

    #[test]
    fn one_failure_fails_the_run_and_a_skipped_step_does_not() {
        let skipped =
            Step { name: "a", needs: &[], run: || Ok(Verdict::Skipped("none".to_owned())) };
        assert!(all_well(&run_steps(&Lanes { browser: &[skipped], ..NONE })));
        let failed = Step { name: "a", needs: &[], run: || bail!("no") };
        let passed = Step { name: "b", needs: &[], run: passes };
        assert!(!all_well(&run_steps(&Lanes { browser: &[failed, passed], ..NONE })));
    }

    #[test]
    fn no_step_needs_a_step_that_waits_for_it() {
        fn names(steps: &[Step]) -> Vec<&'static str> {
            steps.iter().map(|step| step.name).collect()
        }
        let Lanes { downloads, native, builds, packages, node, browser } = LANES;
        let first = [names(downloads), names(native), names(builds)].concat();
        let lanes = [
            (Vec::new(), downloads),
            (names(downloads), native),
            (names(downloads), builds),
            (first.clone(), packages),
            (first.clone(), node),
            ([first, names(packages), names(node)].concat(), browser),
        ];
        for (mut over, steps) in lanes {
            for step in steps {
                assert!(!over.contains(&step.name), "two steps are called {}", step.name);
                for need in step.needs {
                    assert!(over.contains(need), "{} needs {need}", step.name);
                }
                over.push(step.name);
            }
        }
    }
}
