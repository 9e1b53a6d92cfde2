//! XML, numbers, meaning: megabytes a second of each.

use common::{
    collada::{self, Scene, numbers},
    gltf,
};
use cpu_time::ThreadTime;
use std::{hint::black_box, path::Path};

/// Prints the table of one file.
pub(crate) fn report(file: &Path, rounds: usize) {
    let bytes = std::fs::read(file).expect("a file to measure");
    let name = file.display().to_string();
    println!("\n{name}: {:.1} MB", bytes.len() as f64 / 1e6);
    if gltf::is_gltf(&bytes) {
        return of_gltf(file, bytes.len(), rounds);
    }
    let document = match collada::parse(&bytes, &name) {
        Ok(document) => document,
        Err(error) => return println!("refused: {error}"),
    };
    heading();
    let whole = bytes.len();
    if let Ok(text) = std::str::from_utf8(&bytes)
        && let Ok(tree) = roxmltree::Document::parse(text)
    {
        row(
            "bytes to XML tree, with checks",
            whole,
            rounds,
            || drop(black_box(collada::stages::xml(&bytes))),
            Some(("roxmltree alone", &mut || drop(black_box(roxmltree::Document::parse(text))))),
        );
        let lists = |names: &[&str]| -> Vec<&str> {
            let lists = tree.descendants().filter(|e| names.contains(&e.tag_name().name()));
            lists.filter_map(|list| list.text()).collect()
        };
        let floats = lists(&["float_array", "int_array"]);
        row(
            "lists of numbers",
            floats.iter().map(|list| list.len()).sum(),
            rounds,
            || floats.iter().for_each(|list| drop(black_box(read_floats(list)))),
            Some(("the standard library", &mut || {
                for list in &floats {
                    drop(black_box(plain_numbers::<f32>(list)));
                }
            })),
        );
        let integers = lists(&["p", "v", "vcount", "h"]);
        row(
            "lists of whole numbers",
            integers.iter().map(|list| list.len()).sum(),
            rounds,
            || integers.iter().for_each(|list| drop(black_box(read_integers(list)))),
            Some(("the standard library", &mut || {
                for list in &integers {
                    drop(black_box(plain_numbers::<i32>(list)));
                }
            })),
        );
    }
    row(
        "bytes to document",
        whole,
        rounds,
        || drop(black_box(collada::parse(&bytes, &name))),
        None,
    );
    let scene = Scene::new(&document).expect("it was read before");
    let path = Path::new("bench.dae");
    row(
        "document to model",
        whole,
        rounds,
        || drop(black_box(collada::model(&document, &scene, path))),
        None,
    );
}

/// A glTF file, with the files of its buffers.
fn of_gltf(file: &Path, whole: usize, rounds: usize) {
    let document = match gltf::read(file) {
        Ok(document) => document,
        Err(error) => return println!("refused: {error}"),
    };
    heading();
    row("file to document", whole, rounds, || drop(black_box(gltf::read(file))), None);
    let to_model = || drop(black_box(gltf::model(&document, file)));
    row("document to model", whole, rounds, to_model, None);
}

fn heading() {
    println!("{:<34} {:>9} {:>9}  plain form", "stage", "ms", "MB/s");
}

fn read_floats(list: &str) -> Vec<f32> {
    let mut values = Vec::new();
    numbers::floats(list, &mut values).expect("they were read before");
    values
}

fn read_integers(list: &str) -> Vec<i32> {
    let mut values = Vec::new();
    numbers::integers(list, &mut values).expect("they were read before");
    values
}

fn plain_numbers<T: std::str::FromStr>(list: &str) -> Vec<T> {
    list.split_ascii_whitespace().filter_map(|token| token.parse().ok()).collect()
}

/// The name of a plain form, and the form.
type Plain<'a> = (&'a str, &'a mut dyn FnMut());

fn row(
    stage: &str,
    bytes: usize,
    rounds: usize,
    mut ours: impl FnMut(),
    mut plain: Option<Plain<'_>>,
) {
    let (mut of_ours, mut of_plain) = (Vec::new(), Vec::new());
    for _ in 0..rounds {
        of_ours.push(seconds(&mut ours));
        if let Some((_, plain)) = &mut plain {
            of_plain.push(seconds(plain));
        }
    }
    let time = median(of_ours);
    let speed = |seconds: f64| bytes as f64 / 1e6 / seconds;
    print!("{stage:<34} {:9.2} {:9.0}", time * 1e3, speed(time));
    match plain {
        Some((name, _)) => println!("  {:.0} MB/s: {name}", speed(median(of_plain))),
        None => println!(),
    }
}

/// CPU time of this thread.
fn seconds(work: &mut (impl FnMut() + ?Sized)) -> f64 {
    let start = ThreadTime::now();
    work();
    start.elapsed().as_secs_f64()
}

pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
