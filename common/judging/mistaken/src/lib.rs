//! Makes the starter and the known mistakes of a lesson. Each mistake is a change of the solution, and stands in
//! `lesson.toml` beside its texts. A lesson's build script calls [`build`]; `check::lesson!` and `check::mistaken!()` include
//! the files that are written.
//!
//! ```text
//! solution.rs                   -> starter.rs: stubs in the place of the answers
//! solution.rs, solution/*.vert  -> mistaken.rs: the solution without its marks, and MISTAKES
//!   + the changes in lesson.toml -> a file for each mistake, whose name rustc shows: `04.4-BONES-COUNTED.rs`
//! ```
//!
//! What is handed out has no solution. There the mistakes travel packed, in [`PACKED`], so that no student meets the answer by
//! searching the folder, and the starter lies open in `course/src`.

mod change;
mod packed;
mod source;

pub use change::changed;

use serde::Deserialize;
use source::Answer;
use std::ops::Range;
use std::path::Path;
use std::{env, fs, io};
use toml::Spanned;
use verdict::build::lesson;

/// The part of a `lesson.toml` that makes mistakes.
#[derive(Deserialize)]
struct Lesson {
    todo: Vec<Todo>,
}

#[derive(Deserialize)]
struct Todo {
    name: String,
    /// The finished function, and others by which the TODO can be answered.
    finished_in: Option<Spanned<String>>,
    also_in: Option<Spanned<Vec<String>>>,
    #[serde(default)]
    mistake: Vec<Mistake>,
    /// The steps, each with the change that makes an answer which ends with it.
    #[serde(default)]
    step: Vec<Mistake>,
    /// Pairs of names of mistakes that are made at once.
    #[serde(default)]
    together: Vec<[Spanned<String>; 2]>,
}

/// A mistake, or an answer that ends with a step.
#[derive(Deserialize)]
struct Mistake {
    name: Spanned<String>,
    /// Pairs: a part of the solution, and its replacement.
    change: Option<Spanned<Vec<String>>>,
    /// The whole text between the marks.
    code: Option<Spanned<String>>,
    /// Other ways to make the mistake.
    #[serde(rename = "or")]
    others: Option<Spanned<Vec<Way>>>,
}

/// A way to make a mistake: pairs, as in `change`, or the whole text between the marks.
#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Way {
    Change(Vec<String>),
    Code { code: String },
}

/// A file in the build script's output folder.
#[derive(Debug, PartialEq)]
struct File {
    name: String,
    text: String,
}

struct Sources<'a> {
    /// `"04-joint-lines"`.
    folder: &'a str,
    toml: &'a str,
    solution: &'a str,
    /// Reads a shader of the solution by name.
    shader: &'a dyn Fn(&str) -> Option<String>,
}

impl Sources<'_> {
    /// Returns the beginning of a complaint about a mistake: its line in `lesson.toml`, and its name.
    fn location(&self, span: Range<usize>, id: &str, name: &str) -> String {
        let line = self.toml[..span.start].matches('\n').count() + 1;
        format!("lessons/{}/lesson.toml:{line}: {id} {name}", self.folder)
    }
}

/// The packed files with a lesson's mistakes, in the folder `course` of a lesson that was handed out.
pub const PACKED: &str = "mistaken.deflate";

/// Writes a lesson's starter and mistakes; its build script calls this. In a lesson that was handed out, copies the starter
/// and unpacks [`PACKED`].
///
/// # Panics
/// If cargo does not run the build script, there is neither a solution nor [`PACKED`], or the output folder cannot be
/// written.
pub fn build() {
    let course = env::var("CARGO_MANIFEST_DIR").expect("cargo names the package's folder");
    let out = env::var("OUT_DIR").expect("cargo names a folder for the output");
    let lesson = Path::new(&course).parent().expect("a lesson's folder");
    let folder = lesson.file_name().expect("a lesson's folder").to_string_lossy();
    let shaders = format!("../../../shaders/{folder}/solution");
    for path in ["../lesson.toml", "src/solution.rs", "src/starter.rs", PACKED, &shaders] {
        if Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    // Beside a packed file a solution has been given out, and its `lesson.toml` has no changes.
    let files = if Path::new(PACKED).exists() {
        fs::read(PACKED).and_then(|bytes| packed::unpack(&bytes)).map_err(|error| {
            vec![format!("lessons/{folder}/course/{PACKED}: {error}. Take this file from the course again")]
        })
    } else {
        let solution = fs::read_to_string("src/solution.rs")
            .unwrap_or_else(|error| panic!("src/solution.rs, or {PACKED}: {error}"));
        let toml = fs::read_to_string("../lesson.toml").unwrap_or_default();
        let shader = |name: &str| fs::read_to_string(format!("{shaders}/{name}")).ok();
        made_files(&Sources { folder: &folder, toml: &toml, solution: &solution, shader: &shader })
    };
    match files.and_then(|files| Ok((files, starter_files(lesson)?))) {
        Ok((files, starter)) => {
            for File { name, text } in files.into_iter().chain(starter) {
                fs::write(Path::new(&out).join(name), text).expect("the folder can be written");
            }
        }
        // Cargo shows a single line of each.
        Err(complaints) => complaints.join("\n").lines().for_each(|line| println!("cargo::error={line}")),
    }
}

/// Returns the exercise as every student receives it, and the declaration of its module: a text with documentation of its
/// own cannot be included.
fn starter_files(lesson: &Path) -> Result<[File; 2], Vec<String>> {
    let lesson = lesson::load_folder(lesson).transpose().expect("a lesson's folder begins with its number");
    let text =
        lesson.and_then(|lesson| lesson.starter(&lesson.files()[0])).map_err(|error| vec![format!("{error:#}")])?;
    let module = "/// The exercise as every student receives it.\n\
                  #[allow(warnings, clippy::all, clippy::pedantic)] // as for the exercise\n\
                  #[path = \"starter.rs\"]\npub mod starter;\n";
    Ok([File { name: "starter.rs".into(), text }, File { name: "starter_module.rs".into(), text: module.into() }])
}

/// Files with a lesson's mistakes for a tree without solutions.
#[derive(Debug)]
pub struct WithoutSolution {
    /// The content of [`PACKED`].
    pub packed: Vec<u8>,
    /// `lesson.toml` without the changes that make them.
    pub toml: String,
}

/// Returns the files with a lesson's mistakes for a tree without solutions. `shader` reads a shader of the solution.
/// `finished` are the lesson's files with finished functions, by path in `course/src`, which travel with the mistakes; in
/// their place the tree has [`included`].
///
/// # Errors
/// A sentence for each change that does not fit, with its file and line.
pub fn without_solution(
    folder: &str,
    toml: &str,
    solution: &str,
    shader: &dyn Fn(&str) -> Option<String>,
    finished: &[(String, String)],
) -> Result<WithoutSolution, String> {
    let sources = Sources { folder, toml, solution, shader };
    let mut files = made_files(&sources).map_err(|complaints| complaints.join("\n"))?;
    for (path, text) in finished {
        // A text that is included cannot begin with its module's documentation.
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("//!")).collect();
        files.push(File { name: path.replace('/', "-"), text: lines.join("\n") });
    }
    Ok(WithoutSolution { packed: packed::pack(&files), toml: without_changes(toml)? })
}

/// Returns a text, packed for a tree without solutions.
pub fn packed(text: &str) -> Vec<u8> {
    packed::pack(&[File { name: String::new(), text: text.into() }])
}

/// Returns the text that [`packed`] has packed.
///
/// # Errors
/// If the file cannot be read, or is damaged.
pub fn unpacked(path: &str) -> io::Result<String> {
    let files = packed::unpack(&fs::read(path)?)?;
    Ok(files.into_iter().map(|file| file.text).collect())
}

/// Returns the text of a file in `course/src` whose content travels packed.
pub fn included(path: &str) -> String {
    format!("include!(concat!(env!(\"OUT_DIR\"), \"/{}\"));\n", path.replace('/', "-"))
}

/// Returns a text, `solution.rs` or a shader of the solution, with a known mistake made in it.
///
/// # Errors
/// If the TODO has no mistake of this name, or its change does not fit.
pub fn with_mistake(toml: &str, text: &str, id: &str, name: &str) -> Result<String, String> {
    let lesson: Lesson = toml::from_str(toml).map_err(|error| error.to_string())?;
    let number = id.split_once('.').and_then(|(_, number)| number.parse::<usize>().ok());
    let todo = number.and_then(|number| lesson.todo.get(number.checked_sub(1)?));
    let known = todo.and_then(|todo| todo.mistake.iter().find(|known| known.name.as_ref() == name));
    let way = known.and_then(|known| known.ways().into_iter().next());
    let answer = Answer::marked(text, id);
    match (way, answer) {
        (Some(Way::Change(pairs)), Some(answer)) => Ok(answer.with(&answer.changed(&pairs)?)),
        (Some(Way::Code { code }), Some(_)) if code.starts_with("#version") => Ok(code),
        (Some(Way::Code { code }), Some(answer)) => Ok(answer.with(&code)),
        _ => Err(format!("there is no mistake {name} of {id}")),
    }
}

/// Returns a `lesson.toml` without the changes that make the mistakes, and without the names of finished functions.
///
/// # Errors
/// If it is no valid TOML.
pub fn without_changes(toml: &str) -> Result<String, String> {
    let lesson: Lesson = toml::from_str(toml).map_err(|error| error.to_string())?;
    let mut spans: Vec<Range<usize>> = Vec::new();
    for known in lesson.todo.iter().flat_map(|todo| todo.mistake.iter().chain(&todo.step)) {
        spans.extend(known.change.as_ref().map(Spanned::span));
        spans.extend(known.code.as_ref().map(Spanned::span));
        spans.extend(known.others.as_ref().map(Spanned::span));
    }
    for todo in &lesson.todo {
        spans.extend(todo.finished_in.as_ref().map(Spanned::span));
        spans.extend(todo.also_in.as_ref().map(Spanned::span));
    }
    spans.sort_by_key(|span| span.start);
    let mut text = toml.to_owned();
    for span in spans.into_iter().rev() {
        let begin = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let end = text[span.end..].find('\n').map_or(text.len(), |at| span.end + at + 1);
        text.replace_range(begin..end, "");
    }
    Ok(text)
}

/// Returns a file for each way to make a mistake, and then `mistaken.rs`, which includes these files.
fn made_files(sources: &Sources) -> Result<Vec<File>, Vec<String>> {
    let Sources { folder, toml, solution, .. } = *sources;
    let lesson: Lesson =
        toml::from_str(toml).map_err(|error| vec![format!("lessons/{folder}/lesson.toml: {error}")])?;
    let mut written = Written::default();
    for (index, todo) in lesson.todo.iter().enumerate() {
        written.add_todo(sources, index, todo);
    }
    let mut finished = String::new();
    for todo in &lesson.todo {
        let also = todo.also_in.iter().flat_map(Spanned::as_ref);
        let paths: Vec<&String> = todo.finished_in.iter().map(Spanned::as_ref).chain(also).collect();
        finished += &format!("    &{paths:?},\n");
    }
    let Written { mut files, modules, list, steps, complaints } = written;
    if !complaints.is_empty() {
        return Err(complaints);
    }
    let text = format!(
        "// Made of lessons/{folder}/course/src/solution.rs and lesson.toml: edit those.\n{}\n\
         use ::check::Mistaken;\n\n\
         /// Every known mistake, made.\npub const MISTAKES: &[Mistaken] = &[\n{list}];\n\n\
         /// Answers that end with a step.\npub const STEPS: &[Mistaken] = &[\n{steps}];\n\n\
         /// The finished functions of each TODO.\npub const FINISHED: &[&[&str]] = &[\n{finished}];\n\n{modules}",
        source::without_marks(solution)
    );
    files.push(File { name: "mistaken.rs".into(), text });
    Ok(files)
}

/// The files of a lesson, with those parts of `mistaken.rs` that grow with each mistake.
#[derive(Default)]
struct Written {
    files: Vec<File>,
    modules: String,
    /// The entries of `MISTAKES`.
    list: String,
    /// The entries of `STEPS`.
    steps: String,
    complaints: Vec<String>,
}

struct Named<'a> {
    todo: &'a str,
    index: usize,
    name: &'a str,
    /// As complaints name it.
    location: &'a str,
}

impl Written {
    fn add_todo(&mut self, sources: &Sources, index: usize, todo: &Todo) {
        let folder = sources.folder;
        let number = folder.split('-').next().unwrap_or_default();
        let id = format!("{number}.{}", index + 1);
        let shader = (sources.shader)(&todo.name).unwrap_or_default();
        let answer = match todo.name.rsplit_once('.') {
            None => Answer::function(sources.solution, &id, &todo.name),
            Some((_, stage)) => {
                Answer::shader(&shader, sources.solution, &id, &format!("{folder}/{}", todo.name), stage)
            }
        };
        let Some(answer) = answer else {
            if !todo.mistake.is_empty() {
                let name = &todo.name;
                let marks = format!("// BEGIN {id} .. // END {id}");
                self.complaints.push(format!("lessons/{folder}: the solution has no {marks} for {name}"));
            }
            return;
        };
        for (name, why) in todo.complaints() {
            self.complaints.push(format!("{}: {why}", sources.location(name.span(), &id, name.as_ref())));
        }
        for (index, (span, name, ways)) in todo.named_ways().into_iter().enumerate() {
            let location = sources.location(span, &id, &name);
            let known = Named { todo: &id, index, name: &name, location: &location };
            let entries = self.entries(folder, &answer, &known, ways);
            self.list += &entries;
        }
        for (index, step) in todo.step.iter().enumerate().filter(|(_, step)| step.is_made()) {
            let location = sources.location(step.name.span(), &id, step.name.as_ref());
            let name = format!("step-{}", index + 1);
            let known = Named { todo: &id, index, name: &name, location: &location };
            let entries = self.entries(folder, &answer, &known, step.ways());
            self.steps += &entries;
        }
    }

    /// Adds the files for all ways to make a mistake. Returns its entries in the list.
    fn entries(&mut self, folder: &str, answer: &Answer, known: &Named, ways: Vec<Way>) -> String {
        let mut entries = String::new();
        for (way, made) in ways.into_iter().enumerate() {
            let region = match made {
                Way::Code { code } => Ok(code.trim_matches('\n').to_owned()),
                Way::Change(pairs) => answer.changed(&pairs),
            };
            match region {
                Ok(region) => entries += &self.add(folder, answer, known, way, &region),
                Err(why) => self.complaints.push(format!("{}: {why}", known.location)),
            }
        }
        entries
    }

    /// Adds the file for one way to make a mistake, in which `region` stands between the marks, and returns its entry
    /// in the list.
    fn add(&mut self, folder: &str, answer: &Answer, known: &Named, way: usize, region: &str) -> String {
        let Named { todo, index, name, location } = known;
        let ending = answer.ending();
        let number = if way == 0 { String::new() } else { format!("-{}", way + 1) };
        let file = format!("{todo}-{name}{number}.{ending}");
        let field = format!("course.{}.{}", folder[3..].replace('-', "_"), answer.field());
        let entry = format!("Mistaken {{ todo: \"{todo}\", mistake: {index}, name: \"{name}\", make: |course|");
        if let Some(inputs) = answer.inputs() {
            let module = module(&file);
            let inputs: Vec<String> = (0..inputs).map(|input| format!("a{input}")).collect();
            let inputs = inputs.join(", ");
            let call = format!("|{inputs}| ::given::answer(&\"{todo}\", || {module}::{}({inputs}))", answer.field());
            // A page makes each mistake in one way.
            let cfg = if way > 0 { "#[cfg(not(target_family = \"wasm\"))]\n" } else { "" };
            self.modules += &format!("{cfg}#[path = \"{file}\"]\nmod {module};\n");
            let text = format!("// {location}: edit it there.\nuse super::*;\n\npub(super) {}\n", answer.with(region));
            self.files.push(File { name: file, text });
            format!("    {cfg}{entry} {field} = {call} }},\n")
        } else {
            // A page draws no shader.
            let entry = format!(
                "    #[cfg(not(target_family = \"wasm\"))]\n    \
                 {entry} {field} = ::given::ShaderFile(include_str!(\"{file}\")) }},\n"
            );
            let is_whole = region.starts_with("#version");
            let text = if is_whole { region.to_owned() } else { answer.with(region) };
            self.files.push(File { name: file, text });
            entry
        }
    }
}

impl Todo {
    /// Returns the names of mistakes with an invalid entry, each with what is wrong.
    fn complaints(&self) -> Vec<(&Spanned<String>, &'static str)> {
        let mut all = Vec::new();
        for known in &self.mistake {
            if known.change.is_some() && known.code.is_some() {
                all.push((&known.name, "give `change` or `code`, and the other in `or`"));
            }
        }
        for name in self.together.iter().flatten() {
            let known = self.mistake.iter().find(|known| known.name.as_ref() == name.as_ref());
            if known.is_none_or(|known| known.change.is_none()) {
                all.push((name, "`together` wants names of mistakes that have a `change`"));
            }
        }
        all
    }

    /// Returns the span in `lesson.toml`, the name and the ways of each mistake, and then of each pair made together.
    fn named_ways(&self) -> Vec<(Range<usize>, String, Vec<Way>)> {
        let mut all = Vec::new();
        for known in &self.mistake {
            all.push((known.name.span(), known.name.as_ref().clone(), known.ways()));
        }
        for [one, other] in &self.together {
            let mut pairs = Vec::new();
            for name in [one, other] {
                let known = self.mistake.iter().find(|known| known.name.as_ref() == name.as_ref());
                let change = known.and_then(|known| known.change.as_ref());
                pairs.extend(change.into_iter().flat_map(|change| change.as_ref().clone()));
            }
            all.push((one.span(), format!("{}+{}", one.as_ref(), other.as_ref()), vec![Way::Change(pairs)]));
        }
        all
    }
}

impl Mistake {
    /// Returns whether there is a way to make it. A step may have none.
    fn is_made(&self) -> bool {
        self.change.is_some() || self.code.is_some()
    }

    fn ways(&self) -> Vec<Way> {
        let mut ways = Vec::new();
        match (&self.change, &self.code) {
            (None, Some(code)) => ways.push(Way::Code { code: code.as_ref().clone() }),
            (change, _) => ways.push(Way::Change(change.as_ref().map_or(Vec::new(), |change| change.as_ref().clone()))),
        }
        if let Some(others) = &self.others {
            ways.extend(others.as_ref().iter().cloned());
        }
        ways
    }
}

/// Returns the name of a file's module: `m_04_4_bones_counted` for `04.4-BONES-COUNTED.rs`.
fn module(file: &str) -> String {
    format!("m_{}", file.trim_end_matches(".rs").to_lowercase().replace(['.', '-', '+'], "_"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLUTION: &str = "pub const ANSWERS: Answers = Answers { double };\n\n\
        fn double(number: u32, _: &[(u32, u32)]) -> u32 {\n    // BEGIN 03.1\n    number * 2\n    // END 03.1\n}\n";

    fn made(entry: &str) -> Result<Vec<File>, Vec<String>> {
        let toml = format!("[[todo]]\nname = \"double\"\n\n[[todo.mistake]]\nname = \"X\"\n{entry}\n");
        made_files(&Sources { folder: "03-doubles", toml: &toml, solution: SOLUTION, shader: &|_| None })
    }

    #[test]
    fn a_file_for_each_way() {
        let files = made("change = [\"2\", \"3\"]\nor = [[\"2\", \"4\"], { code = \"number\" }]").unwrap();
        let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["03.1-X.rs", "03.1-X-2.rs", "03.1-X-3.rs", "mistaken.rs"]);
        assert!(files[1].text.contains("number * 4") && files[2].text.contains("{\nnumber\n}"), "{files:?}");
        let entry = "todo: \"03.1\", mistake: 0, name: \"X\", make: |course| course.doubles.double = \
                     |a0, a1| ::given::answer(&\"03.1\", || m_03_1_x_2::double(a0, a1)) }";
        assert!(files[3].text.contains(entry), "{}", files[3].text);
    }

    #[test]
    fn a_change_that_does_not_fit_is_named_with_its_line() {
        let complaints = made("change = [\"number * 3\", \"0\"]").unwrap_err();
        let expected = "lessons/03-doubles/lesson.toml:5: 03.1 X: `number * 3` is not in the solution";
        assert_eq!(complaints, [expected]);
        assert!(made("says = \"\"").unwrap_err()[0].contains("wants pairs"));
        assert!(made("change = [\"2\", \"3\"]\ncode = \"3\"").unwrap_err()[0].contains("`change` or `code`"));
    }

    #[test]
    fn mistakes_made_together_have_a_change() {
        let toml = "[[todo]]\nname = \"double\"\ntogether = [[\"X\", \"Y\"]]\n\n\
                    [[todo.mistake]]\nname = \"X\"\nchange = [\"2\", \"3\"]\n";
        let complaints =
            made_files(&Sources { folder: "03-doubles", toml, solution: SOLUTION, shader: &|_| None }).unwrap_err();
        let expected =
            "lessons/03-doubles/lesson.toml:3: 03.1 Y: `together` wants names of mistakes that have a `change`";
        assert_eq!(complaints, [expected]);
    }

    #[test]
    fn a_solution_with_a_mistake() {
        let toml = "[[todo]]\nname = \"double\"\n\n[[todo.mistake]]\nname = \"X\"\nchange = [\"2\", \"3\"]\n";
        let text = with_mistake(toml, SOLUTION, "03.1", "X").unwrap();
        assert!(text.starts_with("pub const ANSWERS") && text.contains("number * 3\n}\n"), "{text}");
        assert!(with_mistake(toml, SOLUTION, "03.1", "Y").is_err());
        assert!(with_mistake(toml, SOLUTION, "03.2", "X").is_err());
    }

    #[test]
    fn a_tree_without_solutions() {
        let toml = "[[todo]]\nname = \"double\"\nfinished_in = \"a::b\"\n\n[[todo.mistake]]\nname = \"X\"\nchange = [\"2\", \"3\"]\nsays = \"\"\n";
        let finished = [("a/b.rs".to_owned(), "//! B.\nfn b() {}\n".to_owned())];
        let bare = without_solution("03-doubles", toml, SOLUTION, &|_| None, &finished).unwrap();
        assert_eq!(bare.toml, "[[todo]]\nname = \"double\"\n\n[[todo.mistake]]\nname = \"X\"\nsays = \"\"\n");
        let sources = Sources { folder: "03-doubles", toml, solution: SOLUTION, shader: &|_| None };
        let mut files = made_files(&sources).unwrap();
        assert!(files[1].text.contains("FINISHED: &[&[&str]] = &[\n    &[\"a::b\"],\n]"), "{}", files[1].text);
        files.push(File { name: "a-b.rs".into(), text: "fn b() {}".into() });
        assert!(included("a/b.rs").ends_with("\"/a-b.rs\"));\n"));
        assert_eq!(packed::unpack(&bare.packed).unwrap(), files);
        assert!(!String::from_utf8_lossy(&bare.packed).contains("number * 3"));
    }
}
