//! Tests of documents in archives. names.rs has those of addresses, tests/collada those of whole models.

use super::*;
use std::sync::Arc;
use testing::zip::{deflated, stored, zip};

/// Opens an archive and returns its document's name and content, and the warnings.
fn open(bytes: &[u8]) -> Result<(String, String, Vec<String>), String> {
    let mut reporter = Reporter::new("a.zae");
    let archive = Archive::open(bytes, &mut reporter).map_err(|error| error.to_string())?;
    let content = archive.document(&reporter).map_err(|error| error.to_string())?;
    let content = String::from_utf8(content).unwrap();
    Ok((archive.document_name(), content, reporter.into_warnings().iter().map(ToString::to_string).collect()))
}

#[test]
fn the_first_document_or_the_one_that_the_manifest_names() {
    let text = "<COLLADA/> ".repeat(50);
    let one = [stored("notes.txt", b"x"), deflated("a/Walk.DAE", text.as_bytes())];
    assert_eq!(open(&zip(&one)), Ok(("a/Walk.DAE".into(), text.clone(), vec![])));
    let manifest = b"<?xml version='1.0'?><dae_root>./two%20b.dae#scene</dae_root>";
    let two = [stored("one.dae", b"1"), stored("two b.dae", b"2"), deflated("manifest.xml", manifest)];
    assert_eq!(open(&zip(&two)), Ok(("two b.dae".into(), "2".into(), vec![])));
    let missing = [stored("manifest.xml", b"<dae_root>x.dae</dae_root>"), stored("one.dae", b"1")];
    let warning = "a.zae: manifest.xml names \"x.dae\", which the archive has not: the first .dae is read";
    assert_eq!(open(&zip(&missing)), Ok(("one.dae".into(), "1".into(), vec![warning.into()])));
}

/// The manifest is XML, its address an address, and a folder may be packed with its name.
#[test]
fn manifests() {
    let wide: Vec<u8> =
        "\u{feff}<manifest><dae_root>b.dae</dae_root></manifest>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let texts: [&[u8]; 8] = [
        b"<manifest><DAE_ROOT>B.DAE</DAE_ROOT></manifest>",
        b"<x:manifest xmlns:x='u'><x:dae_root>./b.dae</x:dae_root></x:manifest>",
        b"<manifest><!-- <dae_root>a.dae</dae_root> --><dae_root>b.dae</dae_root></manifest>",
        b"<manifest><dae_root><![CDATA[b.dae]]></dae_root></manifest>",
        b"<manifest><dae_root>&#98;.dae</dae_root></manifest>",
        b"<manifest><dae_root>.\\x\\..\\b.dae</dae_root></manifest>",
        b"<manifest><dae_root>/b.dae#scene</dae_root></manifest>",
        &wide,
    ];
    for text in texts {
        for folder in ["", "figure/"] {
            let [a, b, manifest] = ["a.dae", "b.dae", "Manifest.xml"].map(|name| format!("{folder}{name}"));
            let copy = ["__MACOSX/figure/._a.dae", "__MACOSX/._manifest.xml"].map(|name| stored(name, b"-"));
            let [more, meta] = copy;
            let files = [more, meta, stored(&a, b"1"), stored(&b, b"2"), stored(&manifest, text)];
            assert_eq!(open(&zip(&files)), Ok((b.clone(), "2".into(), vec![])), "{}", String::from_utf8_lossy(text));
        }
    }
    let two = [stored("a.dae", b"1"), stored("b.dae", b"2"), stored("c.dae", b"3")];
    let warning = "a.zae: 3 documents, of which \"a.dae\" is read: \"b.dae\" and all others are left out";
    assert_eq!(open(&zip(&two)), Ok(("a.dae".into(), "1".into(), vec![warning.into()])));
    let none = "manifest.xml: no <dae_root>: the first .dae is read";
    for (text, why) in [("<manifest/>", none), ("<manifest>", "manifest.xml:1:11: the file ends inside")] {
        let (name, _, warnings) =
            open(&zip(&[stored("manifest.xml", text.as_bytes()), stored("a.dae", b"1")])).unwrap();
        assert_eq!(name, "a.dae");
        assert!(warnings[0].starts_with(&format!("a.zae: {why}")), "{warnings:?}");
    }
}

/// Returns the picture at each address, unpacked to `total` bytes together at most.
fn pictures(bytes: &[u8], addresses: &[&str], total: u64) -> Vec<Option<Result<Texture, String>>> {
    let archive = Archive::open(bytes, &mut Reporter::new("a.zae")).unwrap();
    let pictures = unpack_pictures(&archive, "a.zae", addresses.iter().copied(), Allowance::new(total));
    addresses.iter().map(|address| pictures.get(*address).cloned()).collect()
}

#[test]
fn each_picture_once_however_it_is_asked_for() {
    let skin = [7; 1000];
    let files = [stored("one.dae", b""), deflated("skin.png", &skin), stored("eye\n.png", b"x")];
    let addresses = ["skin.png", "./SKIN.png", "eye\n.png", "lost.png", ""];
    let got = pictures(&zip(&files), &addresses, 1001); // enough for each of them once
    let [Some(Ok(one)), Some(Ok(other)), Some(Ok(eye)), None, None] = &got[..] else { panic!("{got:?}") };
    let (Texture::Bytes { name, bytes }, Texture::Bytes { bytes: again, .. }) = (one, other) else {
        panic!("{one:?} {other:?}")
    };
    assert_eq!((&**name, &**bytes), ("a.zae/skin.png", &skin[..]));
    assert!(Arc::ptr_eq(bytes, again));
    assert_eq!(eye.to_string(), "a.zae/eye .png");
}

#[test]
fn all_pictures_together_have_a_limit() {
    let half = vec![0; 500_000];
    let tiny = [9; 10];
    for way in [stored, deflated] {
        let files = [stored("one.dae", b""), way("a.png", &half), way("b.png", &half), way("tiny.png", &tiny)];
        let addresses = ["a.png", "b.png", "tiny.png"];
        let bytes = zip(&files);
        let all = pictures(&bytes, &addresses, 1_000_100);
        assert!(all.iter().all(|got| matches!(got, Some(Ok(_)))), "{all:?}");
        let some = pictures(&bytes, &addresses, 999_999);
        let [Some(Ok(_)), Some(Err(why)), _] = &some[..] else { panic!("{some:?}") };
        let want = "entry \"b.png\" of the archive: with those before it, it unpacks to more than 999999 bytes";
        assert_eq!(why, want);
    }
}

/// Each entry is charged with the bytes to which it unpacks, even if many share their packed bytes or are damaged.
#[test]
fn damage_is_no_way_around_the_limit() {
    let zeros = vec![0; 1 << 20];
    let mut bytes = zip(&[stored("one.dae", b""), deflated("a.png", &zeros), stored("b.png", b"x")]);
    let second = bytes.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    let first = bytes[..second].windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    bytes[first + 16] ^= 1; // its checksum
    let got = pictures(&bytes, &["a.png", "b.png"], 1 << 20);
    let [Some(Err(damaged)), Some(Err(spent))] = &got[..] else { panic!("{got:?}") };
    assert!(damaged.ends_with("its checksum is wrong: the archive is damaged"), "{damaged}");
    assert!(spent.ends_with("it unpacks to more than 1048576 bytes"), "{spent}");
    // Empty blocks unpack to nothing, and are read all the same.
    let blocks = [0u8, 0, 0, 255, 255].repeat(200);
    let end = [1u8, 0, 0, 255, 255];
    let stream = [blocks.as_slice(), &end].concat();
    let mut bytes = zip(&[stored("one.dae", b""), stored("e.png", &stream), stored("f.png", &stream)]);
    for at in 0..bytes.len() - 20 {
        if bytes[at..].starts_with(b"PK\x01\x02") && bytes[at + 20] != 0 {
            bytes[at + 10] = 8;
            bytes[at + 16..at + 20].fill(0); // of nothing
        }
    }
    let got = pictures(&bytes, &["e.png", "f.png"], stream.len() as u64);
    assert!(matches!(&got[..], [Some(Ok(_)), Some(Err(_))]), "{got:?}");
}

#[test]
fn bombs() {
    // 40 MB of blanks pack into some 40 KB.
    let blanks = vec![b' '; 40_000_000];
    let bomb = zip(&[deflated("one.dae", &blanks)]);
    assert!(bomb.len() < 100_000);
    let error = open(&bomb).unwrap_err();
    assert!(error.starts_with("a.zae: entry \"one.dae\" of the archive: unpacks to more than "), "{error}");
}

#[test]
fn broken_archives() {
    let good = zip(&[deflated("one.dae", b"<COLLADA/>")]);
    let rejected = |bytes: &[u8]| open(bytes).unwrap_err();
    let nothing = "a.zae: a ZIP archive without a .dae inside";
    assert_eq!(rejected(&zip(&[])), nothing);
    let download = zip(&[deflated("license.txt", b"-"), deflated("a b/Scene.glTF", b"{}")]);
    let unzip = "a.zae: a ZIP archive without a .dae inside: unzip it, and open \"a b/Scene.glTF\"";
    assert_eq!(rejected(&download), unzip);
    let usdz = zip(&[deflated("knight.usdc", b"PXR-USDC")]);
    assert_eq!(rejected(&usdz), format!("a.zae: {USD}"));
    let cut = "a.zae: a broken ZIP: Missing end of central directory";
    for bytes in [b"PK\x03\x04 and so on, and so on", &b"PK\x03\x04"[..], &good[..good.len() - 22]] {
        assert_eq!(rejected(bytes), cut);
    }
    assert_eq!(rejected(&good[..good.len() - 1]), "a.zae: a broken ZIP: Unexpected end of file");
    let at = |what: &[u8]| good.windows(what.len()).position(|window| window == what).unwrap();
    let with = |location: usize, byte: u8| {
        let mut bytes = good.clone();
        bytes[location] ^= byte;
        rejected(&bytes)
    };
    let central = at(b"PK\x01\x02");
    let signature = |expected| format!("a broken ZIP: Invalid signature: expected 0x{expected}");
    assert_eq!(with(central, 1), format!("a.zae: {}, got 0x02014b51", signature("02014b50")));
    let entry = "a.zae: entry \"one.dae\" of the archive: ";
    assert!(with(central + 42, 1).starts_with(&format!("{entry}{}", signature("04034b50"))));
    let method = CompressionMethod::from(9);
    assert_eq!(
        with(central + 10, 1),
        format!("{entry}it is packed by {method}, which is not read here: pack it by Deflate")
    );
    assert_eq!(with(central + 8, 1), format!("{entry}it is encrypted"));
    assert_eq!(with(central + 16, 1), format!("{entry}its checksum is wrong: the archive is damaged"));
    assert_eq!(with(37, 0xFF), format!("{entry}its packed bytes are damaged"));
}
