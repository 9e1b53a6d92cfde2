//! Archives put together byte by byte.

use super::*;
use miniz_oxide::deflate::compress_to_vec;

/// A file in an archive that is being made.
struct File<'a> {
    name: &'a str,
    content: &'a [u8],
    deflated: bool,
}

fn stored<'a>(name: &'a str, content: &'a [u8]) -> File<'a> {
    File { name, content, deflated: false }
}

fn deflated<'a>(name: &'a str, content: &'a [u8]) -> File<'a> {
    File { name, content, deflated: true }
}

fn zip(files: &[File<'_>]) -> Vec<u8> {
    let (mut bytes, mut central) = (Vec::new(), Vec::new());
    for file in files {
        let packed =
            if file.deflated { compress_to_vec(file.content, 6) } else { file.content.to_vec() };
        let mut shared = vec![20, 0, 0, 0, if file.deflated { 8 } else { 0 }, 0, 0, 0, 0, 0];
        shared.extend(directory::checksum(file.content).to_le_bytes());
        shared.extend((packed.len() as u32).to_le_bytes());
        shared.extend((file.content.len() as u32).to_le_bytes());
        shared.extend((file.name.len() as u16).to_le_bytes());
        shared.extend([0, 0]);
        central.extend(b"PK\x01\x02\x14\0");
        central.extend(&shared);
        central.extend([0; 10]);
        central.extend((bytes.len() as u32).to_le_bytes());
        central.extend(file.name.bytes());
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&shared);
        bytes.extend(file.name.bytes());
        bytes.extend(packed);
    }
    let start = bytes.len() as u32;
    bytes.extend(&central);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    for _ in 0..2 {
        bytes.extend((files.len() as u16).to_le_bytes());
    }
    bytes.extend((central.len() as u32).to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0, 0]);
    bytes
}

/// The document and its name, and the warnings.
fn read(bytes: &[u8]) -> Result<(String, String, Vec<String>), String> {
    let mut reporter = Reporter::new("a.zae");
    let (name, content) = document(bytes, &mut reporter).map_err(|error| error.to_string())?;
    let content = String::from_utf8(content.into_owned()).unwrap();
    Ok((name, content, reporter.into_warnings().iter().map(ToString::to_string).collect()))
}

#[test]
fn the_checksum_is_the_known_one() {
    assert_eq!(directory::checksum(b"123456789"), 0xCBF4_3926); // the value that CRC catalogues give
}

#[test]
fn the_first_document_or_the_one_that_the_manifest_names() {
    let text = "<COLLADA/> ".repeat(50);
    let one = [stored("notes.txt", b"x"), deflated("a/Walk.DAE", text.as_bytes())];
    assert_eq!(read(&zip(&one)), Ok(("a/Walk.DAE".into(), text.clone(), vec![])));
    let manifest = b"<?xml version='1.0'?><dae_root>./two%20b.dae#scene</dae_root>";
    let two =
        [stored("one.dae", b"1"), stored("two b.dae", b"2"), deflated("manifest.xml", manifest)];
    assert_eq!(read(&zip(&two)), Ok(("two b.dae".into(), "2".into(), vec![])));
    let lost = [stored("manifest.xml", b"<dae_root>x.dae</dae_root>"), stored("one.dae", b"1")];
    let warning = "a.zae: manifest.xml names no document of the archive: the first .dae is read";
    assert_eq!(read(&zip(&lost)), Ok(("one.dae".into(), "1".into(), vec![warning.into()])));
}

#[test]
fn pictures_stay_inside() {
    let files = [stored("one.dae", b"1"), stored("skin.PNG", b"x")];
    let warnings = read(&zip(&files)).unwrap().2;
    assert_eq!(warnings, ["a.zae: 1 picture in the archive: not read, unzip it to see them"]);
}

#[test]
fn bombs() {
    // 40 MB of blanks pack into some 40 KB.
    let blanks = vec![b' '; 40_000_000];
    let bomb = zip(&[deflated("one.dae", &blanks)]);
    assert!(bomb.len() < 100_000);
    let error = read(&bomb).unwrap_err();
    assert!(
        error.starts_with("a.zae: entry \"one.dae\" of the archive: unpacks to more than "),
        "{error}"
    );
}

#[test]
fn broken_archives() {
    let good = zip(&[deflated("one.dae", b"<COLLADA/>")]);
    let refused = |bytes: &[u8]| read(bytes).unwrap_err();
    assert_eq!(refused(&zip(&[])), "a.zae: a ZIP archive without a .dae inside");
    assert_eq!(
        refused(b"PK\x03\x04 and so on, and so on"),
        "a.zae: a broken ZIP: there is no directory at its end"
    );
    assert_eq!(refused(b"PK\x03\x04"), "a.zae: a broken ZIP: its directory is cut off");
    let at = |what: &[u8]| good.windows(what.len()).position(|window| window == what).unwrap();
    let with = |place: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[place] ^= byte;
        refused(&bytes)
    };
    let (central, end) = (at(b"PK\x01\x02"), at(b"PK\x05\x06"));
    assert_eq!(with(central + 8, 1), "a.zae: a broken ZIP: it is encrypted");
    assert_eq!(with(end + 16, 1), "a.zae: a broken ZIP: its directory is cut off");
    let entry = "a.zae: entry \"one.dae\" of the archive: ";
    assert_eq!(
        with(central + 16, 1),
        format!("{entry}its checksum is wrong: the archive is damaged")
    );
    assert_eq!(with(central + 42, 1), format!("{entry}its header is not where the directory says"));
    assert_eq!(with(central + 22, 1), format!("{entry}it reaches beyond the archive"));
    assert_eq!(with(37, 0xFF), format!("{entry}its packed bytes are damaged"));
}
