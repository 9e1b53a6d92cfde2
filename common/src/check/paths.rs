//! The paths in a student's text, each in full: where what a name stands for comes from.
//!
//! As much of Rust's name resolution as that takes, on tokens: modules, imports, and what the text binds itself.

use super::source::{Token, is_word};
use std::collections::HashMap;
use std::ops::Range;

/// A path, as it would be written without imports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FullPath<'a> {
    /// `["common", "skeleton", "tip"]`. It begins with [`OWN`] where the text itself defines it.
    pub parts: Vec<&'a str>,
    /// Whether it is a guess: an import of everything in a module brings it, if that module has it.
    pub by_glob: bool,
    /// Counted from 1.
    pub line: usize,
}

/// The module that a student's text is.
pub const OWN: [&str; 2] = ["crate", "exercise"];

/// The paths of a text, in full. One that imports of everything may bring is there once for each of them.
pub fn paths(tokens: &[Token]) -> Vec<FullPath<'_>> {
    let tokens = &tokens[..tokens.len().min(MOST_TOKENS)];
    let names = Names::new(tokens);
    let mut paths = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let (found, next) = names.read(at);
        for (at, written) in found {
            let line = tokens[at].line;
            let full = names.in_full(&written, at, MOST_IMPORTS);
            paths.extend(full.map(|parts| FullPath { parts, by_glob: false, line }));
            let guesses = names.by_globs(&written, at).into_iter();
            paths.extend(guesses.map(|parts| FullPath { parts, by_glob: true, line }));
        }
        at = next;
    }
    paths
}

/// What the names in a text stand for.
struct Names<'a> {
    tokens: &'a [Token],
    /// The tokens between braces.
    blocks: Vec<Range<usize>>,
    /// By their names: `*` for all of a module.
    bound: HashMap<&'a str, Vec<Binding<'a>>>,
}

/// Where a name holds, and what it stands for.
struct Binding<'a> {
    at: usize,
    scope: Range<usize>,
    to: To<'a>,
}

enum To<'a> {
    /// What this path leads to, as it was written.
    Import(Vec<&'a str>),
    /// A type or a module of the text's own.
    OwnType,
    /// Anything else of its own: no path begins with it.
    OwnValue,
}

/// An import may lead to another, and a hostile text's in a circle; of imports of everything it may have thousands.
const MOST_IMPORTS: usize = 16;

/// Several times as many as the longest exercise has: what somebody hands in may be anything.
const MOST_TOKENS: usize = 20_000;

/// How far a pattern, a type's brackets and an import's braces are followed: a hostile text's may have no end.
const LONGEST: usize = 200;

/// The scope of what stands in no block; what is bound nowhere has a greater one.
const EVERYWHERE: Range<usize> = 0..usize::MAX - 1;

impl<'a> Names<'a> {
    fn new(tokens: &'a [Token]) -> Self {
        let mut names = Names { tokens, blocks: blocks(tokens), bound: HashMap::new() };
        for at in 0..tokens.len() {
            for (name, to) in names.bound_by(at) {
                let around = names.blocks.iter().filter(|block| block.contains(&at));
                let scope = around.min_by_key(|block| block.len()).unwrap_or(&EVERYWHERE).clone();
                names.bound.entry(name).or_default().push(Binding { at, scope, to });
            }
        }
        names
    }

    fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| &token.text)
    }

    fn before(&self, at: usize, steps: usize) -> &'a str {
        at.checked_sub(steps).map_or("", |at| self.text(at))
    }

    fn is_name(&self, at: usize) -> bool {
        self.text(at).starts_with(|c: char| is_word(c) && !c.is_numeric())
    }

    fn is_colons(&self, at: usize) -> bool {
        self.text(at) == ":" && self.text(at + 1) == ":"
    }

    /// Not so in `impl Fn() + use<'a>`.
    fn is_import(&self, at: usize) -> bool {
        self.text(at) == "use" && self.text(at + 1) != "<"
    }

    /// The names that are bound by the statement, the item or the pattern whose first word, or whose name, this is.
    fn bound_by(&self, at: usize) -> Vec<(&'a str, To<'a>)> {
        let name = self.text(at + 1);
        let one = |name, to| vec![(name, to)];
        match self.text(at) {
            "use" if self.is_import(at) => {
                let mut leaves = Vec::new();
                self.import(at + 1, &[], &mut leaves);
                let bind = |(_, path, name)| (name, To::Import(path));
                leaves.into_iter().map(bind).collect()
            }
            "crate" if self.before(at, 1) == "extern" => {
                let name = if self.text(at + 2) == "as" { self.text(at + 3) } else { name };
                one(name, To::Import(vec!["", self.text(at + 1)]))
            }
            "type" if self.text(at + 2) == "=" && self.is_name(at + 3) => one(name, To::Import(self.path(at + 3).0)),
            "type" | "struct" | "enum" | "union" | "trait" | "mod" => one(name, To::OwnType),
            "fn" | "const" | "static" => one(name, To::OwnValue),
            word if self.is_in_pattern(at) => one(word, To::OwnValue),
            _ => vec![],
        }
    }

    /// What an import names, from here: where each leaf stands, its path, and the name that it gets. Returns the token
    /// after it.
    fn import(&self, mut at: usize, prefix: &[&'a str], leaves: &mut Vec<(usize, Vec<&'a str>, &'a str)>) -> usize {
        if self.text(at) == "use" {
            return at; // another import: this one has no end
        }
        let mut path = prefix.to_vec();
        if self.is_name(at) || self.is_colons(at) {
            let (parts, after) = self.path(at);
            path.extend(parts);
            at = after;
            if !self.is_colons(at) {
                if path.len() > 1 && path.last() == Some(&"self") {
                    path.pop(); // `skeleton::{self, Joint}`
                }
                let is_renamed = self.text(at) == "as";
                let name = if is_renamed { self.text(at + 1) } else { path[path.len() - 1] };
                leaves.push((at - 1, path, name));
                return if is_renamed { at + 2 } else { at };
            }
            at += 2;
        }
        let is_deeper = path.len() > prefix.len() || self.is_import(at - 1);
        match self.text(at) {
            "*" => leaves.push((at, path, "*")),
            "{" if is_deeper && path.len() < LONGEST => {
                while !matches!(self.text(at), "}" | ";" | "use" | "") {
                    at = self.import(at + 1, &path, leaves);
                }
            }
            _ => {}
        }
        at + usize::from(!matches!(self.text(at), ";" | "use"))
    }

    /// Whether it is a new name: after `let`, among parameters, or between a closure's bars.
    fn is_in_pattern(&self, at: usize) -> bool {
        let before = (0..at).rev().take(LONGEST).map(|at| self.text(at));
        let mut bars = 0;
        for text in before {
            match text {
                "let" | "for" | "fn" => return true,
                "in" | "=" | ";" | "{" | "}" => break,
                "|" => bars += 1,
                _ => {}
            }
        }
        bars % 2 == 1
    }

    /// The path that begins here, and the token after it. One that begins with `::` has an empty first part; what a macro
    /// puts there is `$`.
    fn path(&self, mut at: usize) -> (Vec<&'a str>, usize) {
        let mut parts = Vec::new();
        match self.text(at) {
            ":" => parts.push(""),
            text => {
                parts.push(text);
                at += 1 + usize::from(text == "$");
            }
        }
        loop {
            let is_generic = self.is_colons(at) && self.text(at + 2) == "<"; // `Vec::<f32>::new`
            let next = if is_generic { self.closing(at + 2) + 1 } else { at };
            let is_given = self.text(next + 2) == "$";
            if !self.is_colons(next) || !is_given && !self.is_name(next + 2) {
                return (parts, at);
            }
            parts.push(self.text(next + 2));
            at = next + 3 + usize::from(is_given);
        }
    }

    /// The bracket that closes this angle bracket.
    fn closing(&self, start: usize) -> usize {
        let mut depth = 0;
        for at in (start..self.tokens.len()).take(LONGEST) {
            match self.text(at) {
                "<" => depth += 1,
                ">" if self.before(at, 1) != "-" => depth -= 1,
                "{" | "}" => break, // it was "less than"
                _ => {}
            }
            if depth == 0 {
                return at;
            }
        }
        self.tokens.len()
    }

    /// The paths that begin at this token, as written, and where to read on.
    fn read(&self, at: usize) -> (Vec<(usize, Vec<&'a str>)>, usize) {
        if self.is_import(at) {
            let mut leaves = Vec::new();
            let next = self.import(at + 1, &[], &mut leaves);
            return (leaves.into_iter().map(|(at, path, _)| (at, path)).collect(), next);
        }
        // `<Transform>::blend`, `<Scene as Exercise>::LESSON`
        if self.text(at) == "<" && self.is_name(at + 1) && self.before(at, 1) != ":" {
            let (mut path, end) = (self.path(at + 1).0, self.closing(at) + 1);
            if self.is_colons(end) {
                path.extend(&self.path(end).0[1..]);
                return (vec![(at, path)], at + 1);
            }
        }
        let is_field = self.before(at, 1) == "." && self.before(at, 2) != ".";
        let begins = match self.text(at) {
            ":" => self.is_colons(at) && self.is_name(at + 2) && self.before(at, 1) != ">",
            "$" => self.is_name(at + 1) && self.text(at + 1) != "crate",
            _ => self.is_name(at),
        };
        if is_field || !begins {
            return (vec![], at + 1);
        }
        let (path, end) = self.path(at);
        // A macro's name, a field's, an argument's, or a lifetime's.
        let is_other = match [self.text(end), self.text(end + 1)] {
            ["!" | ":", next] => next != "=",
            ["=", next] => !matches!(next, "=" | ">"),
            _ => self.before(at, 1) == "'",
        };
        let found = if path.len() == 1 && is_other { vec![] } else { vec![(at, path)] };
        (found, end)
    }

    /// What binds a name at this place.
    fn bindings(&self, name: &str, at: usize) -> impl Iterator<Item = &Binding<'a>> {
        let bound = self.bound.get(name).into_iter().flatten();
        bound.filter(move |binding| binding.scope.contains(&at))
    }

    /// The innermost that the first name of a path, or a name alone, can mean.
    fn binding(&self, path: &[&str], at: usize) -> Option<&Binding<'a>> {
        let fits = |bound: &&Binding| path.len() == 1 || !matches!(bound.to, To::OwnValue);
        self.bindings(path[0], at).filter(fits).min_by_key(|bound| bound.scope.len())
    }

    /// What a path that stands there means. `None` if imports lead in a circle.
    fn in_full(&self, path: &[&'a str], at: usize, fuel: usize) -> Option<Vec<&'a str>> {
        let fuel = fuel.checked_sub(1)?;
        let is_module = |block: &&Range<usize>| self.before(block.start, 2) == "mod";
        let around = self.blocks.iter().filter(|block| block.contains(&at));
        let supers = path.iter().take_while(|part| **part == "super").count();
        if supers > 0 && supers > around.filter(is_module).count() {
            return Some([&["crate"], &path[supers..]].concat());
        }
        let inside = match path {
            ["self", ..] => 1,
            ["crate", "exercise", ..] => 2,
            _ => supers,
        };
        let path = &path[inside..];
        let (&first, rest) = path.split_first()?;
        let at = if inside > 0 { self.tokens.len() } else { at };
        match self.binding(path, at) {
            _ if first.is_empty() => (!rest.is_empty()).then(|| rest.to_vec()),
            // An import may repeat a crate's name: `use glam;`
            Some(Binding { to: To::Import(to), .. }) if to[0] == first => Some([to, rest].concat()),
            Some(Binding { to: To::Import(to), at, .. }) => self.in_full(&[to, rest].concat(), *at, fuel),
            None if inside == 0 && first != "Self" => Some(path.to_vec()),
            _ => Some([&OWN, path].concat()),
        }
    }

    /// What it may mean by the imports of everything that nothing nearer hides.
    fn by_globs(&self, path: &[&'a str], at: usize) -> Vec<Vec<&'a str>> {
        if matches!(path[0], "" | "$" | "crate" | "self" | "super" | "Self") {
            return vec![];
        }
        let nearest = self.binding(path, at);
        let nearest = nearest.map_or(usize::MAX, |binding| binding.scope.len());
        let globs = self.bindings("*", at).filter(|glob| glob.scope.len() < nearest);
        let full = |glob: &Binding<'a>| match &glob.to {
            To::Import(to) => self.in_full(&[to, path].concat(), glob.at, MOST_IMPORTS),
            _ => None,
        };
        globs.take(MOST_IMPORTS).filter_map(full).collect()
    }
}

fn blocks(tokens: &[Token]) -> Vec<Range<usize>> {
    let (mut blocks, mut open) = (Vec::new(), Vec::new());
    for (at, token) in tokens.iter().enumerate() {
        match token.text.as_str() {
            "{" => open.push(at),
            "}" => blocks.extend(open.pop().map(|start| start..at)),
            _ => {}
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::source::tokens;

    /// Grading reads whatever is handed in: what takes more than linear time, or nests, would never come back.
    #[test]
    fn a_text_of_any_kind_comes_to_an_end() {
        let pieces = "use { |use a::{ |{let a=a; |use a::{a::{ |a::{ |let a=a; |a< |a |use ::*; |use a::*;a::b; \
            |mod a{super:: |::<$::{}> |use a as a; |type a=a;a::a ";
        for piece in pieces.split('|') {
            let text = piece.repeat((256 << 10) / piece.len());
            assert!(paths(&tokens(&text)).len() < 1 << 20, "{piece}");
        }
    }
}
