//! Formulas: TeX into `MathML`, which browsers draw.

use pulldown_latex::config::DisplayMode;
use pulldown_latex::{Parser, RenderConfig, Storage, mathml};
use std::convert::Infallible;

/// Returns a TeX formula as `MathML`.
///
/// # Errors
/// If `pulldown_latex` cannot read the formula, or writes unsound `MathML`.
pub(super) fn mathml_of(tex: &str, is_displayed: bool) -> Result<String, String> {
    let problem = |problem: &dyn std::fmt::Display| format!("${tex}$: {problem}");
    let storage = Storage::new();
    let events: Result<Vec<_>, _> = Parser::new(tex, &storage).collect();
    let events = events.map_err(|error| problem(&error))?;
    let display_mode = if is_displayed { DisplayMode::Block } else { DisplayMode::Inline };
    let config = RenderConfig { display_mode, ..RenderConfig::default() };
    let mut out = String::new();
    mathml::push_mathml(&mut out, events.into_iter().map(Ok::<_, Infallible>), config).map_err(|e| problem(&e))?;
    for (written, right) in CORRECTIONS {
        out = out.replace(written, right);
    }
    // A line of its own, but beside its point: browsers centre a block, each in its own way.
    out = out.replacen("<math display=\"block\"", "<math display=\"inline\" displaystyle=\"true\"", 1);
    let document = roxmltree::Document::parse(&out).map_err(|error| problem(&error))?;
    if let Some(node) = document.descendants().find(|node| !is_sound(*node)) {
        return Err(problem(&format!("<{}> has the wrong number of parts", node.tag_name().name())));
    }
    Ok(out)
}

/// Corrections to the output of `pulldown_latex` 0.8.
const CORRECTIONS: [(&str, &str); 6] = [
    ("<mo><</mo>", "<mo>&lt;</mo>"),
    ("&nbsp;", "\u{a0}"),
    // TeX sets a stroke between its numbers without space, MathML with.
    ("<mo>/</mo>", "<mo lspace=\"0\" rspace=\"0\">/</mo>"),
    // The space before a function's name is not what its index belongs to.
    ("<msup><mspace width=\"0.1667em\" />", "<mspace width=\"0.1667em\" /><msup>"),
    ("<msub><mspace width=\"0.1667em\" />", "<mspace width=\"0.1667em\" /><msub>"),
    ("<msubsup><mspace width=\"0.1667em\" />", "<mspace width=\"0.1667em\" /><msubsup>"),
];

/// Returns whether an element has the number of children that browsers need to draw it, and reports no error.
fn is_sound(node: roxmltree::Node<'_, '_>) -> bool {
    let parts = node.children().filter(roxmltree::Node::is_element).count();
    match node.tag_name().name() {
        "msup" | "msub" | "mfrac" | "munder" | "mover" | "mroot" => parts == 2,
        "msubsup" | "munderover" => parts == 3,
        "merror" => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::mathml_of;

    #[test]
    fn a_formula_becomes_mathml() {
        let half = mathml_of(r"\frac{1}{2} t_k", false).unwrap();
        assert!(half.starts_with("<math display=\"inline\"") && half.ends_with("</math>"), "{half}");
        assert!(half.contains("<mfrac>") && half.contains("<msub>"), "{half}");
        assert!(mathml_of("x", true).unwrap().starts_with("<math display=\"inline\" displaystyle=\"true\""));
        assert_eq!(mathml_of("t < 1", false).unwrap().matches("<mo>&lt;</mo>").count(), 1);
        let squares = mathml_of(r"\sin^2 + \cos^2", false).unwrap();
        assert!(squares.contains("<msup><mi>cos</mi><mn>2</mn></msup>"), "{squares}");
    }

    #[test]
    fn what_is_not_tex_is_refused() {
        assert!(mathml_of(r"\nosuchcommand", false).unwrap_err().contains(r"$\nosuchcommand$"));
    }
}
