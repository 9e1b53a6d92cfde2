//! Texts without links to what is not handed out.

use pulldown_cmark::{Event, Parser, Tag};

/// Returns a text of `folder` in which each link to a file that is not there is its words alone.
pub(super) fn without_dead_links(text: &str, folder: &str, exists: impl Fn(&str) -> bool) -> String {
    let mut whole = String::new();
    let mut end = 0;
    for (event, range) in Parser::new(text).into_offset_iter() {
        let Event::Start(Tag::Link { dest_url, .. }) = event else { continue };
        let Some(words) = words_of(&text[range.clone()]) else { continue };
        if range.start < end || !is_dead(&dest_url, folder, &exists) {
            continue;
        }
        whole += &text[end..range.start];
        whole += words;
        end = range.end;
    }
    whole + &text[end..]
}

/// Returns the words of a link `[words](target)`.
fn words_of(link: &str) -> Option<&str> {
    let (words, _) = link.strip_prefix('[')?.rsplit_once("](")?;
    Some(words)
}

/// Returns whether a link's target is a path to a file or folder that is not there.
fn is_dead(target: &str, folder: &str, exists: impl Fn(&str) -> bool) -> bool {
    let path = target.split('#').next().unwrap_or_default();
    if path.is_empty() || path.contains(':') {
        return false;
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." | "" => {}
            name => parts.push(name),
        }
    }
    !exists(&parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_stays_if_its_file_does() {
        let exists = |path: &str| ["lessons/README.md", "lessons/04", "lessons/04/a.svg", "LICENSE"].contains(&path);
        for (text, expected) in [
            (
                "see [the map](README.md#top), [plans](TEACH.md#a) and [b](04/b.svg)",
                "see [the map](README.md#top), plans and b",
            ),
            (
                "[a](04/a.svg) [folder](04) [folder](04/) [law](../LICENSE)",
                "[a](04/a.svg) [folder](04) [folder](04/) [law](../LICENSE)",
            ),
            ("[site](https://example.org/x.md) [here](#top) [x]", "[site](https://example.org/x.md) [here](#top) [x]"),
            ("`a[i](b.md)` and\n\n    [code](c.md)\n", "`a[i](b.md)` and\n\n    [code](c.md)\n"),
            ("- [a](04/a.svg), [b](04/b.svg)\n| [a](TEACH.md) |\n", "- [a](04/a.svg), b\n| a |\n"),
        ] {
            assert_eq!(without_dead_links(text, "lessons", exists), expected);
        }
    }
}
