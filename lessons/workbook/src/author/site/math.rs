//! Formulas: TeX into `MathML`, which browsers draw.

use pulldown_latex::config::DisplayMode;
use pulldown_latex::{Parser, RenderConfig, Storage, mathml};

/// # Errors
/// If it is not the TeX that `pulldown_latex` reads.
pub(super) fn set(tex: &str, is_displayed: bool) -> Result<String, String> {
    let storage = Storage::new();
    let events: Result<Vec<_>, _> = Parser::new(tex, &storage).collect();
    let events = events.map_err(|error| format!("${tex}$: {error}"))?;
    let display_mode = if is_displayed { DisplayMode::Block } else { DisplayMode::Inline };
    let config = RenderConfig { display_mode, ..RenderConfig::default() };
    let mut out = String::new();
    let events = events.into_iter().map(Ok::<_, std::convert::Infallible>);
    mathml::push_mathml(&mut out, events, config).map_err(|error| format!("${tex}$: {error}"))?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::set;

    #[test]
    fn a_formula_becomes_mathml() {
        let half = set(r"\frac{1}{2} t_k", false).unwrap();
        assert!(half.starts_with("<math display=\"inline\"") && half.ends_with("</math>"), "{half}");
        assert!(half.contains("<mfrac>") && half.contains("<msub>"), "{half}");
        assert!(set("x", true).unwrap().contains("display=\"block\""));
        assert!(!half.contains("merror"));
    }

    #[test]
    fn what_is_not_tex_is_refused() {
        assert!(set(r"\nosuchcommand", false).unwrap_err().contains(r"$\nosuchcommand$"));
    }
}
