//! File addresses (URLs and paths) as exporters write them.

/// Returns an address as a path with forward slashes, without `file://`, `%20` and the drive letter.
pub(crate) fn plain_path(address: &str) -> String {
    let rest = ["file://localhost/", "file:///", "file://", "file:"]
        .iter()
        .find_map(|prefix| address.strip_prefix(prefix))
        .unwrap_or(address);
    let path = percent_decoded(rest).replace('\\', "/");
    match path.trim_start_matches('/').split_at_checked(2) {
        Some((drive, rest)) if drive.ends_with(':') => rest.trim_start_matches('/').into(),
        _ => path,
    }
}

/// Returns the text after `data:` in an address that contains its data. Capitals are allowed (RFC 3986, section 3.1).
pub(crate) fn embedded_data(address: &str) -> Option<&str> {
    let (scheme, data) = address.trim_ascii_start().split_at_checked(5)?;
    scheme.eq_ignore_ascii_case("data:").then_some(data)
}

/// Returns the beginning of an address for a message, without control characters and without the data that it contains.
pub(crate) fn printable(address: &str) -> String {
    const MAX_CHARS: usize = 80;
    let shown = match embedded_data(address) {
        Some(data) => &address[..address.len() - data.len() + data.find(',').unwrap_or(0)],
        None => address,
    };
    let mut text: String = shown.chars().take(MAX_CHARS).collect();
    if text.len() < address.len() {
        text += "...";
    }
    text.replace(char::is_control, " ")
}

/// Decodes `%20` and the like. A text whose bytes are then not UTF-8 is kept.
pub(crate) fn percent_decoded(text: &str) -> String {
    String::from_utf8(percent_decoded_bytes(text)).unwrap_or_else(|_| text.into())
}

/// Decodes `%20` and the like into bytes that need not be UTF-8.
pub(crate) fn percent_decoded_bytes(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut index = 0;
    while index < bytes.len() {
        let escaped = bytes.get(index + 1..index + 3).filter(|_| bytes[index] == b'%');
        let value = escaped
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        decoded.push(value.unwrap_or(bytes[index]));
        index += if value.is_some() { 3 } else { 1 };
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_no_data() {
        assert_eq!(printable("a\nb.png"), "a b.png");
        assert_eq!(printable(&"x".repeat(100)), "x".repeat(80) + "...");
        for begin in ["data:image/png;base64", " DATA:"] {
            assert_eq!(printable(&format!("{begin},iVBORw0KGgo=")), format!("{begin}..."));
        }
    }

    #[test]
    fn addresses_as_exporters_write_them() {
        for (address, path) in [
            ("./skin.png", "./skin.png"),
            ("a%20b%2.png", "a b%2.png"),
            ("file:///C:/art/skin.png", "art/skin.png"),
            ("file://art\\skin.png", "art/skin.png"),
            ("C:\\art\\skin.png", "art/skin.png"),
            ("\\..\\art\\skin.png", "/../art/skin.png"),
            ("%FF.png", "%FF.png"),
        ] {
            assert_eq!(plain_path(address), path, "{address}");
        }
    }
}
