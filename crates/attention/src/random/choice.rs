//! Choices from a population: with and without replacement, uniformly or by probabilities.

use super::{RandomState, value_count};
use crate::error::Error;

/// The tolerance for the sum of the probabilities: √ε, as in NumPy.
const SUM_TOLERANCE: f64 = 1.490_116_119_384_765_6e-8;

impl RandomState {
    /// Draws `count` indexes of a population of `population` items.
    ///
    /// With replacement: integers of the range, or, with probabilities, the first index whose
    /// cumulative probability exceeds a uniform float. Without: the start of a permutation, or,
    /// with probabilities, rounds of such draws in which earlier results have probability 0.
    ///
    /// - edge case: an empty population is an error, unless `count` is 0
    /// - returns: `count` indexes, counted from 0
    /// - errors: [`Error::EmptyPopulation`], [`Error::SampleTooLarge`],
    ///   [`Error::TooFewPossible`], [`Error::TooManyValues`], and for probabilities
    ///   [`Error::ProbabilityCount`], [`Error::Probability`], [`Error::ProbabilitySum`]
    /// - source: NumPy's `RandomState.choice`
    pub fn choice(
        &mut self,
        population: u64,
        count: usize,
        replace: bool,
        probabilities: Option<&[f64]>,
    ) -> Result<Vec<i64>, Error> {
        let count = value_count(count as u128)?;
        if population == 0 && count > 0 {
            return Err(Error::EmptyPopulation { count });
        }
        if let Some(probabilities) = probabilities {
            check(probabilities, population)?;
        }
        if replace {
            return match probabilities {
                None => (0..count).map(|_| self.randint(0, population)).collect(),
                Some(probabilities) => {
                    let cumulative = cumulate(probabilities);
                    Ok((0..count).map(|_| index_of(&cumulative, self.rand()) as i64).collect())
                }
            };
        }
        let all = value_count(u128::from(population))?;
        if count > all {
            return Err(Error::SampleTooLarge { count, population: all });
        }
        match probabilities {
            None => {
                let mut order = self.permutation(all)?;
                order.truncate(count);
                Ok(order)
            }
            Some(probabilities) => self.choose_distinct(count, probabilities),
        }
    }

    /// Distinct indexes, drawn in rounds from the remaining probabilities.
    fn choose_distinct(&mut self, count: usize, probabilities: &[f64]) -> Result<Vec<i64>, Error> {
        let possible = probabilities.iter().filter(|&&probability| probability > 0.0).count();
        if possible < count {
            return Err(Error::TooFewPossible { count, possible });
        }
        let mut left = probabilities.to_vec();
        let mut found: Vec<usize> = Vec::with_capacity(count);
        while found.len() < count {
            // A round draws as many as are missing before it removes repetitions. Each round finds
            // at least one new index, because only indexes of probability 0 are skipped, and those
            // were found before.
            let draws: Vec<f64> = (found.len()..count).map(|_| self.rand()).collect();
            let cumulative = cumulate(&left);
            for draw in draws {
                let index = index_of(&cumulative, draw);
                // It was found in this round or, for an index that rounding hides, in an earlier
                // one.
                if left[index] > 0.0 {
                    left[index] = 0.0;
                    found.push(index);
                }
            }
        }
        Ok(found.into_iter().map(|index| index as i64).collect())
    }
}

/// Checks the probabilities of a population.
fn check(probabilities: &[f64], population: u64) -> Result<(), Error> {
    let count = value_count(u128::from(population))?;
    if probabilities.len() != count {
        return Err(Error::ProbabilityCount {
            probabilities: probabilities.len(),
            population: count,
        });
    }
    for (index, &value) in probabilities.iter().enumerate() {
        if !(value.is_finite() && value >= 0.0) {
            return Err(Error::Probability { index, value });
        }
    }
    let total = compensated_sum(probabilities);
    if (total - 1.0).abs() > SUM_TOLERANCE {
        return Err(Error::ProbabilitySum { total });
    }
    Ok(())
}

/// The running sums, divided by the last one so that they end in exactly 1.
fn cumulate(probabilities: &[f64]) -> Vec<f64> {
    let mut total = 0.0;
    let mut sums: Vec<f64> = Vec::with_capacity(probabilities.len());
    for probability in probabilities {
        total += probability;
        sums.push(total);
    }
    sums.iter().map(|sum| sum / total).collect()
}

/// The first index whose cumulative probability exceeds the draw.
fn index_of(cumulative: &[f64], draw: f64) -> usize {
    // A draw is below 1 and the last cumulative probability is 1, so there is such an index. The
    // bound is for an empty population, from which nothing is drawn.
    cumulative.partition_point(|&sum| sum <= draw).min(cumulative.len().saturating_sub(1))
}

/// The sum, with the rounding error of each addition carried to the next (Kahan).
fn compensated_sum(values: &[f64]) -> f64 {
    let (mut total, mut lost) = (0.0, 0.0);
    for value in values {
        let next = value - lost;
        let sum = total + next;
        lost = (sum - total) - next;
        total = sum;
    }
    total
}
