//! The checksum of archive members, CRC-32.

use std::sync::LazyLock;

use crc::{CRC_32_ISO_HDLC, Crc, Table};

/// The tables are computed when they are first needed, because they would add 16 KB to a program.
static CRC: LazyLock<Crc<u32, Table<16>>> =
    LazyLock::new(|| Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC));

/// The checksum of the bytes so far, which can be updated with more bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sum(pub(crate) u32);

impl Sum {
    pub(crate) fn update(&mut self, bytes: &[u8]) {
        // The final step inverts and reflects the state; this undoes it.
        let mut digest = CRC.digest_with_initial((!self.0).reverse_bits());
        digest.update(bytes);
        self.0 = digest.finalize();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_of_the_digits_is_the_published_one_however_they_are_divided() {
        for split in 0..=9 {
            let (first, second) = b"123456789".split_at(split);
            let mut sum = Sum::default();
            sum.update(first);
            sum.update(second);
            assert_eq!(sum.0, 0xcbf4_3926, "{split}");
        }
    }
}
