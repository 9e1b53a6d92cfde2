//! The long lists of numbers and names of a document. They are most of a large file and independent of each
//! other, so they are read ahead, on several threads.

use crate::collada::{
    numbers::{self, BadToken, Decimals},
    threads::Threads,
    xml::Node,
};
/// A list as it was read, or the first token that could not be read.
#[derive(Debug, PartialEq)]
pub(super) enum List {
    /// Of `float_array` and `int_array`.
    Floats(Result<(Vec<f32>, Decimals), BadToken>),
    /// Of every element that holds indices.
    Integers(Result<Vec<i32>, BadToken>),
    /// Of `Name_array` and the like.
    Names(Names),
}

/// Many short words in one piece of memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    text: String,
    /// Where in the text each word ends.
    ends: Vec<u32>,
}

impl Names {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let mut start = 0;
        self.ends.iter().map(move |end| {
            let word = &self.text[start..*end as usize];
            start = *end as usize;
            word
        })
    }

    /// Appends the words of a text.
    fn extend(&mut self, text: &str) {
        for word in text.split_ascii_whitespace() {
            self.text.push_str(word);
            self.ends.push(self.text.len() as u32); // a file is shorter than 4 GB
        }
    }
}

/// Shorter lists are read where they are needed.
const SHORTEST: usize = 100;

/// Reads all long lists of a document, with the index of their element, ascending. None at all on the caller's
/// thread: there is nothing to gain.
pub(super) fn read_ahead(root: Node<'_>, threads: Threads) -> Vec<(usize, Option<List>)> {
    if threads == Threads::Caller {
        return Vec::new();
    }
    let is_long =
        |element: &Node<'_>| kind(element.name()).is_some() && element.texts().map(str::len).sum::<usize>() >= SHORTEST;
    let elements: Vec<_> = root.descendants().filter(is_long).collect();
    threads.map(&elements, |element| {
        let list = kind(element.name()).map(|kind| match kind {
            Kind::Floats => List::Floats(floats(*element)),
            Kind::Integers => List::Integers(integers(*element)),
            Kind::Names => List::Names(names(*element)),
        });
        (element.index(), list)
    })
}

enum Kind {
    Floats,
    Integers,
    Names,
}

fn kind(name: &str) -> Option<Kind> {
    match name {
        "float_array" | "int_array" => Some(Kind::Floats),
        "p" | "v" | "vcount" => Some(Kind::Integers),
        "Name_array" | "IDREF_array" | "SIDREF_array" => Some(Kind::Names),
        _ => None,
    }
}

/// The numbers of an element.
pub(super) fn floats(element: Node<'_>) -> Result<(Vec<f32>, Decimals), BadToken> {
    let mut values = Vec::with_capacity(expected_count(element));
    let mut decimals = Decimals::Points;
    for text in element.texts() {
        if numbers::floats(text, &mut values)? == Decimals::Commas {
            decimals = Decimals::Commas;
        }
    }
    Ok((values, decimals))
}

/// The whole numbers of an element.
pub(super) fn integers(element: Node<'_>) -> Result<Vec<i32>, BadToken> {
    let mut values = Vec::with_capacity(expected_count(element));
    element.texts().try_for_each(|text| numbers::integers(text, &mut values))?;
    Ok(values)
}

/// The words of an element.
pub(super) fn names(element: Node<'_>) -> Names {
    let length = element.texts().map(str::len).sum();
    let mut names = Names { text: String::with_capacity(length), ends: Vec::with_capacity(expected_count(element)) };
    element.texts().for_each(|text| names.extend(text));
    names
}

/// How many numbers or names an element should hold: what its `count` says, or the most that its text has room for.
fn expected_count(element: Node<'_>) -> usize {
    let most = element.texts().map(|text| text.len() / 2 + 1).sum();
    let declared = element.attribute("count").and_then(|count| count.parse().ok());
    declared.filter(|count| *count <= most).unwrap_or(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collada::{error::Reporter, xml};

    #[test]
    fn lists_read_ahead_are_those_of_their_elements() {
        let numbers = "1 -2 3 40 ".repeat(30);
        let text = format!(
            "<a><float_array count='120'>{numbers}</float_array><p>1 2</p><p>{numbers}</p>\
             <v>{numbers}x</v><Name_array>{numbers}</Name_array><other>{numbers}</other></a>"
        );
        let tree = xml::read(&text, 0, Threads::Caller, &Reporter::new("a.dae")).unwrap();
        assert!(read_ahead(tree.root(), Threads::Caller).is_empty());
        let lists = read_ahead(tree.root(), Threads::Several);
        let of = |name: &str, number: usize| tree.root().descendants().filter(|e| e.is(name)).nth(number).unwrap();
        assert_eq!(lists.len(), 4);
        let [array, p, v, names] = [of("float_array", 0), of("p", 1), of("v", 0), of("Name_array", 0)];
        assert_eq!(lists[0], (array.index(), Some(List::Floats(floats(array)))));
        assert_eq!(lists[1], (p.index(), Some(List::Integers(integers(p)))));
        assert_eq!(integers(p).unwrap()[..5], [1, -2, 3, 40, 1]);
        let bad = BadToken { token: "x".into(), index: 120 };
        assert_eq!(lists[2], (v.index(), Some(List::Integers(Err(bad)))));
        assert_eq!(lists[3], (names.index(), Some(List::Names(self::names(names)))));
        assert_eq!(self::names(names).iter().nth(3), Some("40"));
    }
}
