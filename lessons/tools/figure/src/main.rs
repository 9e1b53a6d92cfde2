//! The command for files: `cargo figure ...` shows, describes and converts them.
//!
//! It links no graphics: the viewer is built and run when it is needed.
#![warn(clippy::print_stdout)] // use `output`: `println!` panics when the reader closes the pipe

mod convert;
mod inspect;
mod view;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use workbook::{build, new_file, output};

/// Figures in files (.dae, .glb, .gltf, .armature): lessons/FILES.md says more
#[derive(Parser)]
#[command(name = "figure", bin_name = "cargo figure", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    View(view::Arguments),
    Edit(view::EditArguments),
    Inspect(inspect::Arguments),
    Convert(convert::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::View(arguments) => view::run(&arguments),
        Command::Edit(arguments) => view::edit(&arguments),
        Command::Inspect(arguments) => Ok(inspect::run(&arguments)),
        Command::Convert(arguments) => convert::run(&arguments),
    };
    output::exit_code(result)
}
