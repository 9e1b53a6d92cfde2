//! Code in colours: one reader for Rust, GLSL, Python, TOML and the shell, which differ in their words and comments, and
//! one for XML.

use super::escaped;

/// Features that identify a language.
pub(super) struct Language {
    comment: &'static str,
    quotes: &'static [char],
    /// Words with spaces between them.
    pub(super) keywords: &'static str,
    /// Names that begin with a capital are types.
    has_types: bool,
}

const RUST: Language = Language {
    comment: "//",
    quotes: &['"'],
    keywords: "as break const continue crate dyn else enum false fn for if impl in let loop match mod move mut pub \
               ref return self Self static struct super trait true type unsafe use where while",
    has_types: true,
};
pub(super) const GLSL: Language = Language {
    comment: "//",
    quotes: &[],
    keywords: "bool const else false flat float for if in inout int ivec2 layout mat2 mat3 mat4 out return \
               sampler2D true uint uniform uvec4 vec2 vec3 vec4 void while",
    has_types: false,
};
const PYTHON: Language = Language {
    comment: "#",
    quotes: &['"', '\''],
    keywords: "as def else for from if import in not return while with",
    has_types: false,
};
const TOML: Language = Language { comment: "#", quotes: &['"', '\''], keywords: "true false", has_types: false };
const SHELL: Language = Language { comment: "#", quotes: &['"', '\''], keywords: "", has_types: false };

/// Returns the inside of `<pre>`. Code in an unknown language stays as it is.
pub(super) fn colored(code: &str, language: &str) -> String {
    let language = match language {
        "rust" => &RUST,
        "glsl" => &GLSL,
        "python" => &PYTHON,
        "toml" => &TOML,
        "sh" => &SHELL,
        "xml" => return xml(code),
        _ => return escaped(code),
    };
    let mut out = String::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let (class, length) = token(rest, first, language, out.is_empty() || out.ends_with([' ', '\n', '(']));
        let (text, after) = rest.split_at(length);
        out += &spanned(class, text);
        rest = after;
    }
    out
}

/// Returns class and length of the token at the start of `rest`.
fn token(rest: &str, first: char, language: &Language, begins: bool) -> (&'static str, usize) {
    let line = rest.find('\n').unwrap_or(rest.len());
    if rest.starts_with(language.comment) && begins {
        return ("c", line);
    }
    if language.comment == "//" && rest.starts_with('#') {
        return ("a", line); // an attribute, or the preprocessor's line
    }
    if language.quotes.contains(&first) {
        return ("s", string_length(rest, first));
    }
    if first.is_ascii_digit() && !language.keywords.is_empty() {
        return ("n", length_of(rest, |c| c.is_alphanumeric() || c == '.' || c == '_'));
    }
    if first.is_alphabetic() || first == '_' {
        let length = length_of(rest, |c| c.is_alphanumeric() || c == '_');
        let word = &rest[..length];
        let class = match word {
            word if language.keywords.split(' ').any(|keyword| keyword == word) => "k",
            word if language.has_types && word.starts_with(char::is_uppercase) => "t",
            _ => "",
        };
        return (class, length);
    }
    ("", first.len_utf8())
}

/// Returns the length of the characters at the start of `text` that belong to a token.
fn length_of(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|c| !belongs(c)).unwrap_or(text.len())
}

/// Returns the length of the quoted string at the start of `rest`, its quotes included.
fn string_length(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            c if c == quote && !is_escaped => return at + 1,
            c => is_escaped = c == '\\' && !is_escaped,
        }
    }
    rest.len()
}

/// Returns XML as HTML, with tags and values of attributes in colours.
fn xml(code: &str) -> String {
    let mut out = String::new();
    let mut rest = code;
    while let Some(begin) = rest.find('<') {
        let end = rest[begin..].find('>').map_or(rest.len(), |end| begin + end + 1);
        out += &escaped(&rest[..begin]);
        let mut inside = &rest[begin..end];
        while let Some(quote) = inside.find('"') {
            let length = string_length(&inside[quote..], '"');
            out += &spanned("k", &inside[..quote]);
            out += &spanned("s", &inside[quote..quote + length]);
            inside = &inside[quote + length..];
        }
        out += &spanned("k", inside);
        rest = &rest[end..];
    }
    out + &escaped(rest)
}

fn spanned(class: &str, text: &str) -> String {
    if class.is_empty() { escaped(text) } else { format!("<span class=\"{class}\">{}</span>", escaped(text)) }
}

#[cfg(test)]
mod tests {
    use super::colored;

    #[test]
    fn code_in_colours() {
        let rust = "let a: Vec<f32> = vec![1.5]; // \"half\"";
        let wanted = "<span class=\"k\">let</span> a: <span class=\"t\">Vec</span>&lt;f32&gt; = \
                      vec![<span class=\"n\">1.5</span>]; <span class=\"c\">// &quot;half&quot;</span>";
        assert_eq!(colored(rust, "rust"), wanted);
        assert_eq!(colored("\"a\\\"b\" c", "toml"), "<span class=\"s\">&quot;a\\&quot;b&quot;</span> c");
        assert_eq!(colored("a#b # c", "sh"), "a#b <span class=\"c\"># c</span>");
        assert_eq!(
            colored("<a b=\"c\">1</a>", "xml"),
            "<span class=\"k\">&lt;a b=</span><span class=\"s\">&quot;c&quot;</span><span class=\"k\">&gt;</span>1\
             <span class=\"k\">&lt;/a&gt;</span>"
        );
        assert_eq!(colored("a < b", "text"), "a &lt; b");
    }

    #[test]
    fn colours_leave_the_text_as_it_was() {
        for code in ["\"never closed", "<a", "fn ü() { 'a' }", "#[derive(Debug)]\nstruct A;", "a // b\n# c"] {
            for language in ["rust", "glsl", "python", "toml", "sh", "xml", ""] {
                let html = colored(code, language);
                let plain: String = html.split('<').map(|part| part.rsplit_once('>').map_or(part, |p| p.1)).collect();
                let plain = plain.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
                assert_eq!(plain, code, "{language}");
            }
        }
    }
}
