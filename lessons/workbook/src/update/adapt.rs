//! Carries what a student has written in `exercise.rs` over to a newer starter, function by function.

use common::check::source;
use std::collections::BTreeSet;

/// An exercise for the newer starter.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Adapted {
    pub(super) text: String,
    /// The functions whose signature is the course's new one, over the student's body.
    pub(super) signatures: Vec<String>,
    /// What the student wrote and is not in `text`.
    pub(super) lost: Vec<String>,
}

/// An item of a file: a function, the table of answers; all imports in a row are one.
struct Item<'a> {
    /// `fn tip`; `use` for the file's first imports.
    key: String,
    /// What stands before it.
    comments: &'a str,
    /// Up to a function's body; all of another item.
    head: &'a str,
    /// A function's, with its braces, and the rest of the line behind them.
    body: &'a str,
}

impl Item<'_> {
    fn text(&self) -> String {
        [self.comments, self.head, self.body].concat()
    }

    fn name(&self) -> &str {
        self.key.trim_start_matches("fn ")
    }

    /// `2` where the body says `TODO 03.2`.
    fn todo(&self) -> Option<&str> {
        let (_, id) = self.body.split_once("TODO ")?.1.split_once('.')?;
        id.split(|c: char| !c.is_ascii_digit()).next()
    }
}

/// Takes `mine`, begun from the starter `old`, to the starter `new`: the student's bodies, helpers and imports, and
/// the course's signatures, comments and imports where they have changed. With `stubs` a function whose signature
/// has changed begins anew. `None` if a text cannot be divided into items.
pub(super) fn adapt(old: &str, new: &str, mine: &str, stubs: bool) -> Option<Adapted> {
    let is_crlf = mine.contains("\r\n");
    let texts = [old, new, mine].map(|text| text.replace("\r\n", "\n"));
    let [old, new, mine] = [items(&texts[0])?, items(&texts[1])?, items(&texts[2])?];
    let (mut out, mut done) = (Adapted::default(), BTreeSet::new());
    for item in &mine {
        let Some(before) = find(&old, &item.key) else {
            out.text += &item.text(); // the student's own
            continue;
        };
        let is_mine = !same(item.head, before.head) || item.body != before.body;
        let Some(after) = successor(before, &old, &new) else {
            out.lost.extend(is_mine.then(|| item.name().to_owned()));
            continue;
        };
        done.insert(&after.key);
        out.text += if item.comments == before.comments { after.comments } else { item.comments };
        if !is_mine {
            out.text += &[after.head, after.body].concat();
        } else if same(before.head, after.head) {
            out.text += &[item.head, item.body].concat();
        } else if item.key == "use" {
            out.text += &imports(before.head, after.head, item.head);
        } else if stubs || item.body == before.body {
            out.text += &[after.head, after.body].concat();
            out.lost.push(item.name().to_owned());
        } else {
            out.text += &[after.head, item.body].concat();
            out.signatures.push(item.name().to_owned());
        }
    }
    for item in new.iter().filter(|item| !done.contains(&item.key)) {
        out.text += &item.text();
    }
    if is_crlf {
        out.text = out.text.replace('\n', "\r\n");
    }
    Some(out)
}

fn find<'a, 'b>(items: &'a [Item<'b>], key: &str) -> Option<&'a Item<'b>> {
    items.iter().find(|item| item.key == key)
}

/// The same item of the newer starter. A function that is renamed still has its TODO.
fn successor<'a, 'b>(before: &Item, old: &[Item], new: &'a [Item<'b>]) -> Option<&'a Item<'b>> {
    let is_renamed =
        |after: &&Item| before.todo().is_some() && after.todo() == before.todo() && find(old, &after.key).is_none();
    find(new, &before.key).or_else(|| new.iter().find(is_renamed))
}

/// Layout, comments and names of parameters aside.
fn same(a: &str, b: &str) -> bool {
    let words = |text: &str| {
        let tokens = source::tokens(text);
        let word = |at: usize| tokens.get(at).map_or("", |token| &*token.text);
        let is_name = |at: usize| word(at) != ":" && word(at + 1) == ":" && word(at + 2) != ":";
        let words = (0..tokens.len()).filter(|at| !is_name(*at)).map(|at| word(at).to_owned());
        words.collect::<Vec<_>>()
    };
    words(a) == words(b)
}

/// The student's imports, less those that the course has dropped, and those that it has added.
fn imports(old: &str, new: &str, mine: &str) -> String {
    let [old, new, mine] =
        [old, new, mine].map(|text| text.split_inclusive(';').map(str::trim).collect::<BTreeSet<_>>());
    let added = new.difference(&old);
    let kept = mine.iter().filter(|import| new.contains(*import) || !old.contains(*import));
    let all: BTreeSet<&&str> = added.chain(kept).filter(|import| !import.is_empty()).collect();
    all.into_iter().fold(String::new(), |text, import| text + import + "\n")
}

/// `None` if a bracket is not closed, or something stands behind the last item.
fn items(text: &str) -> Option<Vec<Item<'_>>> {
    let tokens = source::tokens(text);
    let (mut items, mut from, mut first, mut depth) = (Vec::new(), 0, 0, 0_usize);
    let mut body = None;
    for (index, token) in tokens.iter().enumerate() {
        match &*token.text {
            "{" | "(" | "[" => {
                if depth == 0 && token.text == "{" {
                    body.get_or_insert(token.start);
                }
                depth += 1;
            }
            "}" | ")" | "]" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        let next = tokens.get(index + 1);
        let is_next = |text: &str| next.is_some_and(|next| next.text == text);
        let is_end = match &*token.text {
            ";" => tokens[first].text != "use" || !is_next("use"),
            "}" => !is_next(";"),
            _ => false,
        };
        if depth > 0 || !is_end {
            continue;
        }
        let line_end = text[token.start..].find('\n').map_or(text.len(), |at| token.start + at + 1);
        let end = next.map_or(text.len(), |next| next.start.min(line_end));
        let words: Vec<&str> = tokens[first..=index].iter().map(|token| &*token.text).collect();
        let is_second = words[0] == "use" && find(&items, "use").is_some();
        let key = if is_second { words.concat() } else { key(&words) };
        let start = tokens[first].start;
        let head_end = body.take().filter(|_| key.starts_with("fn ")).unwrap_or(end);
        let (comments, head) = (&text[from..start], &text[start..head_end]);
        items.push(Item { key, comments, head, body: &text[head_end..end] });
        (from, first) = (end, index + 1);
    }
    (depth == 0 && first == tokens.len()).then_some(items)
}

fn key(words: &[&str]) -> String {
    let kinds = ["fn", "const", "static", "struct", "enum", "type", "mod", "trait"];
    let mut pairs = words.windows(2).take_while(|pair| pair[0] != "{");
    let is_named =
        |pair: &&[&str]| kinds.contains(&pair[0]) && pair[1].starts_with(char::is_alphabetic) && pair[1] != "fn";
    match pairs.find(is_named) {
        _ if words[0] == "use" => "use".into(),
        Some(pair) => pair.join(" "),
        None => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OLD: &str = "//! Lesson.\n\nuse crate::{Answers, Joint};\nuse glam::Mat4;\n\n/// Table.\n\
        pub const ANSWERS: Answers = Answers { tip, walk };\n\n\
        /// Old words.\nfn tip(joints: &[Joint], joint: usize) -> u8 {\n    // TODO 03.1: do\n    0\n}\n\n\
        /// Walks.\nfn walk(t: f32) -> f32 {\n    // TODO 03.2: walk\n    t\n}\n";

    fn adapted(edit: impl Fn(&str) -> String, mine: &str) -> Adapted {
        adapt(OLD, &edit(OLD), mine, false).unwrap()
    }

    /// Both functions solved, with a helper and an import of one's own.
    fn mine() -> String {
        OLD.replace("    // TODO 03.1: do\n    0\n", "    help(joints) + joint as u8\n")
            .replace("    // TODO 03.2: walk\n    t\n", "    // by twos\n    t * tip(&[], 2) as f32\n")
            .replace("use glam::Mat4;", "use glam::{Mat4, Vec3 as V};\nuse std::fmt;")
            + "\nfn help(joints: &[Joint]) -> u8 {\n    joints.len() as u8 // }\n}\n"
    }

    #[test]
    fn texts_imports_and_stubs_are_the_courses() {
        assert_eq!(adapted(str::to_owned, &mine()).text, mine(), "nothing new");
        let mine = mine().replace("t * tip(&[], 2) as f32", "t").replace("// by twos", "// TODO 03.2: walk");
        let edit = |text: &str| {
            text.replace("Old words", "New words")
                .replace("TODO 03.2: walk", "TODO 03.2: run")
                .replace("Joint}", "Bone}")
        };
        assert_eq!(adapted(edit, &mine), Adapted { text: edit(&mine), ..Adapted::default() });
        let later = mine.replace("\nfn help", "\nuse std::fmt::Write;\n\nfn help");
        assert_eq!(adapted(edit, &later).text, edit(&later), "an import further down");
    }

    #[test]
    fn a_signature_changes_and_a_body_stays() {
        let new = |old: &str| {
            old.replace("joints: &[Joint], joint: usize) -> u8", "joints: &Tree) -> u32")
                .replace("fn walk(t: f32)", "fn walk(t: f64)")
        };
        let out = adapted(new, &mine());
        assert_eq!(out.signatures, ["tip", "walk"]);
        for text in ["fn tip(joints: &Tree) -> u32 {\n    help(", "fn walk(t: f64) -> f32 {\n    // by"] {
            assert!(out.text.contains(text), "{}", out.text);
        }
        let stubs = adapt(OLD, &new(OLD), &mine(), true).unwrap();
        assert_eq!(stubs.lost, ["tip", "walk"]);
        for text in ["-> u32 {\n    // TODO 03.1", "fn help("] {
            assert!(stubs.text.contains(text), "{}", stubs.text);
        }
    }

    #[test]
    fn a_parameter_keeps_the_students_name() {
        let out = adapted(|old| old.replace("walk(t: f32)", "walk(time: f32)"), &mine());
        assert_eq!(out, Adapted { text: mine(), ..Adapted::default() });
    }

    #[test]
    fn functions_are_renamed_removed_and_added() {
        let new = |old: &str| {
            old.replace("tip", "end_of").split("/// Walks.").next().unwrap().replace("walk", "run")
                + "/// Runs.\nfn run() {\n    // TODO 03.3: run\n}\n"
        };
        let out = adapted(new, &mine());
        assert_eq!((out.signatures, out.lost), (vec!["tip".into()], vec!["walk".into()]));
        for text in ["fn end_of(joints: &[Joint], joint: usize) -> u8 {\n    help(", "{ end_of, run }", "fn run() {"] {
            assert!(out.text.contains(text), "{}", out.text);
        }
        let crlf = adapted(new, &mine().replace('\n', "\r\n"));
        assert_eq!(crlf.text.replace("\r\n", "\n"), out.text);
        assert!(adapt(OLD, &new(OLD), "fn tip() {", false).is_none());
    }

    /// Every solution in the workbook survives a newer starter of its lesson.
    #[test]
    fn real_answers_can_be_taken_apart() {
        for lesson in crate::lesson::all().unwrap() {
            let read = |file: &str| std::fs::read_to_string(lesson.path.join("src").join(file));
            let Ok(solution) = read("solution.rs") else { continue }; // the branch for students
            let ids: Vec<&str> = lesson.toml.todos.iter().map(|todo| &*todo.id).collect();
            let mine = common::check::region::split(&solution, &ids).unwrap().finished;
            let old = read("starter.rs").unwrap();
            let new = old.replace("fn ", "pub(crate) fn ").replace("use crate::", "use std::fmt;\nuse crate::");
            let out = adapt(&old, &new, &mine, false).unwrap();
            assert!(out.lost.is_empty(), "{}: {:?}", lesson.folder, out.lost);
            let old_words = |text: &str| text.replace("pub(crate) fn ", "fn ").replace("use std::fmt;\n", "");
            let words = |text: &str| source::tokens(text).into_iter().map(|t| t.text).collect::<Vec<_>>();
            assert_eq!(words(&old_words(&out.text)), words(&mine), "{}", lesson.folder);
            assert_eq!(adapt(&old, &old, &mine, true).unwrap().text, mine, "{}", lesson.folder);
        }
    }
}
