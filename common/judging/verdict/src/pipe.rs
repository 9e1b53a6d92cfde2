//! The last part of what a process prints: a loop that prints must neither fill memory nor block on a full pipe.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

const KEPT: usize = 16 << 10;
/// Longest wait for the end of a stream whose process has ended: another process that it started may still hold it
/// open. On a busy machine the thread that reads may not have run for a second, and the verdict comes last.
const PATIENCE: Duration = Duration::from_secs(10);

pub struct Pipe {
    tail: Arc<Mutex<Tail>>,
    done: mpsc::Receiver<()>,
}

#[derive(Default)]
struct Tail {
    bytes: Vec<u8>,
    dropped: usize,
}

impl Pipe {
    /// Reads a stream on a thread until it ends.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn drain(stream: Option<impl Read + Send + 'static>) -> io::Result<Self> {
        let tail = Arc::new(Mutex::new(Tail::default()));
        let (say, done) = mpsc::channel();
        let kept = tail.clone();
        std::thread::Builder::new().spawn(move || {
            let Some(mut stream) = stream else { return };
            let mut part = [0; KEPT];
            while let Ok(count @ 1..) = stream.read(&mut part) {
                kept.lock().unwrap_or_else(PoisonError::into_inner).push(&part[..count]);
            }
            let _ = say.send(()); // nobody may be waiting any more
        })?;
        Ok(Pipe { tail, done })
    }

    /// Waits for the end of the stream. Returns the last part of its text, with a note on how much is missing before.
    pub fn finish(self) -> String {
        let _ = self.done.recv_timeout(PATIENCE); // then what has come so far must do
        let tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&tail.bytes[tail.bytes.len().saturating_sub(KEPT)..]);
        let dropped = tail.dropped + tail.bytes.len().saturating_sub(KEPT);
        if dropped == 0 { text.into_owned() } else { format!("(... {dropped} bytes before this)\n{text}") }
    }
}

impl Tail {
    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > 4 * KEPT {
            let drop = self.bytes.len() - KEPT;
            self.bytes.drain(..drop);
            self.dropped += drop;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn short_streams_whole_long_ones_from_the_end() {
        assert_eq!(Pipe::drain(Some(Cursor::new("one\ntwo"))).unwrap().finish(), "one\ntwo");
        assert_eq!(Pipe::drain(None::<Cursor<Vec<u8>>>).unwrap().finish(), "");
        let long: Vec<u8> = (0..1_000_000u32).map(|i| b'a' + (i % 26) as u8).collect();
        let text = Pipe::drain(Some(Cursor::new(long.clone()))).unwrap().finish();
        let dropped = 1_000_000 - KEPT;
        assert!(text.starts_with(&format!("(... {dropped} bytes before this)\n")), "{}", &text[..40]);
        assert!(text.as_bytes().ends_with(&long[dropped..]));
    }
}
