//! Decodes bytes to text: byte order marks, UTF-16, windows-1252.

use super::xml::Text;
use crate::loading::{Error, Reporter, foreign::describe_foreign};
use std::borrow::Cow;

/// Number of bytes in which the XML declaration is searched.
const DECLARATION_BYTES: usize = 256;

/// Returns a file's text without byte order mark, and the number of bytes of leading whitespace.
///
/// UTF-8 is borrowed. UTF-16 is recognised by its byte order mark.
/// Bytes that are not UTF-8 are read as windows-1252, with a warning unless the file declares it or Latin-1.
///
/// # Errors
/// If the file is empty, an archive, or broken UTF-16, or does not begin as XML does.
pub(super) fn decode_text<'a>(bytes: &'a [u8], reporter: &mut Reporter) -> Result<(Cow<'a, str>, usize), Error> {
    let text = match bytes {
        [] => return Err(reporter.error(None, "the file is empty")),
        [b'P', b'K', 3 | 5, 4 | 6, ..] => {
            return Err(reporter.error(None, ARCHIVE));
        }
        [0xEF, 0xBB, 0xBF, rest @ ..] => decode_eight_bit(rest, reporter),
        [0xFF, 0xFE, rest @ ..] => decode_utf16(rest, u16::from_le_bytes, reporter)?,
        [0xFE, 0xFF, rest @ ..] => decode_utf16(rest, u16::from_be_bytes, reporter)?,
        _ => decode_eight_bit(bytes, reporter),
    };
    let body = text.trim_start();
    let blanks = text.len() - body.len();
    if body.is_empty() {
        return Err(reporter.error(None, "the file holds nothing but blanks"));
    }
    if let Some(message) = describe_other_format(body) {
        return Err(reporter.error(None, message));
    }
    if !body.starts_with('<') {
        let location = Text { whole: &text, blanks: 0 }.location(blanks);
        let beginning: String = body.chars().take(12).take_while(|char| !char.is_control()).collect();
        let message = format!("neither Collada nor glTF: it begins with \"{beginning}\", where \"<\" was expected");
        return Err(reporter.error(Some(&location), message));
    }
    if blanks > 0 && body.starts_with("<?xml") {
        let message = "blanks stand before the XML declaration: they are skipped";
        reporter.warn(Some(&Text { whole: &text, blanks: 0 }.location(blanks)), message);
    }
    Ok((text, blanks))
}

/// Returns a message with the format of a file that is not Collada and a remedy, if its first characters are known.
fn describe_other_format(text: &str) -> Option<&'static str> {
    const PACKED: &str = "this is a packed scene of Blender: open it there, and export it as glTF 2.0 (.glb)";
    const MESH: &str = "this is a mesh without joints: give it joints in Blender or by Mixamo, and export it with them";
    const KNOWN: [(&str, &str); 17] = [
        ("Kaydara FBX Binary", FBX),
        ("; FBX", FBX),
        ("BLENDER", "this is a scene of Blender: open it there, and export it as glTF 2.0 (.glb)"),
        ("(\u{b5}/\u{fd}", PACKED), // Zstandard
        ("PXR-USDC", USD),
        ("#usda", USD),
        ("HIERARCHY", "this is BVH, a motion without a mesh: import it in Blender, and export it as glTF 2.0 (.glb)"),
        ("mtllib ", MESH), // Wavefront OBJ, as the next two
        ("# Blender", MESH),
        ("v ", MESH),
        ("solid ", MESH), // STL
        ("ply", MESH),
        (
            "ARMA",
            "this is a container of the pose editor: `cargo figure edit` opens it (in code, `container::load`), `cargo figure convert` writes it as Collada",
        ),
        ("glTF", "this is binary glTF"),
        ("{", "this looks like JSON, as glTF is"),
        ("‰PNG", "this is a picture"),                          // 89 50 4E 47
        ("\u{1f}‹", "this is packed by gzip, unpack it first"), // 1F 8B
    ];
    let known = KNOWN.iter().find(|(begin, _)| text.starts_with(begin)).map(|(_, message)| *message);
    known.or_else(|| describe_foreign(text.as_bytes()))
}

const FBX: &str = "this is FBX: import it in Blender, and export it as glTF 2.0 (.glb)";
const ARCHIVE: &str = "this is a ZIP archive (.zae is one): unpack it, and open the .dae inside";
const USD: &str = "this is USD: import it in Blender, and export it as glTF 2.0 (.glb)";

/// Characters of windows-1252 for the bytes 0x80 to 0x9F, where Latin-1 has control characters; all others are the same.
/// Five bytes have none, and stay control characters.
///
/// Source: WHATWG, Encoding Standard, "index windows-1252", which is also that for files that declare Latin-1.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Decodes UTF-8 or, where the bytes are not UTF-8, windows-1252, with a warning unless it or Latin-1 is declared.
fn decode_eight_bit<'a>(bytes: &'a [u8], reporter: &mut Reporter) -> Cow<'a, str> {
    let valid = match std::str::from_utf8(bytes) {
        Ok(text) => return Cow::Borrowed(text),
        Err(error) => error.valid_up_to(),
    };
    let encoding = declared_encoding(bytes).unwrap_or_else(|| "utf-8".into());
    if !["windows-1252", "cp1252", "iso-8859-1", "latin1", "latin-1"].contains(&&*encoding) {
        let before = String::from_utf8_lossy(&bytes[..valid]); // valid, so that nothing is replaced
        let location = Text { whole: &before, blanks: 0 }.location(valid);
        let byte = bytes[valid];
        let message = match &*encoding {
            "utf-8" | "utf8" => format!("byte 0x{byte:02X} is not {encoding}: the file is read as windows-1252"),
            _ => format!(
                "{encoding} is not read here: the file is read as windows-1252, and names may look wrong. UTF-8 and UTF-16 are read: save it as one of them"
            ),
        };
        reporter.warn(Some(&location), message);
    }
    let characters = bytes.iter().map(|byte| match byte {
        0x80..=0x9F => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(*byte),
    });
    Cow::Owned(characters.collect())
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16, reporter: &Reporter) -> Result<Cow<'static, str>, Error> {
    let (pairs, odd) = bytes.as_chunks::<2>();
    if !odd.is_empty() {
        return Err(reporter.error(None, "broken UTF-16: an odd number of bytes"));
    }
    let units = pairs.iter().map(|pair| unit(*pair));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    text.map(Cow::Owned).map_err(|_| reporter.error(None, "broken UTF-16: half of a surrogate pair"))
}

/// Returns the encoding in `<?xml ... encoding="..."?>`, in lower case.
fn declared_encoding(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(DECLARATION_BYTES)]);
    let declaration = head.trim_start().strip_prefix("<?xml")?.split("?>").next()?;
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    Some(value[1..].split(quote).next()?.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (String, Vec<String>) {
        let mut reporter = Reporter::new("a.dae");
        let (text, blanks) = decode_text(bytes, &mut reporter).unwrap();
        (text[blanks..].into(), reporter.into_warnings().iter().map(ToString::to_string).collect())
    }

    fn latin(text: &str) -> Vec<u8> {
        text.chars().map(|c| c as u8).collect()
    }

    #[test]
    fn one_text_in_many_encodings() {
        let plain = "<a b=\"R\u{fc}cken\"/>";
        let marked = format!("\u{feff}{plain}");
        let all = [
            plain.as_bytes().to_vec(),
            marked.clone().into_bytes(),
            marked.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            marked.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        ];
        for bytes in all {
            assert_eq!(read(&bytes), (plain.into(), vec![]), "{bytes:?}");
        }
        let head = "<?xml version='1.0' encoding = 'ISO-8859-1'?>";
        assert_eq!(read(&latin(&format!("{head}{plain}"))), (format!("{head}{plain}"), vec![]));
        let (text, warnings) = read(&latin(&format!("\n<!---->{plain}")));
        assert_eq!(text, format!("<!---->{plain}"));
        assert_eq!(warnings, ["a.dae:2:15: byte 0xFC is not utf-8: the file is read as windows-1252"]);
        let head = "<?xml version='1.0' encoding='windows-1252'?>";
        let bytes = [head.as_bytes(), b"<a b='\x96 \x9c\xfc'/>"].concat();
        assert_eq!(read(&bytes), (format!("{head}<a b='– œ\u{fc}'/>"), vec![]));
    }

    #[test]
    fn an_encoding_that_is_not_read_is_named() {
        let (_, warnings) = read(b"<?xml version='1.0' encoding='Shift_JIS'?><a b='\x98\xb2'/>");
        let [warning] = &*warnings else { panic!("{warnings:?}") };
        assert!(warning.starts_with("a.dae:1:49: shift_jis is not read here: "), "{warning}");
    }

    #[test]
    fn blanks_in_front() {
        let (text, warnings) = read(b"\n  <?xml version='1.0'?><a/>");
        assert!(text.starts_with("<?xml"));
        assert_eq!(warnings, ["a.dae:2:3: blanks stand before the XML declaration: they are skipped"]);
    }
}
