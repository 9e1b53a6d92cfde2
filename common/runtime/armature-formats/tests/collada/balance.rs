//! What a file holds is in its model or in a warning: figures from which parts are unhooked at random.

use crate::support::{BANNER, load, replace, warnings};
use testing::dice::Dice;

/// Returns the banner with a flag, which is instanced out of `library_nodes`.
fn figure() -> String {
    let text = replace(
        BANNER,
        "  </library_geometries>",
        "<geometry id=\"flag\" name=\"Flag\"><mesh><source id=\"flag-places\"><float_array id=\"flag-array\" count=\"9\">\
         0 0 0 1 0 0 0 0 1</float_array><technique_common><accessor source=\"#flag-array\" count=\"3\" stride=\"3\"/>\
         </technique_common></source><vertices id=\"corners\"><input semantic=\"POSITION\" source=\"#flag-places\"/>\
         </vertices><triangles count=\"1\" material=\"flag-symbol\"><input semantic=\"VERTEX\" source=\"#corners\" \
         offset=\"0\"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>",
    );
    let text =
        text.replace("source=\"#corners\" offset=\"0\"/><p>", "source=\"#corners\" offset=\"0\"/><p id=\"faces\">");
    replace(
        &text,
        "  <library_visual_scenes>",
        "<library_nodes><node id=\"mast\" name=\"Mast\"><instance_geometry url=\"#flag\"><bind_material>\
         <technique_common><instance_material symbol=\"flag-symbol\" target=\"#cloth\"/></technique_common>\
         </bind_material></instance_geometry></node></library_nodes><library_visual_scenes>",
    )
    .replace("<node id=\"hanging\"", "<node id=\"side\"><instance_node url=\"#mast\"/></node><node id=\"hanging\"")
}

/// Texts that unhook a part of the figure, the part's name, and words of the warning about it.
const UNHOOKS: [(&str, &str, &[&str]); 19] = [
    ("<instance_controller url=\"#hung\">", "<instance_controller url=\"#gone\">", &["\"hung\"", "\"Banner\""]),
    ("<instance_node url=\"#mast\"/>", "", &["\"Mast\"", "\"Flag\""]),
    ("<instance_geometry url=\"#flag\">", "<instance_geometry url=\"#gone\">", &["\"Flag\"", "\"gone\""]),
    ("<visual_scene id=\"hall\">", "<visual_scene id=\"yard\"/><visual_scene id=\"hall\">", &["\"yard\""]),
    ("<instance_visual_scene url=\"#hall\"/>", "", &["no <scene> names a scene"]),
    ("<p id=\"faces\">0 1 2</p>", "", &["without a whole triangle"]),
    ("<p id=\"faces\">0 1 2</p>", "<p>0 1</p>", &["without a whole triangle"]),
    ("<p>0 0 1 0 3 0 2 0 2 0 3 0 5 0 4 0</p>", "", &["without a whole triangle"]),
    ("symbol=\"cloth-symbol\"", "symbol=\"other\"", &["the symbol \"cloth-symbol\""]),
    ("target=\"tip/turn.ANGLE\"", "target=\"gone/turn.ANGLE\"", &["gone/turn.ANGLE"]),
    ("<channel source=\"#sway-sampler\"", "<channel source=\"#gone\"", &["no sampler \"#gone\""]),
    (
        "\"tip/turn.ANGLE\"/>\n    </animation>\n  </library_animations>",
        "\"far/turn.ANGLE\"/></animation></library_animations><library_nodes><node id=\"far\"><rotate sid=\"turn\">1 0 0 0\
         </rotate></node></library_nodes>",
        &["\"far\"", "it moves a node outside of the scene"],
    ),
    (
        "<library_effects>",
        "<library_images><image id=\"paint\"><init_from>paint.png</init_from></image></library_images><library_effects>",
        &["\"paint\": not that of a diffuse colour"],
    ),
    ("count=\"2\">1 0.5<", "count=\"2\">1 -0.5<", &["a weight below 0"]),
    ("0.5 1 2</float_array>", "0.5 NaN 2</float_array>", &["the time of key 1 is not a finite number"]),
    ("0 90 0</float_array>", "0 0 0</float_array>", &["nothing moves in it"]),
    ("<controller id=\"hung\">", "<controller id=\"odd\"/><controller id=\"hung\">", &["neither a <skin> nor"]),
    ("<translate sid=\"lift\">0 0 1<", "<translate sid=\"lift\">0 x 1<", &["\"x\" is not a number"]),
    ("1 0 0 10 0 1 0 0 0 0 1 0 0 0 0 1<", "1 0 0 0 0 1 0 0 0 0 1 0 10 0 0 1<", &["as if it were transposed"]),
];

#[test]
fn the_whole_figure_is_in_its_model() {
    let loaded = load(&figure()).unwrap();
    assert_eq!(warnings(&loaded), [""; 0]);
    let all = "1 of 1 scenes, 6 of 6 nodes, 2 of 2 meshes, 2 of 2 primitives, 5 of 5 triangles, 1 of 1 skins, \
               1 of 1 channels, 1 of 1 materials";
    assert_eq!(loaded.balance.to_string(), all);
}

#[test]
fn what_is_unhooked_is_told() {
    let mut dice = Dice(0xBA1A);
    for round in 0..UNHOOKS.len() + 500 {
        let mut text = figure();
        let mut wanted = Vec::new();
        for step in 0..if round < UNHOOKS.len() { 1 } else { 2 + dice.below(3) } {
            let number = if round < UNHOOKS.len() { round + step } else { dice.below(UNHOOKS.len()) };
            let (what, with, words) = UNHOOKS[number];
            if text.matches(what).count() == 1 {
                text = text.replace(what, with);
                wanted.push((what, words));
            }
        }
        let loaded = load(&text).unwrap_or_else(|error| panic!("{wanted:?}: {error}"));
        let texts = warnings(&loaded);
        for (_, words) in &wanted {
            let reported = words.iter().filter(|word| texts.iter().any(|text| text.contains(**word))).count();
            // What hangs on an unhooked part is told with it.
            let is_below = texts.iter().any(|text| text.contains("in no node")) || loaded.model.clips.is_empty();
            let is_reported = if wanted.len() == 1 { reported == words.len() } else { reported > 0 || is_below };
            assert!(is_reported, "{wanted:?}: not {words:?} in {texts:#?}");
        }
        for tally in &loaded.balance.tallies {
            assert!(
                tally.used <= tally.offered && (tally.used == tally.offered || !texts.is_empty()),
                "{wanted:?}: {tally:?}"
            );
        }
        let instanced: usize = loaded.model.parts.iter().map(|part| part.mesh.triangle_count()).sum();
        let triangles = loaded.balance.tallies.iter().find(|tally| tally.kind == "triangles").unwrap();
        assert_eq!(triangles.used, instanced, "{wanted:?}");
    }
}

/// A morph of a skin is skinned, in its base shape.
#[test]
fn a_skin_below_a_morph() {
    let text = replace(
        BANNER,
        "  </library_controllers>",
        "<controller id=\"mood\"><morph source=\"#hung\"/></controller></library_controllers>",
    );
    let loaded = load(&replace(&text, "url=\"#hung\"", "url=\"#mood\"")).unwrap();
    let [part] = &*loaded.model.parts else { panic!("{:?}", loaded.model.parts) };
    assert_eq!(loaded.model.skins[part.skin].bindings.len(), 2);
    assert!(warnings(&loaded)[0].contains("morph targets are not read"));
}

/// Elements of two names may have one id, and a sampler may stand in any animation.
#[test]
fn equal_ids() {
    let text = BANNER.replace("id=\"banner\"", "id=\"tip\"").replace("source=\"#banner\"", "source=\"#tip\"");
    let loaded = load(&text).unwrap();
    assert_eq!(warnings(&loaded), [""; 0]);
    assert_eq!((loaded.model.parts.len(), loaded.model.clips[0].tracks.len()), (1, 1));
    let text = replace(BANNER, "<channel source=\"#sway-sampler\"", "<animation><channel source=\"#sway-sampler\"");
    let text = replace(&text, "target=\"tip/turn.ANGLE\"/>", "target=\"tip/turn.ANGLE\"/></animation>");
    let loaded = load(&text).unwrap();
    assert_eq!(warnings(&loaded), [""; 0]);
    assert_eq!(loaded.model.clips[0].tracks.len(), 1);
}
