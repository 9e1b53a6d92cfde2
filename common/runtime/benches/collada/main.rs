//! Measures the time in which Collada and glTF files are read, as a whole process, beside Assimp.
//!
//! ```text
//! cargo build --release -p figure                         what is compared with Assimp
//! cargo bench -p benches --bench collada                   a file of 30 MB, written below target/
//! cargo bench -p benches --bench collada -- a.dae b.glb    these files, Collada or glTF
//! ```
//!
//! `figure inspect FILE` and `assimp info FILE -r -s`, in turns, medians of nine: wall time, CPU time in user mode and
//! peak memory, from GNU time. SKIPPED without Assimp or GNU time. Under `cargo test` a small file is read once.

mod process;
mod synthetic;

use std::path::{Path, PathBuf};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Cargo says `--bench` to benches; under `cargo test` everything runs just once, on a small file.
    let measure = arguments.iter().any(|argument| argument == "--bench");
    let mut files: Vec<PathBuf> = arguments.iter().filter(|a| !a.starts_with('-')).map(PathBuf::from).collect();
    if files.is_empty() {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        files.push(synthetic::write_file(folder, if measure { 30 } else { 1 }));
    }
    if measure {
        return process::print_table(&files);
    }
    for file in &files {
        armature_formats::load(file).expect("a file to read");
    }
}
