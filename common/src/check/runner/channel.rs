//! The way between the process that judges and the one that answers, which no code of an exercise can reach.
//!
//! It comes as standard input and output, which every system hands on. The process that answers moves it to handles that have
//! no name in safe Rust before it loads an exercise: from then on its input is empty, and what it prints goes to standard
//! error. On Unix it is a socket, as a pipe could be opened again by its path in `/proc`; and no other program that the
//! process becomes has it.

use filedescriptor::{FileDescriptor, StdioDescriptor};
use std::fs::File;
use std::io::{self, Read, Write};
use std::process::Stdio;

/// The judge's ends, for replies and questions, and those for the other's standard input and output.
#[cfg(unix)]
pub(super) fn pair() -> io::Result<(impl Read + Send + 'static, impl Write + Send + 'static, [Stdio; 2])> {
    use std::os::{fd::OwnedFd, unix::net::UnixStream};
    let (ours, theirs) = UnixStream::pair()?;
    let both = [theirs.try_clone()?, theirs].map(|end| OwnedFd::from(end).into());
    Ok((ours.try_clone()?, ours, both))
}

#[cfg(not(unix))]
pub(super) fn pair() -> io::Result<(impl Read + Send + 'static, impl Write + Send + 'static, [Stdio; 2])> {
    let (asked, questions) = io::pipe()?;
    let (replies, answering) = io::pipe()?;
    Ok((replies, questions, [asked.into(), answering.into()]))
}

/// Takes the ends of the channel in the process that answers: the questions, and the replies.
pub(super) fn take() -> filedescriptor::Result<[FileDescriptor; 2]> {
    let nothing = File::open(if cfg!(windows) { "NUL" } else { "/dev/null" }).map_err(filedescriptor::Error::Io)?;
    let questions = FileDescriptor::redirect_stdio(&nothing, StdioDescriptor::Stdin)?;
    let replies = FileDescriptor::redirect_stdio(&io::stderr(), StdioDescriptor::Stdout)?;
    Ok([questions, replies])
}
