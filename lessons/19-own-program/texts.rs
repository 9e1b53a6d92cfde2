//! Facts from the texts of a program: the GPU is not told them, or one driver rejects what another one accepts.

/// Names and texts of `scene.rs`, `main.rs` and the shaders.
pub type Texts = &'static [(&'static str, &'static str)];

/// Returns a text without its comments; empty if there is none of that name.
fn code(texts: Texts, name: &str) -> String {
    let text = texts.iter().find(|(other, _)| *other == name).map_or("", |(_, text)| text);
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n")
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Returns the names that a shader declares as `in` or as `out`.
fn variables<'a>(code: &'a str, keyword: &str) -> Vec<&'a str> {
    let mut names = Vec::new();
    // With brackets it is a parameter of a function, or has a location in place of a name.
    for statement in code.split([';', '{', '}']).filter(|statement| !statement.contains('(')) {
        let mut words = words(statement);
        if words.any(|word| word == keyword) {
            names.extend(words.skip(1)); // after the type
        }
    }
    names
}

/// Returns the names of the files with an ending.
fn names(texts: Texts, ending: &str) -> impl Iterator<Item = &'static str> {
    texts.iter().map(|(name, _)| *name).filter(move |name| name.rsplit_once('.').is_some_and(|(_, end)| end == ending))
}

/// Returns the names of the vertex shaders with an `in` variable of this name.
pub fn shaders_with_input(texts: Texts, input: &str) -> Vec<&'static str> {
    names(texts, "vert").filter(|name| variables(&code(texts, name), "in").contains(&input)).collect()
}

/// Returns the first text in quotes after a key.
fn file_after<'a>(program: &'a str, key: &str) -> Option<&'a str> {
    program.split_once(key)?.1.split('"').nth(1)
}

/// Returns the `in` variables that a fragment shader reads after `vertex_shader` and that are no `out` variable there, with
/// the fragment shader's name.
pub fn inputs_without_output(texts: Texts, vertex_shader: &str) -> Option<(String, String)> {
    let scene = code(texts, "scene.rs");
    let outputs = code(texts, vertex_shader);
    let outputs = variables(&outputs, "out");
    for program in scene.split("program!(").skip(1) {
        let (Some(vertex), Some(fragment)) = (file_after(program, "vertex:"), file_after(program, "fragment:")) else {
            continue;
        };
        let code = code(texts, fragment);
        let mut missing = variables(&code, "in");
        missing.retain(|name| !outputs.contains(name) && words(&code).filter(|word| word == name).count() > 1);
        if vertex == vertex_shader && !missing.is_empty() {
            return Some((missing.join("`, `"), fragment.into()));
        }
    }
    None
}

/// Returns the name of a fragment shader that writes a colour with a number above 1.
pub fn too_bright(texts: Texts) -> Option<&'static str> {
    for name in names(texts, "frag") {
        let code = code(texts, name);
        let outputs = variables(&code, "out");
        for statement in code.split([';', '{', '}']) {
            let Some((target, value)) = statement.split_once('=') else { continue };
            let numbers =
                value.trim().strip_prefix("vec4(").and_then(|rest| rest.strip_suffix(')')).unwrap_or_default();
            let mut numbers = numbers.split(',').filter_map(|number| number.trim().parse::<f32>().ok());
            if outputs.contains(&target.trim()) && numbers.any(|number| number > 1.0) {
                return Some(name);
            }
        }
    }
    None
}

/// Returns a remark on a call that a window needs and `main.rs` does not make; none without this file, as in a grading.
/// Another file may make it, so this is no fault.
pub fn remark_on_main(texts: Texts) -> Option<String> {
    let main = code(texts, "main.rs");
    for (call, otherwise) in
        [(".request_redraw(", "shows one picture"), (".resize(", "keeps its first size"), (".exit(", "does not close")]
    {
        if !main.is_empty() && !main.contains(call) {
            let name = call.trim_matches(['.', '(']);
            return Some(format!("main.rs does not call `{name}`. If nothing else does, your window {otherwise}."));
        }
    }
    None
}
