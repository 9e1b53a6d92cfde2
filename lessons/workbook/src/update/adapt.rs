//! Carries what a student has written in `exercise.rs` over to a newer starter, function by function.

use common::check::source::{self, Token};
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

/// An item of a file: an import, the table of answers, a function.
struct Item<'a> {
    /// `fn tip`; of an import all of it.
    key: String,
    /// Comments before it.
    lead: &'a str,
    /// Up to a function's body; all of another item.
    head: &'a str,
    /// A function's, with its braces, and the rest of the line behind them.
    body: &'a str,
}

impl Item<'_> {
    fn whole(&self) -> String {
        [self.lead, self.head, self.body].concat()
    }

    /// `2` where the body says `TODO 03.2`.
    fn todo(&self) -> Option<&str> {
        let (_, id) = self.body.split_once("TODO ")?.1.split_once('.')?;
        id.split(|c: char| !c.is_ascii_digit()).next()
    }

    fn is_import(&self) -> bool {
        self.key.starts_with("use ")
    }
}

/// Takes `mine`, begun from the starter `old`, to the starter `new`: the student's bodies, helpers and imports, and
/// the course's signatures, comments and imports where they have changed. With `stubs` a function whose signature
/// has changed begins anew. `None` if a text cannot be taken apart.
pub(super) fn adapt(old: &str, new: &str, mine: &str, stubs: bool) -> Option<Adapted> {
    let crlf = mine.contains("\r\n");
    let texts = [old, new, mine].map(|text| text.replace("\r\n", "\n"));
    let [old, new, mine] = [items(&texts[0])?, items(&texts[1])?, items(&texts[2])?];
    let of = |items: &[Item], key: &str| items.iter().position(|item| item.key == key);
    // A function that is renamed still has its TODO.
    let successor = |before: &Item| {
        let todo = before.todo();
        let renamed = |after: &Item| after.todo() == todo && of(&old, &after.key).is_none();
        of(&new, &before.key).or_else(|| todo.and_then(|_| new.iter().position(renamed)))
    };
    let (mut done, mut out) = (BTreeSet::new(), Adapted::default());
    let (mut renames, mut imported) = (Vec::new(), false);
    let new_imports = imports(&new) != imports(&old);
    for item in &mine {
        if item.is_import() && new_imports {
            if !imported {
                out.text += lead(item, first_import(&old), first_import(&new));
                out.text += &merged_imports(&old, &new, &mine);
            }
            imported = true;
            continue;
        }
        let Some(before) = of(&old, &item.key).map(|index| &old[index]) else {
            out.text += &item.whole(); // a helper
            continue;
        };
        let name = item.key.trim_start_matches("fn ").to_owned();
        let Some(index) = successor(before) else {
            if item.body != before.body || item.head != before.head {
                out.lost.push(name);
            }
            continue;
        };
        done.insert(index);
        let after = &new[index];
        if after.key != before.key {
            renames.push((name.clone(), after.key.trim_start_matches("fn ").to_owned()));
        }
        let same_head = same(before.head, after.head);
        let lead = lead(item, before.lead, after.lead);
        if item.body == before.body && (same(item.head, before.head) || !same_head) {
            out.text += &[lead, after.head, after.body].concat();
            // A table, say, that both have changed.
            if !same(item.head, before.head) && item.body.is_empty() {
                out.lost.push(name);
            }
        } else if stubs && !same_head {
            out.text += &after.whole();
            out.lost.push(name);
        } else {
            out.text += lead;
            if same_head {
                out.text += item.head;
            } else {
                out.text += &signature(after.head, item.head);
                out.signatures.push(name);
            }
            out.text += item.body;
        }
    }
    if new_imports && !imported {
        return None; // there is no place for them
    }
    for (index, item) in new.iter().enumerate() {
        if !done.contains(&index) && !item.is_import() {
            out.text += &item.whole();
        }
    }
    for (from, to) in &renames {
        out.text = call(&out.text, from, to);
    }
    if crlf {
        out.text = out.text.replace('\n', "\r\n");
    }
    Some(out)
}

/// The comments before an item: the course's, unless the student has changed them.
fn lead<'a>(mine: &Item<'a>, old: &str, new: &'a str) -> &'a str {
    if mine.lead == old { new } else { mine.lead }
}

/// The comments before the first import: what the file is about.
fn first_import<'a>(items: &[Item<'a>]) -> &'a str {
    items.iter().find(|item| item.is_import()).map_or("", |item| item.lead)
}

/// Layout and comments aside.
fn same(a: &str, b: &str) -> bool {
    source::same(common::check::Task::Shader(""), a, b)
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
        let is_end = match &*token.text {
            ";" => true,
            "}" => next.is_none_or(|next| next.text != ";"),
            _ => false,
        };
        if depth > 0 || !is_end {
            continue;
        }
        let line_end = text[token.start..].find('\n').map_or(text.len(), |at| token.start + at + 1);
        let end = next.map_or(text.len(), |next| next.start.min(line_end));
        let own = &tokens[first..=index];
        let key = key(own);
        let start = own[0].start;
        let head_end = body.take().filter(|_| key.starts_with("fn ")).unwrap_or(end);
        let (lead, head) = (&text[from..start], &text[start..head_end]);
        items.push(Item { key, lead, head, body: &text[head_end..end] });
        (from, first) = (end, index + 1);
    }
    (depth == 0 && first == tokens.len()).then_some(items)
}

fn key(tokens: &[Token]) -> String {
    let words: Vec<&str> = tokens.iter().map(|token| &*token.text).collect();
    if words[0] == "use" {
        return words.join(" ");
    }
    let kinds = ["fn", "const", "static", "struct", "enum", "type", "mod", "trait"];
    let before_body = words.iter().take_while(|word| **word != "{");
    let kind = before_body.zip(words.iter().skip(1)).find(|(kind, name)| {
        kinds.contains(kind) && name.starts_with(char::is_alphabetic) && **name != "fn"
    });
    kind.map_or_else(|| words.join(" "), |(kind, name)| format!("{kind} {name}"))
}

/// The paths that are imported, each by itself.
fn imports(items: &[Item]) -> BTreeSet<String> {
    let mut paths = BTreeSet::new();
    for item in items.iter().filter(|item| item.is_import()) {
        let path = item.key.trim_start_matches("use ").trim_end_matches([' ', ';']);
        flatten("", &path.replace(" as ", "@").replace(' ', ""), &mut paths);
    }
    paths
}

/// `a::{b, c::{d}}` is `a::b` and `a::c::d`.
fn flatten(prefix: &str, path: &str, into: &mut BTreeSet<String>) {
    let Some((start, inside)) = path.split_once('{') else {
        let path = format!("{prefix}{path}").replace('@', " as ");
        into.insert(path.trim_end_matches("::self").to_owned());
        return;
    };
    let prefix = format!("{prefix}{start}");
    let inside = inside.strip_suffix('}').unwrap_or(inside);
    let mut depth = 0;
    let parts = inside.split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    parts.filter(|part| !part.is_empty()).for_each(|part| flatten(&prefix, part, into));
}

/// The course's new imports, and those that the student has added.
fn merged_imports(old: &[Item], new: &[Item], mine: &[Item]) -> String {
    let (before, after) = (imports(old), imports(new));
    let theirs: String = new.iter().filter(|item| item.is_import()).map(|item| item.head).collect();
    let own = imports(mine);
    let added = own.difference(&before).filter(|path| !after.contains(*path));
    added.fold(theirs, |text, path| text + "use " + path + ";\n")
}

/// The new signature, with the student's names for its parameters where those of the course have changed.
fn signature(new: &str, mine: &str) -> String {
    let (theirs, own) = (parameters(new), parameters(mine));
    let name = |pattern: &str| pattern.trim_start_matches("mut ").to_owned();
    let names = |all: &[(usize, &str)]| all.iter().map(|(_, p)| name(p)).collect::<Vec<_>>();
    let (their_names, own_names) = (names(&theirs), names(&own));
    let mut text = new.to_owned();
    for (index, (at, pattern)) in theirs.iter().enumerate().rev() {
        let kept = own_names.iter().position(|own| *own == their_names[index]);
        let place = kept.or_else(|| {
            let is_free = own_names.get(index).is_some_and(|own| !their_names.contains(own));
            (is_free && own.len() == theirs.len()).then_some(index)
        });
        if let Some(place) = place {
            text.replace_range(*at..at + pattern.len(), own[place].1);
        }
    }
    text
}

/// Where the pattern of each parameter stands in a signature, and its text.
fn parameters(head: &str) -> Vec<(usize, &str)> {
    let (mut depth, mut angles, mut start, mut found) = (0, 0, None, Vec::new());
    let mut last = "";
    let tokens = source::tokens(head);
    for token in &tokens {
        if matches!(last, "(" | ",") && depth == 1 && angles == 0 {
            start = Some(token.start);
        }
        match &*token.text {
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            "<" => angles += 1,
            ">" if last != "-" => angles -= 1,
            ":" if depth == 1 && angles == 0 => {
                if let Some(start) = Option::take(&mut start) {
                    found.push((start, head[start..token.start].trim_end()));
                }
            }
            _ => {}
        }
        if token.text == ")" && depth == 0 && angles == 0 {
            break; // what it returns comes next
        }
        last = &token.text;
    }
    found
}

/// Calls of the function `from` become calls of `to`.
fn call(text: &str, from: &str, to: &str) -> String {
    let tokens = source::tokens(text);
    let mut renamed = text.to_owned();
    for three in tokens.windows(3).rev() {
        let [before, name, after] = three else { continue };
        let is_call = after.text == "(" && !matches!(&*before.text, "fn" | "." | ":");
        if name.text == from && is_call {
            renamed.replace_range(name.start..name.start + from.len(), to);
        }
    }
    renamed
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
            .replace(
                "    // TODO 03.2: walk\n    t\n",
                "    // by twos\n    t * tip(&[], 2) as f32\n",
            )
            .replace("use glam::Mat4;", "use glam::{Mat4, Vec3 as V};\nuse std::fmt;")
            + "\nfn help(joints: &[Joint]) -> u8 {\n    joints.len() as u8 // }\n}\n"
    }

    #[test]
    fn texts_imports_and_stubs_are_the_courses() {
        assert_eq!(adapted(str::to_owned, &mine()).text, mine(), "nothing new");
        let mine = mine()
            .replace("t * tip(&[], 2) as f32", "t")
            .replace("// by twos", "// TODO 03.2: walk");
        let new = adapted(
            |old| {
                old.replace("Old words", "New words")
                    .replace("walk\n    t", "run\n    t")
                    .replace("Joint}", "Bone}")
            },
            &mine,
        );
        let expected = mine
            .replace("Old words", "New words")
            .replace("TODO 03.2: walk", "TODO 03.2: run")
            .replace("Joint}", "Bone}")
            .replace(
                "use glam::{Mat4, Vec3 as V};\nuse std::fmt;",
                "use glam::Mat4;\nuse glam::Vec3 as V;\nuse std::fmt;",
            );
        assert_eq!(new, Adapted { text: expected, ..Adapted::default() });
    }

    #[test]
    fn a_signature_changes_and_a_body_stays() {
        let new = |old: &str| {
            old.replace(
                "fn tip(joints: &[Joint], joint: usize) -> u8",
                "fn tip(place: u16, joints: &Tree) -> u32",
            )
            .replace("fn walk(t: f32)", "fn walk(time: f64, speed: f64)")
        };
        let own = mine().replace("joint: usize", "mut joint: usize");
        let out = adapted(new, &own);
        assert_eq!(out.signatures, ["tip", "walk"]);
        // `joints` moves with its name; another number of parameters is taken as it is.
        assert!(
            out.text.contains("fn tip(place: u16, joints: &Tree) -> u32 {\n    help("),
            "{}",
            out.text
        );
        assert!(
            out.text.contains("fn walk(time: f64, speed: f64) -> f32 {\n    // by twos"),
            "{}",
            out.text
        );
        let renamed = adapted(|old| old.replace("joint: usize", "index: u16"), &own);
        assert!(
            renamed.text.contains("fn tip(joints: &[Joint], mut joint: u16)"),
            "{}",
            renamed.text
        );
        let stubs = adapt(OLD, &new(OLD), &own, true).unwrap();
        assert_eq!(stubs.lost, ["tip", "walk"]);
        assert!(
            stubs.text.contains("// TODO 03.1") && stubs.text.contains("fn help("),
            "{}",
            stubs.text
        );
    }

    #[test]
    fn functions_are_renamed_removed_and_added() {
        let new = |old: &str| {
            old.replace("tip", "end_of").split("/// Walks.").next().unwrap().replace("walk", "run")
                + "/// Runs.\nfn run() {\n    // TODO 03.3: run\n}\n"
        };
        let out = adapted(new, &mine());
        assert_eq!((out.signatures, out.lost), (vec!["tip".into()], vec!["walk".into()]));
        assert!(
            out.text.contains("fn end_of(joints: &[Joint], joint: usize) -> u8 {\n    help("),
            "{}",
            out.text
        );
        assert!(
            out.text.contains("Answers { end_of, run }") && out.text.contains("fn run() {"),
            "{}",
            out.text
        );
        let calls = adapted(|old| old.replace("tip", "end_of"), &mine());
        assert!(calls.text.contains("t * end_of(&[], 2)"), "{}", calls.text);
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
            let new = old
                .replace("fn ", "pub(crate) fn ")
                .replace("use crate::", "use std::fmt;\nuse crate::");
            let out = adapt(&old, &new, &mine, false).unwrap();
            assert!(out.lost.is_empty(), "{}: {:?}", lesson.folder, out.lost);
            let old_words =
                |text: &str| text.replace("pub(crate) fn ", "fn ").replace("use std::fmt;\n", "");
            let words =
                |text: &str| source::tokens(text).into_iter().map(|t| t.text).collect::<Vec<_>>();
            assert_eq!(words(&old_words(&out.text)), words(&mine), "{}", lesson.folder);
            assert_eq!(adapt(&old, &old, &mine, true).unwrap().text, mine, "{}", lesson.folder);
        }
    }
}
