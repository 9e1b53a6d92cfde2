//! A figure as SVG, for README.md: on a dark sheet, which reads well on light pages and dark ones.

use super::Sheet;
use super::sheet::{Align, HANDLE, Mark, PAPER, Shape, TEXT};
use glam::Vec2;
use std::fmt::Write;

/// The gap between sheets side by side.
const GAP: f32 = 8.0;

/// Returns an SVG of sheets side by side, with settings and readings below each sheet.
pub fn svg(sheets: &[Sheet]) -> String {
    let width = sheets.iter().map(|sheet| sheet.size.x + GAP).sum::<f32>() - GAP;
    let height = sheets.iter().map(|sheet| sheet.size.y + below(sheet)).fold(0.0, f32::max);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"DejaVu Sans, Verdana, sans-serif\" font-size=\"{TEXT}\" stroke-linecap=\"round\" \
         stroke-linejoin=\"round\">\n"
    );
    let mut left = 0.0;
    for sheet in sheets {
        let _ = write!(
            text,
            "<svg x=\"{left}\" width=\"{}\" height=\"{height}\">\n<rect width=\"100%\" height=\"100%\" rx=\"6\" \
             fill=\"#{PAPER:06x}\"/>\n",
            sheet.size.x
        ); // writing to a String cannot fail
        sheet.marks.iter().for_each(|mark| write_mark(&mut text, sheet, mark));
        for handle in &sheet.handles {
            let Vec2 { x, y } = down(sheet, handle.at);
            text += &format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{HANDLE}\" fill=\"#{PAPER:06x}\" stroke=\"#fff\" stroke-width=\"2\"/>\n"
            );
        }
        for (line, shown) in lines(sheet).iter().enumerate() {
            let y = sheet.size.y + TEXT * (0.9 + 1.3 * line as f32);
            text += &format!("<text x=\"10\" y=\"{y:.1}\" fill=\"#e8eaee\">{}</text>\n", escaped(shown));
        }
        text += "</svg>\n";
        left += sheet.size.x + GAP;
    }
    text + "</svg>\n"
}

fn below(sheet: &Sheet) -> f32 {
    let count = lines(sheet).len() as f32;
    if count > 0.0 { TEXT * (1.3 * count + 0.5) } else { 0.0 }
}

/// The setting, and the readings, in lines that are no longer than the sheet is wide.
pub(super) fn lines(sheet: &Sheet) -> Vec<String> {
    let most = (sheet.size.x / (0.62 * TEXT)) as usize;
    let settings = sheet.parameters.iter().zip(&sheet.values).map(|(parameter, value)| parameter.shown(*value));
    let mut lines: Vec<String> = Vec::new();
    for parts in [settings.collect(), sheet.readings().iter().map(super::Reading::shown).collect::<Vec<_>>()] {
        let mut begins = true;
        for part in parts {
            match lines.last_mut() {
                Some(line) if !begins && line.chars().count() + part.chars().count() + 2 <= most => {
                    *line += &format!(", {part}");
                }
                _ => lines.push(part),
            }
            begins = false;
        }
    }
    lines
}

fn write_mark(text: &mut String, sheet: &Sheet, mark: &Mark) {
    let Mark { shape, color, width, .. } = mark;
    *text += &match shape {
        Shape::Line(points, is_dashed) => {
            let dashes = if *is_dashed { " stroke-dasharray=\"5 4\"" } else { "" };
            format!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"#{color:06x}\" stroke-width=\"{width}\"{dashes}/>\n",
                list(sheet, points)
            )
        }
        Shape::Area(points, opacity) => {
            let opacity = if *opacity == 1.0 { String::new() } else { format!(" fill-opacity=\"{opacity}\"") };
            format!("<polygon points=\"{}\" fill=\"#{color:06x}\"{opacity}/>\n", list(sheet, points))
        }
        Shape::Disc(center, radius) => {
            let Vec2 { x, y } = down(sheet, *center);
            format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"#{color:06x}\"/>\n")
        }
        Shape::Ring(center, radius) => {
            let Vec2 { x, y } = down(sheet, *center);
            format!(
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"none\" stroke=\"#{color:06x}\" \
                 stroke-width=\"{width}\"/>\n"
            )
        }
        Shape::Word(position, align, word) => {
            let Vec2 { x, y } = down(sheet, *position);
            let anchor = match align {
                Align::Left => "",
                Align::Middle => " text-anchor=\"middle\"",
                Align::Right => " text-anchor=\"end\"",
            };
            let y = y + 0.36 * TEXT;
            let word = escaped(word);
            format!("<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"#{color:06x}\"{anchor}>{word}</text>\n")
        }
    };
}

fn list(sheet: &Sheet, points: &[Vec2]) -> String {
    let points = points.iter().map(|point| down(sheet, *point)).map(|point| format!("{:.1},{:.1}", point.x, point.y));
    points.collect::<Vec<_>>().join(" ")
}

/// Converts a position: SVG counts from the top.
fn down(sheet: &Sheet, position: Vec2) -> Vec2 {
    Vec2::new(position.x, sheet.size.y - position.y)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Returns the first pair of lines in which two SVGs differ by more than the rounding of another machine.
pub fn differs<'a>(ours: &'a str, other: &'a str) -> Option<[&'a str; 2]> {
    if ours.lines().count() != other.lines().count() {
        return Some(["as many lines", "another number of lines"]);
    }
    let mut lines = ours.lines().zip(other.lines());
    lines.find(|(a, b)| !agree(a, b)).map(|(a, b)| [a, b])
}

/// Returns whether two lines of SVG agree, numbers within 0.15.
fn agree(a: &str, b: &str) -> bool {
    let [a, b] = [a, b].map(|line| line.split(|c: char| " ,\"><".contains(c)).collect::<Vec<_>>());
    a.len() == b.len()
        && a.iter().zip(&b).all(|(a, b)| match (a.parse::<f32>(), b.parse::<f32>()) {
            (Ok(a), Ok(b)) => (a - b).abs() < 0.15,
            _ => a == b,
        })
}
