//! The lists of numbers and names of a document.

use crate::collada::{
    numbers::{self, BadToken, Decimals},
    xml::Node,
};
/// Many short words in one piece of memory.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    text: String,
    /// End of each word in the text.
    ends: Vec<u32>,
}

impl Names {
    /// Returns the number of words.
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

    fn extend(&mut self, text: &str) {
        for word in text.split_ascii_whitespace() {
            self.text.push_str(word);
            self.ends.push(self.text.len() as u32); // a file is shorter than 4 GB
        }
    }
}

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

pub(super) fn integers(element: Node<'_>) -> Result<Vec<i32>, BadToken> {
    let mut values = Vec::with_capacity(expected_count(element));
    element.texts().try_for_each(|text| numbers::integers(text, &mut values))?;
    Ok(values)
}

pub(super) fn names(element: Node<'_>) -> Names {
    let length = element.texts().map(str::len).sum();
    let mut names = Names { text: String::with_capacity(length), ends: Vec::with_capacity(expected_count(element)) };
    element.texts().for_each(|text| names.extend(text));
    names
}

/// Returns the number of values that an element should hold: its `count`, or the most that its text has room for.
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
    fn lists_of_an_element() {
        let text = "<a><p>1 -2 3<!-- --> 40</p><v>7 x</v><Name_array>one two\n3</Name_array></a>";
        let tree = xml::read(text, 0, &Reporter::new("a.dae")).unwrap();
        let of = |name: &str| tree.root().descendants().find(|element| element.is(name)).unwrap();
        assert_eq!(integers(of("p")).unwrap(), [1, -2, 3, 40]);
        assert_eq!(floats(of("p")).unwrap(), (vec![1.0, -2.0, 3.0, 40.0], Decimals::Points));
        assert_eq!(integers(of("v")).unwrap_err(), BadToken { token: "x".into(), index: 1 });
        assert!(names(of("Name_array")).iter().eq(["one", "two", "3"]));
    }
}
