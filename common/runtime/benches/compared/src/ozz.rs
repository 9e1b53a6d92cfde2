//! The program of `ozz.cc`, which answers on its standard output.

use std::{
    collections::VecDeque,
    error::Error,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    str::FromStr,
};

/// The running program.
pub(crate) struct Ozz {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Words of a line that are not yet read.
    words: VecDeque<String>,
}

impl Ozz {
    pub(crate) fn start(program: &str, arguments: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let mut child = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Self { child, input, output, words: VecDeque::new() })
    }

    /// Asks a question; the answer follows by [`number`](Self::number).
    pub(crate) fn tell(&mut self, question: &str) -> Result<(), Box<dyn Error>> {
        writeln!(self.input, "{question}")?;
        Ok(self.input.flush()?)
    }

    /// Asks a question whose answer is one number.
    pub(crate) fn measure(&mut self, question: &str) -> Result<f64, Box<dyn Error>> {
        self.tell(question)?;
        self.number()
    }

    /// Returns the next number of the answer.
    pub(crate) fn number<T: FromStr<Err: Error + 'static>>(&mut self) -> Result<T, Box<dyn Error>> {
        loop {
            if let Some(word) = self.words.pop_front() {
                return Ok(word.parse()?);
            }
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err("the program of ozz.cc has ended".into());
            }
            self.words.extend(line.split_ascii_whitespace().map(String::from));
        }
    }

    /// Returns the next `N` numbers of the answer.
    pub(crate) fn numbers<const N: usize>(&mut self) -> Result<[f32; N], Box<dyn Error>> {
        let mut numbers = [0.0; N];
        for number in &mut numbers {
            *number = self.number()?;
        }
        Ok(numbers)
    }
}

impl Drop for Ozz {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
