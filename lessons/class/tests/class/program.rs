use std::process::ExitCode;

fn main() -> ExitCode {
    common::check::main(&lesson_71::checks::LESSON, common::build::answers).expect("only checks")
}
