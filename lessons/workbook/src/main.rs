//! `cargo workbook`: the workbook's command.

mod inspect;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Armature: skeletal animation by writing it.
#[derive(Parser)]
#[command(name = "workbook", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// What is in a Collada file, what was assumed, what was left out
    Inspect(inspect::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Inspect(arguments) => inspect::run(&arguments),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
