//! The channel between the process that judges and the one that answers, which no code of an exercise can reach.
//!
//! The channel arrives as standard input and output, which every system passes on. Before it loads an exercise, the process
//! that answers moves both to handles without a name in safe Rust: from then on its input is empty, and its prints go to
//! standard error. On Unix the channel is a socket, because a pipe could be opened again by its path in `/proc`. A program
//! that the process starts does not inherit it.

use filedescriptor::{FileDescriptor, StdioDescriptor};
use std::fs::File;
use std::io::{self, Read, Write};
use std::process::Stdio;

/// Creates a channel. Returns the judge's ends, for replies and questions, and the answerer's standard input and output.
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

/// Takes the answerer's ends out of standard input and output: for questions, and for replies.
pub(super) fn take() -> filedescriptor::Result<[FileDescriptor; 2]> {
    let nothing = File::open(if cfg!(windows) { "NUL" } else { "/dev/null" }).map_err(filedescriptor::Error::Io)?;
    let questions = FileDescriptor::redirect_stdio(&nothing, StdioDescriptor::Stdin)?;
    let replies = FileDescriptor::redirect_stdio(&io::stderr(), StdioDescriptor::Stdout)?;
    Ok([questions, replies])
}
