//! CRC-32 as zip has it: the polynomial 0xedb88320, with bits reversed.

/// The checksum of the bytes so far, all bits turned, and what a byte adds, by its value.
///
/// The table is made when it is needed: it would be a kilobyte to download.
pub(super) struct Crc {
    sum: u32,
    table: Vec<u32>,
}

impl Default for Crc {
    fn default() -> Self {
        let shifted =
            |value: u32| if value & 1 == 1 { value >> 1 ^ 0xedb8_8320 } else { value >> 1 };
        let entry = |byte| (0..8).fold(byte, |value, _| shifted(value));
        Self { sum: u32::MAX, table: (0..256).map(entry).collect() }
    }
}

impl Crc {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        let Ok(table) = <&[u32; 256]>::try_from(&self.table[..]) else {
            return;
        };
        for &byte in bytes {
            self.sum = self.sum >> 8 ^ table[usize::from(self.sum as u8 ^ byte)];
        }
    }

    pub(super) fn value(&self) -> u32 {
        !self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::Crc;

    #[test]
    fn the_check_value_of_the_standard_comes_out() {
        let mut crc = Crc::default();
        crc.add(b"12345");
        crc.add(b"6789");
        assert_eq!(crc.value(), 0xcbf4_3926);
    }
}
