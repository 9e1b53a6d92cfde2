//! Containers broken at random: an error or a set, never a panic, and never more memory than a multiple of the file.

use crate::{SEED, dice::Dice, example, memory::most_held};
use common::{
    animation::{Clip, JointKeys, JointTracks, Track},
    attachment::Sphere,
    container::{
        AnimationSet, Blob, ENTRY_BYTES, HEADER_BYTES, Kind, ModelReference, ReferenceJoint, checksum, read, write,
    },
};
use glam::Vec3;

/// What a file may make its reader hold, in its own lengths: a short entry becomes a larger structure, and lists
/// that grow are copied.
const MULTIPLE: usize = 16;

/// What an error's text and the smallest lists take, whatever the file.
const AT_LEAST: usize = 2048;

/// Numbers that a careful enemy writes into a field.
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

/// Makes all checksums right, as far as there is a table.
fn seal(file: &mut [u8]) -> Option<()> {
    let number = |file: &[u8], at: usize| Some(u32::from_le_bytes(file.get(at..at + 4)?.try_into().ok()?) as usize);
    let place = number(file, 12)?;
    let mut at = place;
    while at + ENTRY_BYTES <= file.len() {
        let offset = number(file, at)?;
        let end = offset + number(file, at + 4)?;
        if let Some(blob) = file.get(offset..end) {
            let sum = checksum(blob);
            file[at + 8..at + 12].copy_from_slice(&sum.to_le_bytes());
        }
        at += ENTRY_BYTES + usize::from(u16::from_le_bytes([file[at + 20], file[at + 21]]));
    }
    let sum = checksum(file.get(place.max(HEADER_BYTES)..)?);
    file[20..24].copy_from_slice(&sum.to_le_bytes());
    Some(())
}

/// How a file ended: no container, a container whose blobs are wrong, or a set.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    NoContainer,
    WrongBlob,
    Set,
}

fn look_at(file: &[u8]) -> End {
    let (result, bytes) = most_held(|| AnimationSet::from_bytes(file));
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

/// A third is broken as it is; one gets right checksums, so that its table is followed; of one only a blob is
/// broken, and it is then written.
fn break_and_look(count: usize, seed: u64) {
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
        let end = look_at(&file);
        // Nothing else has the seed's checksums.
        assert!(way > 0 || end == End::NoContainer || file == SEED);
        ends[way][end as usize] += 1;
    }
    println!("as it is, sealed, a blob: {ends:?} were no container, held a wrong blob, were a set");
    // All three are of use: none stops at the first check.
    assert!(ends[0][End::NoContainer as usize] > count / 4, "{ends:?}");
    assert!(ends[1].iter().all(|ended| *ended > count / 100), "{ends:?}");
    assert!(ends[2][End::WrongBlob as usize] > count / 10, "{ends:?}");
    assert!(ends[2][End::Set as usize] > count / 50, "{ends:?}");
}

#[test]
fn thousands_of_broken_containers() {
    break_and_look(6000, 0x1234_5678_9ABC_DEF1);
}

#[test]
#[ignore = "takes a minute"]
fn a_million_broken_containers() {
    break_and_look(1_000_000, 0xFEDC_BA98_7654_3211);
}

/// Files that claim as much as they can for their size.
#[test]
fn nothing_is_allocated_for_what_is_merely_claimed() {
    for at in 0..SEED.len() - 3 {
        for number in [0xFFFF_FFFF_u32, 0x7FFF_FFFF, 0x00FF_FFFF] {
            let mut file = SEED.to_vec();
            file[at..at + 4].copy_from_slice(&number.to_le_bytes());
            look_at(&file);
            let _ = seal(&mut file);
            look_at(&file);
        }
    }
}

/// Files of nothing but the smallest things, whose structures are the largest multiple of their bytes.
#[test]
fn the_most_that_a_file_can_ask_for() {
    let none = AnimationSet::default;
    let joint = ReferenceJoint { name: String::new(), parent: None };
    let joints = |count| vec![joint.clone(); count];
    let figure = |count| ModelReference { file: String::new(), joints: joints(count) };
    let scale = Some(Track::constant(Vec3::ONE));
    let mut clip = Clip::of_tracks("", vec![JointTracks { scale, ..JointTracks::default() }; 20_000]);
    let tracks = AnimationSet { figure: figure(1), clips: vec![clip.clone()], ..none() };
    clip.tracks.clear();
    clip.file_keys = vec![JointKeys::linear(0, []); 50_000];
    let names = |count: u32| (0..count).map(|number| format!("{number:x}"));
    let sphere = |name| Sphere { name, ..example(1).spheres[0].clone() };
    let blob = |name| Blob { name, kind: Kind([0; 4]), version: 0, bytes: Vec::new() };
    let sets = [
        AnimationSet { figure: figure(100_000), ..none() },
        tracks,
        AnimationSet { figure: figure(1), clips: vec![clip], ..none() },
        AnimationSet { figure: figure(3), spheres: names(20_000).map(sphere).collect(), ..none() },
        AnimationSet { others: names(65_000).map(blob).collect(), ..none() },
    ];
    for set in sets {
        assert_eq!(look_at(&set.to_bytes().unwrap()), End::Set);
    }
}
