//! Parses XML into a tree of elements, in the order of the file.
//!
//! There are two parsers. [`quick`] is our own, for the XML that nearly all files contain; it gives up at whatever it
//! does not know, be it unusual or an error. Then [`plain`] reads the whole text with roxmltree, which knows all of
//! XML and reports errors. Where both succeed, they give the same tree.

mod bytes;
mod plain;
mod quick;
mod tree;

pub(super) use tree::{Node, Tree};

use super::{
    error::{Error, Reporter},
    lines::Lines,
    threads::Threads,
};

/// Reads `whole`, of which the first `blanks` bytes are whitespace.
///
/// # Errors
/// If it is not well-formed, has a DTD (entities could open files, or never end), or goes beyond a
/// limit.
pub(super) fn read<'a>(
    whole: &'a str,
    blanks: usize,
    threads: Threads,
    reporter: &Reporter,
) -> Result<Tree<'a>, Error> {
    let (lines, quick) = threads.join(|| Lines::new(whole, blanks), || quick::read(whole, blanks));
    match quick {
        Some(tree) => Ok(Tree { lines, ..tree }),
        None => plain::read(whole, blanks, reporter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each element with its place, its attributes and the words of its texts.
    fn dump(tree: &Tree<'_>) -> Vec<String> {
        let names = ["id", "sid", "name", "symbol", "source", "count", "version", "a", "b"];
        let all = tree.root().descendants().map(|node| {
            let attributes = names.map(|name| node.attribute(name));
            let texts: Vec<_> = node.texts().flat_map(str::split_ascii_whitespace).collect();
            let parent = node.parent().map(Node::index);
            format!("{} {attributes:?} {texts:?} {parent:?} {}", node.place(), node.end())
        });
        all.collect()
    }

    /// What the quick parser reads, roxmltree reads as well, and the same. True if the quick parser did.
    fn compare(text: &str) -> bool {
        let Some(quick) = quick::read(text, 0) else { return false };
        let quick = Tree { lines: Lines::new(text, 0), ..quick };
        let plain = plain::read(text, 0, &Reporter::new("a.dae"));
        let plain = plain.unwrap_or_else(|error| panic!("{error} in\n{text}"));
        assert_eq!(dump(&quick), dump(&plain), "{text}");
        true
    }

    #[test]
    fn usual_files_are_read_by_the_quick_parser() {
        for text in [
            include_str!("../../../examples/arm.dae"),
            "<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"no\" ?>\r\n<a>\r\n</a>\r\n",
            "<!-- x --><a b='1 > 0' a = \"&lt;&#65;&amp;\n\tx\"><!----><b/>7<!-- y -->8 &#x42;</a> ",
            "<x:a xmlns:x='u' xmlns='v' x:b='1' b='2'><b xmlns:y='u'><y:c/></b><x:c/></x:a>",
            "<a><![CDATA[1 < 2]]><b/><![CDATA[]]></a>",
            "<a b='\u{e9}\u{ef00}'>\u{e9} \u{20ac} ]] > </a>",
        ] {
            assert!(compare(text), "{text}");
        }
    }

    /// Lengths are kept in few bits: those of a name, and of a value.
    #[test]
    fn tags_as_long_as_can_be() {
        use crate::collada::limits::MAX_TAG_BYTES;
        let name = "n".repeat(MAX_TAG_BYTES - 2);
        let value = "v".repeat(MAX_TAG_BYTES - "<a id=''/>".len());
        for text in [format!("<{name}></{name}>"), format!("<a id='{value}'/>")] {
            assert!(compare(&text));
            let tree = quick::read(&text, 0).unwrap();
            let words = tree.root().attribute("id").unwrap_or(tree.root().name());
            assert!(words == name || words == value);
        }
    }

    #[test]
    fn unusual_xml_and_errors_are_left_to_roxmltree() {
        for text in [
            "",
            "x",
            "<a",
            "<a>",
            "<a/><b/>",
            "<a></b>",
            "</a>",
            "<a b='1' b='2'/>",
            "<a b='<'/>",
            "<x:a/>",
            "<a x:b=''/>",
            "<a>&x;</a>",
            "<a>]]></a>",
            "<a>\u{1}</a>",
            "<a b='\u{ffff}'/>",
            "<a><!-- -- --></a>",
            "<?xml encoding=\"x\"?><a/>",
            "<a><?b?></a>",
            "<\u{e9}/>",
            "<a>1<![CDATA[2]]></a>",
            "<a><![CDATA[2]]>1</a>",
            "<a xmlns:x='1' xmlns:x='2'/>",
            "<!DOCTYPE a><a/>",
            "<a b=1/>",
            "<a b='1'c='2'/>",
            "<a>&#0;</a>",
            "<a>&#+65;</a>",
            "<1/>",
            "<a:b:c/>",
            "<a>\u{fffe}</a>",
        ] {
            assert!(quick::read(text, 0).is_none(), "{text}");
        }
    }

    /// Bytes replaced, cut out and doubled, by a generator of random numbers (xorshift).
    #[test]
    fn mutated_texts_are_read_alike() {
        let seeds = [
            "<?xml version=\"1.0\"?><!-- c --><a xmlns='u' xmlns:x=\"v\" b='1'><x:b a='&lt;' x:a=''>1 2 &amp;</x:b>\n<c><![CDATA[x]]></c><d/>7 8</a>",
            include_str!("../../../examples/arm.dae"),
        ];
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        let mut random = |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state % below as u64) as usize
        };
        let bytes = b"<>/'\"=&;:!-?[] \nax1#\r]\t";
        let mut read = 0;
        for round in 0..30_000 {
            let mut text = seeds[usize::from(round % 100 == 0)].as_bytes().to_vec();
            for _ in 0..=random(3) {
                let at = random(text.len());
                match random(4) {
                    0 => text[at] = bytes[random(bytes.len())],
                    1 => text.insert(at, bytes[random(bytes.len())]),
                    2 => drop(text.remove(at)),
                    _ => {
                        let end = (at + 1 + random(20)).min(text.len());
                        let piece = text[at..end].to_vec();
                        let to = random(text.len());
                        text.splice(to..to, piece);
                    }
                }
            }
            read += usize::from(std::str::from_utf8(&text).is_ok_and(compare));
        }
        assert!(read > 1_000, "{read}");
    }
}
