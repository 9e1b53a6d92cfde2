//! Formulas as Unicode text: `\theta_{i}^{-1}` becomes "θᵢ⁻¹".

/// A formula in TeX's notation as plain text. What it does not know stays as it was written.
pub fn unicode(tex: &str) -> String {
    let mut reader = Reader { rest: tex, out: String::new(), depth: 0 };
    reader.read(None);
    reader.out.trim().to_owned()
}

/// Groups nested deeper than this are left as they are.
const MAX_DEPTH: u32 = 32;

struct Reader<'a> {
    rest: &'a str,
    out: String,
    depth: u32,
}

impl Reader<'_> {
    /// Reads up to `end`, or everything.
    fn read(&mut self, end: Option<char>) {
        while let Some(c) = self.next() {
            match c {
                _ if Some(c) == end => return,
                '\\' => self.command(),
                '^' => {
                    let text = self.argument();
                    self.out += &raised(&text, superscript, '^');
                }
                '_' => {
                    let text = self.argument();
                    self.out += &raised(&text, subscript, '_');
                }
                '{' => {
                    let text = self.group();
                    self.out += &text;
                }
                '~' | '&' => self.out.push(' '),
                '\'' => self.out.push('′'),
                '-' => self.out.push('−'),
                _ => self.out.push(c),
            }
        }
    }

    /// The space that only ends the name of a letter (`\theta x`) is not shown.
    fn drop_space(&mut self, symbol: &str) {
        let is_letter = symbol.chars().count() == 1 && symbol.chars().all(char::is_alphabetic);
        let rest = self.rest.trim_start_matches(' ');
        if is_letter && rest.starts_with(|c: char| c.is_alphanumeric() || c == '\\') {
            self.rest = rest;
        }
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    /// What follows `{`, up to its `}`.
    fn group(&mut self) -> String {
        if self.depth >= MAX_DEPTH {
            return "{".into();
        }
        let before = std::mem::take(&mut self.out);
        self.depth += 1;
        self.read(Some('}'));
        self.depth -= 1;
        std::mem::replace(&mut self.out, before)
    }

    /// A group, a command, or a single character.
    fn argument(&mut self) -> String {
        self.rest = self.rest.trim_start();
        match self.next() {
            Some('{') => self.group(),
            Some('\\') => {
                let before = std::mem::take(&mut self.out);
                self.command();
                std::mem::replace(&mut self.out, before)
            }
            Some('-') => "−".into(),
            Some(c) => c.into(),
            None => String::new(),
        }
    }

    /// What follows a backslash.
    fn command(&mut self) {
        let length = self.rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest.len());
        let (name, rest) = self.rest.split_at(length);
        if name.is_empty() {
            let c = self.next();
            match c {
                Some(',' | ';' | ':' | ' ') => self.out.push(' '),
                Some('\\') => self.out.push('\n'),
                Some('!') | None => {}
                Some(c) => self.out.push(c), // \{ \} \_ \%
            }
            return;
        }
        self.rest = rest;
        match name {
            "frac" | "tfrac" | "dfrac" => {
                let (above, below) = (self.argument(), self.argument());
                self.out += &format!("{}/{}", wrapped(&above), wrapped(&below));
            }
            "sqrt" => {
                let inside = self.argument();
                self.out += &format!("√{}", wrapped(&inside));
            }
            "text" | "mathrm" | "mathbf" | "mathit" | "mathsf" | "boldsymbol" | "operatorname" | "vec" => {
                let inside = self.argument();
                self.out += &inside;
            }
            "hat" => {
                let inside = self.argument();
                self.out += &format!("{inside}\u{302}");
            }
            "bar" | "overline" => {
                let inside = self.argument();
                self.out += &format!("{inside}\u{304}");
            }
            "left" | "right" | "big" | "Big" | "displaystyle" => {}
            "quad" | "qquad" => self.out += "  ",
            _ => match symbol(name) {
                Some(symbol) => {
                    self.out += symbol;
                    self.drop_space(symbol);
                }
                None => self.out += &format!("\\{name}"),
            },
        }
    }
}

/// In brackets, unless it is a single thing.
fn wrapped(text: &str) -> String {
    let single = text.chars().all(|c| c.is_alphanumeric() || c == '.' || ('₀'..='ₜ').contains(&c));
    if single { text.into() } else { format!("({text})") }
}

/// Every character raised (or lowered), or the mark and the text where Unicode has no such character.
fn raised(text: &str, small: fn(char) -> Option<char>, mark: char) -> String {
    if let Some(small) = text.chars().map(small).collect::<Option<String>>() {
        return small;
    }
    let one = text.chars().count() == 1;
    if one { format!("{mark}{text}") } else { format!("{mark}({text})") }
}

fn superscript(c: char) -> Option<char> {
    const PLAIN: &str = "0123456789+−=()abcdefghijklmnoprstuvwxyzTABDEGHIJKLMNOPRUVW′*";
    const SMALL: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᵀᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵁⱽᵂ′*";
    translate(c, PLAIN, SMALL)
}

fn subscript(c: char) -> Option<char> {
    const PLAIN: &str = "0123456789+−=()aehijklmnoprstuvx";
    const SMALL: &str = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ";
    translate(c, PLAIN, SMALL)
}

fn translate(c: char, plain: &str, small: &str) -> Option<char> {
    small.chars().nth(plain.chars().position(|p| p == c)?)
}

/// Names of TeX and what is shown for them: Greek letters, signs, functions.
const SYMBOLS: &str = "
    alpha α  beta β  gamma γ  delta δ  epsilon ε  varepsilon ε  zeta ζ  eta η  theta θ
    lambda λ  mu μ  nu ν  xi ξ  pi π  rho ρ  sigma σ  tau τ  phi φ  varphi φ  chi χ  psi ψ
    omega ω  Gamma Γ  Delta Δ  Theta Θ  Lambda Λ  Pi Π  Sigma Σ  Phi Φ  Omega Ω
    cdot ·  times ×  circ ∘  pm ±  le ≤  leq ≤  ge ≥  geq ≥  ne ≠  neq ≠  approx ≈  equiv ≡
    in ∈  infty ∞  to →  rightarrow →  leftarrow ←  mapsto ↦  Rightarrow ⇒  sum ∑  prod ∏
    int ∫  partial ∂  nabla ∇  lVert ‖  rVert ‖  Vert ‖  lvert |  rvert |  vert |  langle ⟨
    rangle ⟩  dots …  ldots …  cdots …  deg °  degree °  top ᵀ  ast *
    sin sin  cos cos  tan tan  arccos acos  acos acos  arctan atan  atan atan  min min
    max max  det det
";

fn symbol(name: &str) -> Option<&'static str> {
    let mut words = SYMBOLS.split_whitespace();
    while let (Some(known), Some(symbol)) = (words.next(), words.next()) {
        if known == name {
            return Some(symbol);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace;
    use pulldown_cmark::{Event, Options, Parser};
    use walkdir::WalkDir;

    /// The formulas of all texts, each with its file.
    fn of_all_texts() -> Vec<(String, String)> {
        let files = WalkDir::new(workspace::root()).into_iter().filter_entry(|entry| entry.file_name() != "target");
        let texts = files.flatten().filter(|file| file.path().extension().is_some_and(|ending| ending == "md"));
        let formulas = texts.flat_map(|file| {
            let text = std::fs::read_to_string(file.path()).expect("a text");
            let events = Parser::new_ext(&text, Options::ENABLE_TABLES | Options::ENABLE_MATH);
            let formulas = events.filter_map(|event| match event {
                Event::InlineMath(tex) | Event::DisplayMath(tex) => Some(tex.to_string()),
                _ => None,
            });
            formulas.map(|tex| (workspace::shown(file.path()), tex)).collect::<Vec<_>>()
        });
        formulas.collect()
    }

    /// GitHub's Markdown takes a backslash before punctuation for itself, in a formula too: `\,` becomes a comma there
    /// (github/markup, issue 1577). `\thinspace` is the same space, and a name with `_` is code.
    #[test]
    fn github_shows_the_formulas_as_they_are() {
        let formulas = of_all_texts();
        assert!(formulas.len() > 500, "{} formulas", formulas.len());
        for (file, tex) in formulas {
            let taken = tex.split('\\').skip(1).find(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()));
            assert!(taken.is_none(), "{file}: ${tex}$");
        }
    }

    #[test]
    fn formulas_of_the_field() {
        for (tex, want) in [
            (r"M^{-1} = (R^T \mid 0)", r"M⁻¹ = (Rᵀ \mid 0)"),
            (r"p' = \sum_i w_i M_i p", "p′ = ∑ᵢ wᵢ Mᵢ p"),
            (r"\theta", "θ"),
            (r"\frac{t - t_0}{t_1 - t_0}", "(t − t₀)/(t₁ − t₀)"),
            (r"\frac{1}{2}", "1/2"),
            (r"\sqrt{x^2 + y^2}", "√(x² + y²)"),
            (r"\sin\frac{\theta}{2}", "sinθ/2"),
            (r"\cos \theta", "cos θ"),
            (r"q = w + x\mathbf{i}", "q = w + xi"),
            (r"|q| \le 1 \Rightarrow q \in S", "|q| ≤ 1 ⇒ q ∈ S"),
            (r"M_{model}", "M_(model)"),
            (r"a^b^c", "aᵇᶜ"),
            (r"2\,\text{ms}", "2 ms"),
            (r"\lVert v \rVert", "‖ v ‖"),
            (r"\unknown{x}", r"\unknownx"),
            ("", ""),
            (r"\", ""),
            ("{", ""),
            ("}", "}"),
            ("x^", "x"),
            ("x_{", "x"),
            (r"\frac", "/"),
            (r"\frac{1}", "1/"),
            (&"{".repeat(100), &"{".repeat(100 - MAX_DEPTH as usize)),
        ] {
            assert_eq!(unicode(tex), want, "{tex}");
        }
    }
}
