//! Animations in pieces, by several threads. Most keep to themselves: each has the sources that its samplers
//! name. Where one does not, or is wrong, all are read in their order instead.

use super::{
    animations::{Animations, in_order},
    reader::{Element, Known, Reader},
    sources::Sources,
};
use crate::collada::{error::Reporter, limits::MAX_ITEMS, parallel};
use std::ops::Range;

/// Pieces that the animations of a document are cut into: several for each thread, for some take longer.
const PIECES: usize = 24;

/// Units of work that an element or a text of an animation is, besides the numbers in it.
const WORK_OF_AN_ELEMENT: usize = 1;

/// The same as [`in_order`], or `None`, and nothing is changed, if that does not pay, or has to be done.
pub(super) fn read<'a>(
    reader: &Reader<'a>,
    sources: &Sources,
    elements: &[Element<'a>],
) -> Option<Animations> {
    let work = (elements.last()?.end() - elements.first()?.index()) * WORK_OF_AN_ELEMENT;
    // So few elements that there cannot be too many of anything.
    let few = reader.root().end() <= MAX_ITEMS;
    if parallel::pays(work) && few {
        in_pieces(reader, sources, elements, PIECES, work)
    } else {
        None
    }
}

fn in_pieces<'a>(
    reader: &Reader<'a>,
    sources: &Sources,
    elements: &[Element<'a>],
    count: usize,
    work: usize,
) -> Option<Animations> {
    let end = elements.iter().map(|element| element.end()).max()?;
    if sources.has_read(elements.first()?.index()..end) {
        return None;
    }
    let (known, file, commas) = (reader.known(), reader.file(), reader.commas());
    let length = elements.len().div_ceil(count);
    let mut pieces = Vec::with_capacity(count);
    for (number, piece) in elements.chunks(length).enumerate() {
        let next = elements.get((number + 1) * length);
        let end = next.map_or(end, |next| next.index());
        pieces.push((piece, piece[0].index()..end));
    }
    let pieces = parallel::map(&pieces, work, |(piece, at)| {
        Piece::read(known, &file, commas, piece, at.clone())
    });
    // The first decimal comma of a document is noted, whoever finds it.
    if pieces.iter().flatten().count() < pieces.len()
        || !commas && pieces.iter().flatten().any(|piece| piece.commas)
    {
        return None;
    }
    let mut animations = Vec::with_capacity(pieces.len());
    for piece in pieces.into_iter().flatten() {
        animations.push(piece.animations);
        reader.append(piece.reporter);
    }
    Some(join(animations))
}

fn join(pieces: Vec<Animations>) -> Animations {
    let mut all = Animations::default();
    let count = |of: fn(&Animations) -> usize| pieces.iter().map(of).sum();
    all.curves.reserve(count(|piece| piece.curves.len()));
    all.channels.reserve(count(|piece| piece.channels.len()));
    for piece in pieces {
        let (animations, curves) = (all.all.len(), all.curves.len());
        all.all.extend(piece.all);
        all.curves.extend(piece.curves);
        for mut channel in piece.channels {
            channel.animation += animations;
            channel.curve += curves;
            all.channels.push(channel);
        }
    }
    all
}

/// Some animations, one after the other.
struct Piece {
    animations: Animations,
    reporter: Reporter,
    commas: bool,
}

impl Piece {
    /// `None` if they need what is not in the piece, or something is wrong.
    fn read(
        known: Known<'_>,
        file: &str,
        commas: bool,
        elements: &[Element<'_>],
        piece: Range<usize>,
    ) -> Option<Self> {
        let mut reporter = Reporter::new(file);
        let mut sources = Sources::of(piece);
        let reader = Reader::new(known, &mut reporter).with_commas(commas);
        let animations = in_order(&reader, &mut sources, elements).ok()?;
        let commas = reader.commas();
        Some(Self { animations, reporter, commas })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collada::{
        document::{
            Document,
            lists::Lists,
            reader::{KnownIds, children, is},
        },
        xml,
    };

    /// What is read of a text in its order, or in so many pieces.
    fn read(text: &str, pieces: Option<usize>, before: Option<&str>) -> Option<String> {
        let tree = xml::read(text, 0, &Reporter::new("a.dae")).unwrap();
        let root = tree.root();
        let (ids, lists) = (KnownIds::new(root), Lists::new(root));
        let mut reporter = Reporter::new("a.dae");
        let reader = Reader::new(Known { root, ids: &ids, lists: &lists }, &mut reporter);
        let elements = children(root, "library_animations").flat_map(Element::descendants);
        let elements: Vec<_> = elements.filter(|element| is(*element, "animation")).collect();
        let mut sources = Sources::with_room(root.end());
        let geometry = children(root, "library_geometries").next().unwrap();
        let scope = sources.scope(&reader, geometry).unwrap();
        if let Some(before) = before {
            sources.find(&reader, &scope, before).unwrap().expect("it is there");
        }
        let animations = match pieces {
            None => in_order(&reader, &mut sources, &elements).unwrap(),
            Some(count) => in_pieces(&reader, &sources, &elements, count, 1_000_000)?,
        };
        let (all, mut places) = (animations.all.iter(), String::new());
        all.for_each(|animation| places += &format!("{} {}\n", animation.place, animation.name));
        let (curves, channels) = (&animations.curves, &animations.channels);
        let warnings = reporter.into_warnings();
        Some(format!("{places}{curves:?}{channels:?}{warnings:?}"))
    }

    fn source(id: &str, values: &str) -> String {
        let count = values.split(' ').count();
        format!(
            "<source id='{id}'><float_array id='{id}-array' count='{count}'>{values}</float_array>\
             <technique_common><accessor source='#{id}-array' count='{count}'><param name='X'/>\
             </accessor></technique_common></source>"
        )
    }

    /// An animation with sources of its own, of which the sampler takes `times`, and others in it.
    fn animation(number: usize, times: &str, values: &str, inner: &str) -> String {
        let (t, v) = (source(&format!("t{number}"), "0 1"), source(&format!("v{number}"), values));
        format!(
            "<animation id='a{number}' name='n{number}'>{t}{inner}{v}<sampler id='s'>\
             <input semantic='INPUT' source='#{times}'/><input semantic='OUTPUT' source='#v{number}'/>\
             <input semantic='IN_TANGENT' source='#none{number}'/></sampler>\
             <channel source='#s' target='joint{number}/x'/></animation>"
        )
    }

    fn document(animations: &[String]) -> String {
        let (geometry, all) = (source("g", "1 2 3"), animations.concat());
        format!(
            "<COLLADA><library_geometries>{geometry}</library_geometries>\
             <library_animations>{all}</library_animations></COLLADA>"
        )
    }

    fn own(number: usize) -> String {
        animation(number, &format!("t{number}"), "2 3", "")
    }

    #[test]
    fn in_pieces_as_in_order() {
        let mut animations: Vec<_> = (0..9).map(own).collect();
        animations.push(animation(9, "t9", "2 3 4", &(own(10) + &own(11))));
        let text = document(&animations);
        let want = read(&text, None, None);
        assert_eq!(want.as_ref().unwrap().matches("no source").count(), 12);
        for (pieces, whole) in
            [(1, true), (2, true), (4, true), (5, true), (10, false), (24, false)]
        {
            // Cut through the last one, whose values stand behind those in it, they cannot be read.
            let got = read(&text, Some(pieces), None);
            assert!(got == want.clone().filter(|_| whole), "{pieces}");
        }
        let text = document(&animations[..9]);
        let want = read(&text, None, None);
        for pieces in [1, 2, 3, 9, 24] {
            assert!(read(&text, Some(pieces), None) == want, "{pieces}");
        }
    }

    #[test]
    fn curves_keep_what_they_need_of_sources() {
        let mesh = "<geometry id='m'><mesh>".to_string()
            + &source("times", "0 1")
            + "<vertices><input semantic='POSITION' source='#times'/></vertices></mesh></geometry>";
        let text = |count: usize| {
            let all: String = (1..count).map(own).collect();
            let all = animation(0, "times", "2 3", "") + &all;
            format!(
                "<COLLADA version='1.4.1'><library_geometries>{mesh}</library_geometries>\
                 <library_animations>{all}</library_animations></COLLADA>"
            )
        };
        // In their order, and in pieces.
        for count in [2, 500] {
            let document = Document::read(text(count).as_bytes(), "a.dae").unwrap();
            let sources: Vec<_> = document.sources.iter().map(|source| &*source.place.id).collect();
            assert_eq!((sources, document.curves.len()), (vec!["times"], count));
            assert!(document.curves.iter().all(|curve| curve.times == [0.0, 1.0]));
        }
    }

    #[test]
    fn decimal_commas_are_noted_once() {
        let animations: Vec<_> =
            (0..4).map(|number| animation(number, &format!("t{number}"), "2,5 3", "")).collect();
        let text = document(&animations);
        assert!(read(&text, Some(2), None).is_none(), "who was the first?");
        let text = text.replace("1 2 3", "1,5 2 3");
        let want = read(&text, None, None);
        assert_eq!(want.as_ref().unwrap().matches("decimal commas").count(), 1, "in the mesh");
        assert!(read(&text, Some(2), None) == want);
    }

    #[test]
    fn what_does_not_keep_to_itself_is_left_alone() {
        let mut animations: Vec<_> = (0..4).map(own).collect();
        let good = document(&animations);
        assert!(read(&good, Some(2), Some("#g")).is_some());
        assert!(read(&good, Some(2), Some("#t3")).is_none(), "it has been read");
        for (times, values) in [("t0", "2 3"), ("g", "2 3"), ("t3", "2,5 3"), ("t3", "x 3")] {
            animations[3] = animation(3, times, values, "");
            assert!(read(&document(&animations), Some(2), None).is_none(), "{times} {values}");
        }
        animations[3] = animation(3, "t2", "2 3", "");
        assert!(read(&document(&animations), Some(2), None).is_some(), "both in one piece");
    }
}
