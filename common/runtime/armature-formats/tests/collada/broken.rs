//! Broken files, and the exact message about each.

use crate::{
    digest::digest,
    support::{BANNER, load, replace, warnings},
};
use armature_formats::collada;
use std::fs;

/// Each entry of `broken.txt`, texts of the banner and what replaces them, gives the messages of the entry. With
/// `ARMATURE_UPDATE` set, they are written instead of compared: read them before keeping them.
#[test]
fn golden_messages() {
    compare("broken.txt", false);
}

/// Entries of `cases.txt` also have the lines of the model's digest that differ from the banner's.
#[test]
fn what_comes_of_each_file() {
    compare("cases.txt", true);
}

fn compare(name: &str, has_digests: bool) {
    let path = format!("{}/tests/collada/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap();
    let plain = digest(&load(BANNER).unwrap().model);
    let (title, entries) = text.split_once("\n\n").unwrap();
    let mut got = title.to_owned() + "\n";
    for entry in entries.split("\n\n") {
        got.push('\n');
        let mut file = BANNER.to_owned();
        let mut what = String::new();
        let mut is_everywhere = false;
        for line in entry.lines().filter(|line| !line.starts_with(' ')) {
            got += &format!("{line}\n");
            let line = line.replace("\\n", "\n");
            let text = line[1..].strip_prefix(' ').unwrap_or_default();
            match &line[..1] {
                "#" => {}
                "+" if is_everywhere => file = file.replace(&what, text),
                "+" => file = replace(&file, &what, &repeated(text)),
                mark => {
                    is_everywhere = mark == "*";
                    text.clone_into(&mut what);
                }
            }
        }
        let mut lines = Vec::new();
        match load(&file) {
            Ok(loaded) => {
                lines.extend(warnings(&loaded));
                let digest = if has_digests { digest(&loaded.model) } else { Vec::new() };
                let digest = digest.into_iter().filter(|line| file == BANNER || !plain.contains(line));
                lines.extend(digest.map(|line| format!("= {line}")));
            }
            Err(error) => lines.push(format!("refused: {error}")),
        }
        for line in lines {
            let line = line.replace("model.dae:", "").replace(&"x".repeat(1_000), "");
            got += &format!("    {}\n", line.trim());
        }
    }
    if std::env::var_os("ARMATURE_UPDATE").is_some() {
        fs::write(&path, &got).unwrap();
    }
    for (number, (got, want)) in got.lines().zip(text.lines()).enumerate() {
        assert_eq!(got, want, "line {} of {name}", number + 1);
    }
    assert_eq!(got.len(), text.len());
}

/// Writes `{9*x}` as nine times x.
fn repeated(text: &str) -> String {
    let Some((before, rest)) = text.split_once('{') else { return text.to_owned() };
    let (times, rest) = rest.split_once('*').unwrap();
    let (piece, after) = rest.split_once('}').unwrap();
    [before, &piece.repeat(times.parse().unwrap()), after].concat()
}

#[test]
fn not_a_document() {
    let message = |bytes: &[u8]| collada::parse(bytes, "model.dae").unwrap_err().to_string();
    for (bytes, what) in [
        (&b""[..], "the file is empty"),
        (b" \n", "the file holds nothing but blanks"),
        (b"glTF\x02\0\0\0\xff", "this is binary glTF"),
        (b"{ \"asset\": {} }", "this looks like JSON, as glTF is"),
        (b"; FBX 7.4.0 project file", "this is FBX: import it in Blender, and export it as glTF 2.0 (.glb)"),
        (b"\nKaydara FBX Binary  \0\x1a\0", "this is FBX: import it in Blender, and export it as glTF 2.0 (.glb)"),
        (b"BLENDER-v402", "this is a scene of Blender: open it there, and export it as glTF 2.0 (.glb)"),
        (
            b"\x28\xb5\x2f\xfd\x04\0",
            "this is a packed scene of Blender: open it there, and export it as glTF 2.0 (.glb)",
        ),
        (b"PXR-USDC\0\x08", "this is USD: import it in Blender, and export it as glTF 2.0 (.glb)"),
        (
            b"HIERARCHY\nROOT Hips",
            "this is BVH, a motion without a mesh: import it in Blender, and export it as glTF 2.0 (.glb)",
        ),
        (
            b"ARMA\x01\0",
            "this is a container of the pose editor: `cargo figure edit` opens it (in code, `container::load`), \
             `cargo figure convert` writes it as Collada",
        ),
        (
            b"# Blender v3.6.0 OBJ File",
            "this is a mesh without joints: give it joints in Blender or by Mixamo, and export it with them",
        ),
        (b"<!doctype HTML><html>", "this is a web page, not the file that it shows: download the file itself"),
        (b"\x1f\x8b\x08\0", "this is packed by gzip, unpack it first"),
        (b"\x89PNG\r\n\x1a\n", "this is a picture"),
        (b"PK\x03\x04 and so on", "this is a ZIP archive (.zae is one): unpack it, and open the .dae inside"),
        (b"\xff\xfe<", "broken UTF-16: an odd number of bytes"),
        (b"\xff\xfe<\0\0\xd8", "broken UTF-16: half of a surrogate pair"),
        (b"<!-- nothing -->", "not XML: there is no element"),
    ] {
        assert_eq!(message(bytes), format!("model.dae: {what}"));
    }
    for (bytes, what) in [
        (&b"hello"[..], "neither Collada nor glTF: it begins with \"hello\", where \"<\" was expected"),
        (b"<gltf id='x'/>", "<gltf id=\"x\">: not a Collada file: <COLLADA> was expected here"),
    ] {
        assert_eq!(message(bytes), format!("model.dae:1:1: {what}"));
    }
    assert_eq!(message(b"<COLLADA version=\""), "model.dae:1:19: the file ends too early");
}

#[test]
fn what_multiplies() {
    // Every level twice: 2^30 nodes by 30 lines.
    let levels = (0..30).map(|n| {
        let next = format!("<instance_node url=\"#l{}\"/>", n + 1);
        format!("<node id=\"l{n}\">{next}{next}</node>")
    });
    let library = format!(
        "<library_nodes>{}<node id=\"l30\"/></library_nodes><library_visual_scenes>",
        levels.collect::<Vec<_>>().concat()
    );
    let bomb = replace(BANNER, "<library_visual_scenes>", &library);
    let bomb = replace(&bomb, "<node id=\"stand\"", "<node><instance_node url=\"#l0\"/></node><node id=\"stand\"");
    let message = load(&bomb).unwrap_err().to_string();
    assert!(message.ends_with(": too many nodes: more than 200000, each instance counted"), "{message}");

    // Thousands of channels, and a clip that names as many animations.
    let mut nodes = String::new();
    let mut channels = String::new();
    for node in 0..64 {
        nodes += &format!("<node id=\"n{node}\">");
        for turn in 0..250 {
            nodes += &format!("<rotate sid=\"t{turn}\">1 0 0 0</rotate>");
            channels += &format!("<channel source=\"#sway-sampler\" target=\"n{node}/t{turn}.ANGLE\"/>");
        }
        nodes += "</node>";
    }
    let names = "<instance_animation url=\"#sway\"/>".repeat(64 * 250);
    let clip = format!("<animation_clip id=\"long\">{names}</animation_clip>");
    let clips = format!("<library_animation_clips>{clip}</library_animation_clips><library_visual_scenes>");
    let many = replace(BANNER, "<library_visual_scenes>", &clips);
    let many = replace(&many, "<channel source", &format!("{channels}<channel source"));
    let many = replace(&many, "<node id=\"stand\"", &format!("{nodes}<node id=\"stand\""));
    let message = load(&many).unwrap_err().to_string();
    assert!(message.ends_with(": too many nodes, keys, channels and clips for one another"), "{message}");
}
