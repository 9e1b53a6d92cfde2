//! Broken files, and the exact message about each.

use crate::support::{BANNER, load, load_bytes, replace, warnings};

/// Replaces `what` by `with`; loading must fail with this message.
fn rejected(what: &str, with: &str, message: &str) {
    let error = load(&replace(BANNER, what, with)).expect_err(message);
    assert_eq!(error.to_string(), format!("model.dae:{message}"));
}

/// Replaces `what` by `with`; loading must succeed with these warnings.
fn tolerated(what: &str, with: &str, messages: &[&str]) {
    let loaded = load(&replace(BANNER, what, with)).unwrap_or_else(|error| panic!("{what}: {error}"));
    let want: Vec<_> = messages.iter().map(|message| format!("model.dae:{message}")).collect();
    assert_eq!(warnings(&loaded), want);
}

#[test]
fn not_a_document() {
    assert_eq!(message(b""), "model.dae: the file is empty");
    assert_eq!(
        message(b"hello"),
        "model.dae:1:1: neither Collada nor glTF: it begins with \"hello\", where \"<\" was expected"
    );
    for (bytes, what) in [
        (&b"glTF\x02\0\0\0\xff"[..], "this is binary glTF"),
        (b"{ \"asset\": {} }", "this looks like JSON, as glTF is"),
        (b"; FBX 7.4.0 project file", "this is FBX: import it in Blender"),
        (b"\nKaydara FBX Binary  \0\x1a\0", "this is FBX: import it in Blender"),
        (b"BLENDER-v402", "this is a scene of Blender: open it there, and export it"),
        (b"\x28\xb5\x2f\xfd\x04\0", "this is a packed scene of Blender"),
        (b"PXR-USDC\0\x08", "this is USD: import it in Blender"),
        (b"ARMA\x01\0", "this is a container of the pose editor: `cargo figure edit`"),
        (b"# Blender v3.6.0 OBJ File", "this is a mesh without joints"),
        (b"<!doctype HTML><html>", "this is a web page"),
        (b"\x1f\x8b\x08\0", "this is packed by gzip, unpack it first"),
        (b"\x89PNG\r\n\x1a\n", "this is a picture"),
    ] {
        let begin = format!("model.dae: {what}");
        assert!(message(bytes).starts_with(&begin), "{}", message(bytes));
    }
    assert_eq!(
        message(b"<gltf id='x'/>"),
        "model.dae:1:1: <gltf id=\"x\">: not a Collada file: <COLLADA> was expected here"
    );
    assert_eq!(message(b"PK\x03\x04 and so on"), "model.dae: a broken ZIP: Missing end of central directory");
}

fn message(bytes: &[u8]) -> String {
    load_bytes(bytes).unwrap_err().to_string()
}
#[test]
fn broken_xml() {
    let cut = BANNER.find("0.5</float_array>").unwrap();
    assert_eq!(
        load(&BANNER[..cut]).unwrap_err().to_string(),
        "model.dae:84:55: the file ends inside <float_array id=\"weights-array\">, which begins in line 84"
    );
    rejected("</skin>", "</sink>", "101:7: expected </skin>, found </sink>");
    rejected(
        "by hand",
        "caf&eacute;",
        "4:37: unknown entity &eacute; (XML itself knows amp, lt, gt, quot and apos only)",
    );
    rejected(
        "<COLLADA xmlns",
        "<!DOCTYPE COLLADA [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>\n<COLLADA xmlns",
        "2:1: a document type declaration (DTD) is not allowed",
    );
}

#[test]
fn numbers() {
    rejected(
        ">0 0 0 1 0 0 0 0 1",
        ">0 0 0 1 zero 0 0 0 1",
        "29:11: <float_array id=\"places-array\">: \"zero\" is not a number (value 4)",
    );
    tolerated(
        ">0 0 0 1 0 0 0 0 1",
        ">0 0 0 1 -1.#IND 0 0 NaN 1",
        &[
            "29:11: <float_array id=\"places-array\">: value 4, \"-1.#IND\", is not a finite number: such values are read as 0",
        ],
    );
    tolerated(
        "<float_array id=\"places-array\" count=\"18\">",
        "<float_array id=\"places-array\" count=\"4000000000\">",
        &["29:11: <float_array id=\"places-array\">: count says 4000000000, but there are 18 values: these are used"],
    );
    rejected(
        "source=\"#places-array\" count=\"6\" stride=\"3\"",
        "source=\"#places-array\" count=\"6\" stride=\"0\"",
        "31:13: <accessor>: stride=\"0\" in source \"places\": an element has a value at least",
    );
    rejected(
        "source=\"#places-array\" count=\"6\"",
        "source=\"#places-array\" count=\"-6\"",
        "31:13: <accessor>: count=\"-6\" is not a whole number from 0",
    );
    tolerated(
        "<translate sid=\"lift\">0 0 1<",
        "<translate sid=\"lift\">0 1<",
        &["144:13: <translate id=\"lift\">: expected 3 numbers, found 2: left out"],
    );
    tolerated(
        "<translate sid=\"lift\">0 0 1<",
        "<translate sid=\"lift\">0 1e39 1<",
        &["144:13: <translate id=\"lift\">: value 1 is not a finite number, or too large: left out"],
    );
}

#[test]
fn geometry() {
    rejected("<p>0 0 1 0 3 0", "<p>0 0 1 0 -3 0", "55:11: <p>: negative index -3 (value 4)");
    rejected("<p>0 0 1 0 3 0", "<p>0 0 1 0 x 0", "55:11: <p>: \"x\" is not a whole number (value 4)");
    rejected("<p>0 0 1 0 3 0", "<p>0 0 1 0 6 0", "51:9: <polylist>: index 6, but there are only 6 positions");
    tolerated(
        "<p>0 0 1 0 3 0",
        "<p>0 0 1 1 3 0",
        &["51:9: <polylist>: index 1, but only 1 normals: they are left out"],
    );
    tolerated(
        "<p>0 0 1 0 3 0",
        "<p>0 0 1 0 -1 0",
        &["55:11: <p>: index -1, once: read as \"no vertex\", its face is left out"],
    );
    rejected("<vcount>4 4<", "<vcount>4 -4<", "54:11: <vcount>: negative count -4 (value 1)");
    tolerated(
        "<vcount>4 4<",
        "<vcount>4 5<",
        &["54:11: <vcount>: <vcount> adds up to 9 corners, but <p> has 8: whole faces are used"],
    );
    tolerated(
        "source=\"#places-array\"",
        "source=\"#lost-array\"",
        &["31:13: <accessor>: no array \"#lost-array\": the array beside it is used"],
    );
    tolerated(
        "<input semantic=\"POSITION\" source=\"#places\"/>",
        "<input semantic=\"POSITION\" source=\"#lost\"/>",
        &[
            "48:9: <vertices id=\"corners\">: no POSITION: nothing is drawn",
            "49:11: <input>: no source of numbers \"#lost\": left out",
        ],
    );
}

#[test]
fn skins() {
    tolerated(
        "1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1\n",
        "1 0 0 0  0 1 0 0  0 0 1 0\n",
        &[
            "72:9: <source id=\"inverses\">: 28 values, but 2 matrices need 32: the joints' rest places are used",
            "73:11: <float_array id=\"inverses-array\">: count says 32, but there are 28 values: these are used",
            "78:13: <accessor>: 2 elements of 16 are asked for, but the array has 28 values: 1 are used",
        ],
    );
    rejected("<v>0 1 0 1 1 0", "<v>0 2 0 1 1 0", "99:11: <v>: joint 2, but the skin has 2 joints");
    rejected("<v>0 1 0 1 1 0", "<v>0 -2 0 1 1 0", "99:11: <v>: joint -2, but the skin has 2 joints");
    rejected("<v>0 1 0 1 1 0", "<v>2 1 0 1 1 0", "99:11: <v>: weight 2, but there are 2 weights");
    rejected(
        "<vcount>1 1 2 2 1 1<",
        "<vcount>1 1 2 2 1 2<",
        "99:11: <v>: <vcount> adds up to 9 influences, but there are 8 here",
    );
    tolerated(
        "<vcount>1 1 2 2 1 1<",
        "<vcount>1 1 2 2<",
        &[
            "62:7: <skin id=\"hung\">: 2 vertices with weight sum 0: drawn on the skin's first joint",
            "95:9: <vertex_weights>: count says 6 vertices, but <vcount> has 4: the rest follows no joint",
            "99:11: <v>: 8 influences, but <vcount> asks for 6: the rest is left out",
        ],
    );
    tolerated(
        "url=\"#hung\"",
        "url=\"#ghost\"",
        &[
            "26:5: <geometry id=\"banner\">: \"Banner\": in no node of the scene: left out",
            "61:5: <controller id=\"hung\">: \"hung\": in no node of the scene: left out",
            "150:9: <instance_controller>: node \"hanging\": no controller \"ghost\": left out",
        ],
    );
    tolerated(
        "<skeleton>#pole<",
        "<skeleton>#mast<",
        &["150:9: <instance_controller>: no skeleton \"#mast\": joints are searched in the whole scene"],
    );
    tolerated(
        "<skin source=\"#banner\">",
        "<skin source=\"#sail\">",
        &[
            "26:5: <geometry id=\"banner\">: \"Banner\": in no node of the scene: left out",
            "61:5: <controller id=\"hung\">: no geometry \"sail\": nothing is drawn",
        ],
    );
}

#[test]
fn animations() {
    tolerated(
        "target=\"tip/turn.ANGLE\"",
        "target=\"nobody/turn.ANGLE\"",
        &["135:7: <channel>: target \"nobody/turn.ANGLE\": there is no node \"nobody\": left out"],
    );
    tolerated(
        "target=\"tip/turn.ANGLE\"",
        "target=\"tip/spin.ANGLE\"",
        &["135:7: <channel>: target \"tip/spin.ANGLE\": node \"tip\" has no transform \"spin.ANGLE\": left out"],
    );
    tolerated(
        "target=\"tip/turn.ANGLE\"",
        "target=\"tip/turn.COLOUR\"",
        &["135:7: <channel>: target \"tip/turn.COLOUR\": <rotate> has no member \".COLOUR\": left out"],
    );
    tolerated(
        "target=\"tip/turn.ANGLE\"",
        "target=\"tip/lift\"",
        &["135:7: <channel>: target \"tip/lift\": keys of 1 numbers do not fit, 3 would: left out"],
    );
    tolerated(
        "target=\"tip/turn.ANGLE\"",
        "target=\"cloth/colour\"",
        &["135:7: <channel>: target \"cloth/colour\": \"cloth\" is not a node: left out"],
    );
    tolerated(
        "<input semantic=\"OUTPUT\" source=\"#sway-angles\"/>",
        "",
        &[
            "130:7: <sampler id=\"sway-sampler\">: the sampler has no OUTPUT (the keys' values): its channels are left out",
        ],
    );
    tolerated(
        "LINEAR LINEAR LINEAR",
        "LINEAR BOUNCE LINEAR",
        &["130:7: <sampler id=\"sway-sampler\">: unknown interpolation \"BOUNCE\": read as LINEAR"],
    );
    tolerated(
        ">0.5 1 2<",
        ">0.5 2 1<",
        &["130:7: <sampler id=\"sway-sampler\">: key 2 is at 1 s, after 2 s: the keys are sorted by time"],
    );
    tolerated(
        ">0.5 1 2<",
        ">0.5 NaN 2<",
        &[
            "107:9: <float_array id=\"sway-times-array\">: value 1, \"NaN\", is not a finite number: such values are read as 0",
            "130:7: <sampler id=\"sway-sampler\">: the time of key 1 is not a finite number: its channels are left out",
        ],
    );
    tolerated(
        "<float_array id=\"sway-times-array\" count=\"3\">0.5 1 2<",
        "<float_array id=\"sway-times-array\" count=\"0\"><",
        &[
            "109:11: <accessor>: 3 elements of 1 are asked for, but the array has 0 values: 0 are used",
            "130:7: <sampler id=\"sway-sampler\">: the sampler has no keys: its channels are left out",
        ],
    );
    tolerated(
        "target=\"tip/turn.ANGLE\"/>",
        "target=\"tip/turn.ANGLE\"/><channel source=\"#sway-sampler\" target=\"pole/x\"/>\
         <channel source=\"#sway-sampler\" target=\"tip/turn.ANGLE\"/>",
        &[
            "135:64: <channel>: target \"pole/x\": node \"pole\" has no transform \"x\": left out",
            "135:113: <channel>: a second channel for \"tip/turn.ANGLE\": the last one wins",
        ],
    );
}

#[test]
fn the_scene() {
    tolerated(
        "<instance_visual_scene url=\"#hall\"/>",
        "<instance_visual_scene url=\"#yard\"/>",
        &["162:5: <instance_visual_scene>: no visual scene \"#yard\": the first one, \"hall\", is used"],
    );
    tolerated(
        "version=\"1.4.1\"",
        "version=\"9.9\"",
        &["2:1: <COLLADA>: unknown version \"9.9\": it is read as 1.4.1"],
    );
    tolerated("Z_UP", "W_UP", &["6:5: <up_axis>: unknown axis \"W_UP\": Y_UP is assumed"]);
    tolerated(
        "meter=\"0.5\"",
        "meter=\"-1\"",
        &["5:5: <unit id=\"half\">: meter=\"-1\" is not a length: 1 is assumed"],
    );
    tolerated(
        "<node id=\"hanging\"",
        "<node id=\"tip\"",
        &["149:7: <node id=\"tip\">: the id is taken already (line 143): the first one counts"],
    );
}

#[test]
fn files_that_ask_for_too_much() {
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

    rejected(
        "<translate sid=\"lift\">",
        "<instance_node url=\"#tip\"/><translate sid=\"lift\">",
        "143:11: <node id=\"tip\">: nodes nested more than 990 deep: does one instance itself?",
    );
    let deep = format!("{}{}", "<node>".repeat(2000), "</node>".repeat(2000));
    rejected(
        "<node id=\"hanging\"",
        &format!("{deep}<node id=\"hanging\""),
        "149:5989: elements nested more than 1000 deep",
    );
    rejected("name=\"Hanging\"", &format!("name=\"{}\"", "x".repeat(70_000)), "149:7: a tag of more than 65536 bytes");
    // A controller that is its own source.
    tolerated(
        "<skin source=\"#banner\">",
        "<skin source=\"#hung\">",
        &[
            "26:5: <geometry id=\"banner\">: \"Banner\": in no node of the scene: left out",
            "61:5: <controller id=\"hung\">: no geometry \"hung\": nothing is drawn",
        ],
    );
}
