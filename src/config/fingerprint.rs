//! A short name for what a document says: the same rules have the same fingerprint on every machine.
//!
//! Every value is written as `key=value` on a line of its own, keys sorted, names of cards as catalog keys, and the bytes
//! are hashed with 64-bit FNV-1a. Comments, order, spelling of names and the files that said it do not count.

use serde::Serialize;

use super::document::Node;

/// 64-bit FNV-1a.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    bytes.iter().fold(OFFSET, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

/// The lines that are hashed.
pub fn canonical(value: &impl Serialize) -> String {
    let value = toml::Value::try_from(value).expect("rule sets and set-ups are TOML");
    let mut lines = Vec::new();
    Node::from_value(&value).walk(&mut |key, node| lines.push(format!("{key}={}\n", node.one_line())));
    lines.sort();
    lines.concat()
}

/// Sixteen hexadecimal digits.
pub fn fingerprint(value: &impl Serialize) -> String {
    format!("{:016x}", fnv1a(canonical(value).as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv1a_gives_the_published_values() {
        // Test vectors of the function's authors.
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
