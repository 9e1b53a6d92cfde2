//! Containers broken at random: an error or a set, never a panic, and never more memory than a multiple of the file.

use crate::{SEED, example, memory::peak_bytes};
use armature::{
    animation::{Clip, JointKeys, JointTracks, Track},
    attachment::Sphere,
};
use armature_formats::container::{
    AnimationSet, Blob, ENTRY_BYTES, HEADER_BYTES, Kind, ReferenceJoint, checksum, read, write,
};
use glam::Vec3;
use testing::dice::Dice;

/// The memory that a file may make its reader hold, in lengths of the file: a short entry becomes a larger structure,
/// and growing lists are copied. that grow are copied.
const MULTIPLE: usize = 16;

/// The memory for an error's text and the smallest lists, whatever the file.
const AT_LEAST: usize = 2048;

/// Numbers that an attacker writes into a field.
const NUMBERS: [u32; 12] = [
    0,
    1,
    2,
    23,
    24,
    0xFFFF,
    0x7FFF_FFFF,
    0x8000_0000,
    0xFFFF_FFFF,
    0x7FC0_0000, // NaN
    0x7F80_0000, // infinity
    0xBF80_0000, // -1
];

fn mutate(bytes: &mut Vec<u8>, dice: &mut Dice) {
    for _ in 0..=dice.below(3) {
        if bytes.is_empty() {
            return;
        }
        let at = dice.below(bytes.len());
        match dice.below(8) {
            0 => bytes[at] ^= 1 << dice.below(8),
            1 => bytes[at] = dice.below(256) as u8,
            2 => bytes.truncate(at),
            3 => drop(bytes.drain(at..(at + dice.below(60)).min(bytes.len()))),
            4 => {
                let piece = bytes[at..(at + dice.below(200)).min(bytes.len())].to_vec();
                let to = dice.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            _ => {
                let number = NUMBERS[dice.below(NUMBERS.len())].to_le_bytes();
                let end = (at + 4).min(bytes.len());
                bytes[at..end].copy_from_slice(&number[..end - at]);
            }
        }
    }
}

/// Makes all checksums right, if the table can be followed.
fn seal(file: &mut [u8]) -> Option<()> {
    let location = number_at(file, 12)?;
    let mut at = location;
    while at + ENTRY_BYTES <= file.len() {
        let offset = number_at(file, at)?;
        let end = offset + number_at(file, at + 4)?;
        if let Some(blob) = file.get(offset..end) {
            let sum = checksum(blob);
            file[at + 8..at + 12].copy_from_slice(&sum.to_le_bytes());
        }
        at += ENTRY_BYTES + usize::from(u16::from_le_bytes([file[at + 20], file[at + 21]]));
    }
    let sum = checksum(file.get(location.max(HEADER_BYTES)..)?);
    file[20..24].copy_from_slice(&sum.to_le_bytes());
    Some(())
}

fn number_at(file: &[u8], at: usize) -> Option<usize> {
    Some(u32::from_le_bytes(file.get(at..at + 4)?.try_into().ok()?) as usize)
}

/// The result for a file: no container, a container whose blobs are wrong, or a set.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    NoContainer,
    WrongBlob,
    Set,
}

fn open(file: &[u8]) -> End {
    let (result, bytes) = peak_bytes(|| AnimationSet::from_bytes(file));
    assert!(bytes <= MULTIPLE * file.len() + AT_LEAST, "{bytes} bytes for {}", file.len());
    match (result, read(file)) {
        (Ok((set, _)), Ok(blobs)) => {
            assert_eq!(write(&blobs).as_deref(), Ok(file));
            let again = set.to_bytes().expect("what has been read can be written");
            assert_eq!(AnimationSet::from_bytes(&again).expect("and read").0, set);
            End::Set
        }
        (Err(error), Ok(_)) => {
            assert!(!error.to_string().is_empty());
            End::WrongBlob
        }
        (Err(error), Err(same)) => {
            assert_eq!(error, same);
            End::NoContainer
        }
        (Ok(_), Err(error)) => panic!("a set, but no container: {error}"),
    }
}

/// Breaks a file and opens it. A third of the files stay as broken, a third get valid checksums, so that the reader
/// follows the table, and in a third a blob is broken before the file is written.
fn break_and_open(count: usize, seed: u64) {
    let mut dice = Dice(seed);
    let blobs = example(3).to_blobs().unwrap();
    let mut ends = [[0; 3]; 3];
    for number in 0..count {
        let way = number % 3;
        let mut file = SEED.to_vec();
        if way == 2 {
            let mut blobs = blobs.clone();
            let blob = dice.below(blobs.len());
            mutate(&mut blobs[blob].bytes, &mut dice);
            file = write(&blobs).unwrap();
        } else {
            mutate(&mut file, &mut dice);
        }
        if way == 1 {
            let _ = seal(&mut file);
        }
        let end = open(&file);
        // Nothing else has the seed's checksums.
        assert!(way > 0 || end == End::NoContainer || file == SEED);
        ends[way][end as usize] += 1;
    }
    println!("as it is, sealed, a blob: {ends:?} were no container, held a wrong blob, were a set");
    // Each of the three ways passes the first checks at times.
    assert!(ends[0][End::NoContainer as usize] > count / 4, "{ends:?}");
    assert!(ends[1].iter().all(|ended| *ended > count / 100), "{ends:?}");
    assert!(ends[2][End::WrongBlob as usize] > count / 10, "{ends:?}");
    assert!(ends[2][End::Set as usize] > count / 50, "{ends:?}");
}

#[test]
fn thousands_of_broken_containers() {
    break_and_open(6000, 0x1234_5678_9ABC_DEF1);
}

#[test]
#[ignore = "takes a minute"]
fn a_million_broken_containers() {
    break_and_open(1_000_000, 0xFEDC_BA98_7654_3211);
}

/// Files that claim the largest counts for their size need no more memory than their bytes.
#[test]
fn no_memory_is_allocated_for_claims() {
    for at in 0..SEED.len() - 3 {
        for number in [0xFFFF_FFFF_u32, 0x7FFF_FFFF, 0x00FF_FFFF] {
            let mut file = SEED.to_vec();
            file[at..at + 4].copy_from_slice(&number.to_le_bytes());
            open(&file);
            let _ = seal(&mut file);
            open(&file);
        }
    }
}

/// Files of the smallest possible entries, whose structures need the largest multiple of the file's bytes.
#[test]
fn files_of_the_smallest_entries() {
    let joint = ReferenceJoint { name: String::new(), parent: None };
    let mut one = AnimationSet::default();
    one.figure.joints = vec![joint.clone()];
    let scale = Some(Track::constant(Vec3::ONE));
    let mut clip = Clip::of_tracks("", vec![JointTracks { scale, ..JointTracks::default() }; 20_000]);
    let tracks = AnimationSet { clips: vec![clip.clone()], ..one.clone() };
    clip.tracks.clear();
    clip.file_keys = vec![JointKeys::linear(0, []); 50_000];
    let mut joints = AnimationSet::default();
    joints.figure.joints = vec![joint.clone(); 100_000];
    let mut spheres = AnimationSet::default();
    spheres.figure.joints = vec![joint; 3];
    for number in 0..20_000 {
        spheres.spheres.push(Sphere { name: format!("{number:x}"), ..example(1).spheres[0].clone() });
    }
    let mut others = AnimationSet::default();
    for number in 0..65_000 {
        let name = format!("{number:x}");
        others.others.push(Blob { name, kind: Kind([0; 4]), version: 0, bytes: Vec::new() });
    }
    let sets = [joints, tracks, AnimationSet { clips: vec![clip], ..one }, spheres, others];
    for set in sets {
        assert_eq!(open(&set.to_bytes().unwrap()), End::Set);
    }
}
