//! Integers of any size, with the operations that decimals need.

/// An integer, its least significant 32 bits first, without trailing zeros.
#[derive(Clone, Default)]
pub(super) struct Big(Vec<u32>);

impl Big {
    /// `self · factor + summand`
    pub(super) fn times_and_plus(&mut self, factor: u32, summand: u32) {
        let mut carry = u64::from(summand);
        for word in &mut self.0 {
            carry += u64::from(*word) * u64::from(factor);
            *word = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    pub(super) fn times_power_of_ten(&mut self, power: i64) {
        for _ in 0..power / 9 {
            self.times_and_plus(1_000_000_000, 0);
        }
        self.times_and_plus(10_u32.pow((power % 9) as u32), 0);
    }

    /// The number of its bits.
    fn length(&self) -> i64 {
        let top = self.0.last().map_or(32, |word| word.leading_zeros());
        self.0.len() as i64 * 32 - i64::from(top)
    }

    /// Its highest 96 to 128 bits, whether any other bit is set, and the exponent of the lowest
    /// returned bit.
    pub(super) fn top(&self) -> (u128, bool, i64) {
        let low = self.0.len().saturating_sub(4);
        let (rest, top) = self.0.split_at(low);
        let bits = top.iter().rev().fold(0, |bits, &word| bits << 32 | u128::from(word));
        (bits, rest.iter().any(|&word| word != 0), low as i64 * 32)
    }

    /// The quotient with 65 or 66 bits, whether there is a remainder, and the exponent of its
    /// lowest bit.
    pub(super) fn divided_by(mut self, mut divisor: Self) -> (u128, bool, i64) {
        // Shifted so that the quotient is between 1/2 and 2; then each step gives one bit.
        let shift = divisor.length() - self.length();
        let side = if shift > 0 { &mut self } else { &mut divisor };
        side.shift_left(shift.unsigned_abs());
        let mut quotient = 0_u128;
        const STEPS: i64 = 66;
        for _ in 0..STEPS {
            quotient <<= 1;
            if self.at_least(&divisor) {
                self.minus(&divisor);
                quotient |= 1;
            }
            self.times_and_plus(2, 0);
        }
        (quotient, !self.0.is_empty(), -shift - (STEPS - 1))
    }

    fn shift_left(&mut self, bits: u64) {
        for _ in 0..bits % 32 {
            self.times_and_plus(2, 0);
        }
        if !self.0.is_empty() {
            self.0.splice(0..0, std::iter::repeat_n(0, (bits / 32) as usize));
        }
    }

    fn at_least(&self, other: &Self) -> bool {
        let lengths = self.0.len().cmp(&other.0.len());
        lengths.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev())).is_ge()
    }

    /// `self - other`, which must not be negative.
    fn minus(&mut self, other: &Self) {
        let mut borrow = 0_i64;
        for (index, word) in self.0.iter_mut().enumerate() {
            let taken = other.0.get(index).copied().unwrap_or(0);
            borrow += i64::from(*word) - i64::from(taken);
            *word = borrow as u32;
            borrow >>= 32;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}
