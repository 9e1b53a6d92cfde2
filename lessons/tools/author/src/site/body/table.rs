//! Tables.

use super::Writer;
use crate::site::links::LinkTarget;
use pulldown_cmark::{Event, Tag, TagEnd};

impl Writer<'_, '_> {
    /// Writes a table. Rows about a lesson that was left out are dropped, and a heading row without words.
    pub(super) fn table(&mut self) {
        self.out.push(Event::Html("<div class=\"table\"><table>\n".into()));
        while let Some((event, _)) = self.events.get(self.next) {
            self.next += 1;
            match event {
                Event::Start(Tag::TableHead) => self.row("th"),
                Event::Start(Tag::TableRow) => self.row("td"),
                Event::End(TagEnd::Table) => break,
                _ => {}
            }
        }
        self.out.push(Event::Html("</table></div>\n".into()));
    }

    /// Writes a row with cells of the element `cell`, unless it is empty or its first link leads to a lesson that was left out.
    fn row(&mut self, cell: &str) {
        let begin = self.out.len();
        let mut has_words = false;
        let mut first_link = None;
        self.inline(if cell == "th" { "<thead><tr>" } else { "<tr>" });
        while let Some((event, _)) = self.events.get(self.next) {
            match event {
                Event::End(TagEnd::TableHead | TagEnd::TableRow) => break,
                Event::Start(Tag::TableCell) => {
                    let is_empty = matches!(self.events.get(self.next + 1), Some((Event::End(_), _)));
                    let cell = if is_empty { "td" } else { cell };
                    has_words |= !is_empty;
                    self.inline(format!("<{cell}>"));
                    self.next += 1;
                    while !matches!(self.events[self.next].0, Event::End(TagEnd::TableCell)) {
                        if let Event::Start(Tag::Link { dest_url, .. }) = &self.events[self.next].0 {
                            first_link.get_or_insert_with(|| dest_url.to_string());
                        }
                        self.write_next();
                    }
                    self.note(&Event::End(TagEnd::TableCell));
                    self.inline(format!("</{cell}>"));
                }
                _ => {}
            }
            self.next += 1;
        }
        self.next += 1;
        self.inline(if cell == "th" { "</tr></thead>\n" } else { "</tr>\n" });
        let is_left_out = first_link.is_some_and(|link| self.links.target(&link) == Ok(LinkTarget::LeftOut));
        if !has_words || is_left_out {
            self.out.truncate(begin);
        }
    }
}
