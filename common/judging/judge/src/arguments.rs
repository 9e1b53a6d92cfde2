//! The command line of a lesson's program that judges or answers.
//!
//! - `--check [NN.T] [--json] [--seed N] [--as exercise|starter|reference]` checks each TODO, or one,
//!   and exits with 0 only if all pass, 1 if one does not, 2 for wrong usage, 3 if some were skipped, and
//!   [`OTHER_TYPES`](crate::OTHER_TYPES) if the library of [`LIBRARY`](verdict::LIBRARY) does not fit;
//! - for other programs: `--time` and `--memory` as in [`Limits`], in milliseconds and bytes; `--patience`, the longest
//!   wait for an answerer, in milliseconds of wall-clock time; `--exercise FILE`, the text of the answers, if the answerer
//!   is not trusted to send it; and `-- COMMAND`, which starts the answerer;
//! - `--check-here NN.T` checks one TODO, prints JSON, and ends when its standard input is closed;
//! - `--answer NN.T` starts an answerer.

use crate::{AnswerSource, Limits};
use lexopt::{Arg, Parser, ValueExt};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use verdict::SEED;

pub(crate) const USAGE: &str = "usage: --check [NN.T] [--json] [--seed N] [--as exercise|starter|reference]";

/// The work that the first argument names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Check,
    CheckHere,
    Answer,
}

impl Mode {
    fn named(argument: &OsString) -> Option<Self> {
        match argument.to_str()? {
            "--check" => Some(Mode::Check),
            "--check-here" => Some(Mode::CheckHere),
            "--answer" => Some(Mode::Answer),
            _ => None,
        }
    }
}

pub(crate) struct Arguments {
    pub(crate) mode: Mode,
    /// The id of a TODO; `None` for all.
    pub(crate) todo: Option<String>,
    pub(crate) as_json: bool,
    pub(crate) seed: u64,
    pub(crate) source: AnswerSource,
    pub(crate) limits: Limits,
    pub(crate) patience: Option<Duration>,
    /// The file with the text of the answers.
    pub(crate) exercise: Option<PathBuf>,
    /// Starts the answerer, without the arguments that name the TODO; empty for this program.
    pub(crate) command: Vec<OsString>,
}

impl Arguments {
    /// Reads the arguments after the program's name. `None` if the first asks for something else.
    ///
    /// # Errors
    /// If an argument is unknown, or its value is not what it takes.
    pub(crate) fn read(arguments: impl IntoIterator<Item = OsString>) -> Option<Result<Self, lexopt::Error>> {
        let mut arguments = arguments.into_iter();
        let mode = Mode::named(&arguments.next()?)?;
        Some(Self::read_rest(mode, Parser::from_args(arguments)))
    }

    fn read_rest(mode: Mode, mut parser: Parser) -> Result<Self, lexopt::Error> {
        let mut read = Arguments {
            mode,
            todo: None,
            as_json: mode == Mode::CheckHere,
            seed: SEED,
            source: AnswerSource::Mine,
            limits: Limits::default(),
            patience: None,
            exercise: None,
            command: Vec::new(),
        };
        loop {
            if let Some(mut rest) = parser.try_raw_args()
                && rest.next_if(|argument| argument == "--").is_some()
            {
                read.command = rest.collect();
                return Ok(read);
            }
            let Some(argument) = parser.next()? else { return Ok(read) };
            match argument {
                Arg::Value(id) if read.todo.is_none() => read.todo = Some(id.string()?),
                Arg::Long("json") => read.as_json = true,
                Arg::Long("seed") => read.seed = parser.value()?.parse()?,
                Arg::Long("as") => read.source = parser.value()?.parse_with(AnswerSource::from_name)?,
                Arg::Long("time") => read.limits.time = milliseconds(&mut parser)?,
                Arg::Long("memory") => read.limits.memory = parser.value()?.parse()?,
                Arg::Long("patience") => read.patience = Some(milliseconds(&mut parser)?),
                Arg::Long("exercise") => read.exercise = Some(parser.value()?.into()),
                _ => return Err(argument.unexpected()),
            }
        }
    }
}

fn milliseconds(parser: &mut Parser) -> Result<Duration, lexopt::Error> {
    Ok(Duration::from_millis(parser.value()?.parse()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<Result<Arguments, String>> {
        Some(Arguments::read(line.split_whitespace().map(OsString::from))?.map_err(|error| error.to_string()))
    }

    #[test]
    fn a_command_of_an_answerer_is_left_as_it_is() {
        let read = read("--check-here 04.1 --as starter --time 5 -- bwrap --ro-bind / -- /lesson").unwrap().unwrap();
        assert_eq!((read.todo.as_deref(), read.source), (Some("04.1"), AnswerSource::Starter));
        assert_eq!((read.limits.time, read.as_json), (Duration::from_millis(5), true));
        assert_eq!(read.command, ["bwrap", "--ro-bind", "/", "--", "/lesson"]);
    }

    #[test]
    fn wrong_arguments_are_named() {
        for (line, words) in [
            ("--check --seed x", "x"),
            ("--check --as nobody", "\"nobody\" is none of exercise, starter, reference"),
            ("--check 04.1 04.2", "04.2"),
            ("--check --loud", "--loud"),
            ("--answer 04.1 --memory", "--memory"),
        ] {
            let error = read(line).unwrap().err().expect(line);
            assert!(error.contains(words), "{line}: {error}");
        }
        assert!(read("").is_none() && read("--screenshot a.png").is_none());
    }
}
