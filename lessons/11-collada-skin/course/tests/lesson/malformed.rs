//! Skins that are no good: this lesson's reader leaves them to `common`, which says what is wrong, and never
//! panics.

use lesson_11::VertexWeights;
use lesson_11::checks::REFERENCE;

/// Two joints, three vertices, one of which follows nothing in part.
const GOOD: &str = r##"<COLLADA>
<controller id="c"><skin source="#m">
<bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>
<source id="j"><Name_array>hip arm</Name_array></source>
<source id="b"><float_array>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</float_array></source>
<source id="w"><float_array>1 0.5 0.25</float_array></source>
<joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#b"/></joints>
<vertex_weights>
<input semantic="JOINT" source="#j" offset="0"/><input semantic="WEIGHT" source="#w" offset="2"/>
<vcount>1 0 2</vcount>
<v>0 9 0 1 9 1 -1 9 1</v>
</vertex_weights></skin></controller></COLLADA>"##;

fn read(text: &str) -> Option<VertexWeights> {
    VertexWeights::read(&roxmltree::Document::parse(text).ok()?, "c", 2)
}

#[test]
fn no_text_is_a_panic() {
    assert!(read(GOOD).is_some());
    for length in 0..GOOD.len() {
        assert_eq!(read(&GOOD[..length]), None);
    }
    let numbers: Vec<usize> = GOOD.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
    for at in numbers {
        for other in ["-1", "7", "18446744073709551615", "x", "", "NaN", "1e99"] {
            let text = format!("{}{other}{}", &GOOD[..at], &GOOD[at + 1..]);
            if let Some(weights) = read(&text) {
                let influences = weights.influences(&REFERENCE.collada_skin).unwrap();
                assert_eq!(influences.len(), weights.vcount.len());
            }
        }
    }
    for (good, bad) in [("id=\"c\"", "id=\"d\""), ("<skin ", "<morph "), ("\"WEIGHT\"", "\"W\"")] {
        assert_eq!(read(&GOOD.replacen(good, bad, 1)), None, "{bad}");
    }
}
