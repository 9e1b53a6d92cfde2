//! Numbers of buffers, from their bytes.

/// Returns the size of a number in bytes, or 0 for types that are not looked into.
pub(crate) fn number_bytes(number: &str) -> usize {
    match number {
        "i8" | "u8" => 1,
        "i16" | "u16" => 2,
        "i32" | "u32" | "f32" => 4,
        "f64" => 8,
        _ => 0,
    }
}

/// Returns a number of a vertex buffer.
pub(crate) fn decode(number: &str, bytes: &[u8]) -> f64 {
    let bits = little_endian(bytes);
    match number {
        "i8" => f64::from(bits as i8),
        "i16" => f64::from(bits as i16),
        "i32" => f64::from(bits as i32),
        "f32" => f64::from(f32::from_bits(bits as u32)),
        "f64" => f64::from_bits(bits),
        _ => bits as f64,
    }
}

/// Returns the number that its bytes are, in the order of all processors that glium runs on.
pub(crate) fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_each_kind() {
        assert_eq!(decode("u8", &[200]), 200.0);
        assert_eq!(decode("i8", &[200]), -56.0);
        assert_eq!(decode("u16", &[0, 255]), 65280.0);
        assert_eq!(decode("i16", &[0, 255]), -256.0);
        assert_eq!(decode("u32", &u32::MAX.to_le_bytes()), 4_294_967_295.0);
        assert_eq!(decode("i32", &(-7i32).to_le_bytes()), -7.0);
        assert_eq!(decode("f32", &0.1f32.to_le_bytes()), f64::from(0.1f32));
        assert_eq!(decode("f64", &0.1f64.to_le_bytes()), 0.1);
    }
}
