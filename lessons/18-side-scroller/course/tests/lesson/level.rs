//! The level's file, and what is wrong with levels.

use armature_formats::container::{self, Kind};
use glam::{DVec2, DVec3};
use lesson_18::checks::REFERENCE;
use lesson_18::ground::{self, is_convex};
use lesson_18::level::{CreatureKind, Dark, Hint, Layer, Level, Piece, PieceKind, Spawn, shapes};
use lesson_18::mine;

/// A change of it, and a part of the error then.
type Change<'a, T> = (&'a str, &'a dyn Fn(&mut T));

fn ruins() -> Level {
    Level::ruins().unwrap()
}

#[test]
fn the_committed_level_can_be_played() {
    let level = ruins();
    assert_eq!(level.problem(), None);
    assert!(level.door.x - level.start.x > 60.0 && level.spawns.len() == 9);
    assert!(level.obstacles().iter().all(|polygon| is_convex(polygon)));
    let (low, high) = level.bounds();
    assert!(low.y < level.abyss && low.x < level.start.x && high.x > level.door.x);
    let figures = std::sync::Arc::new(mine::default_characters().unwrap());
    let stage = mine::stage(&level, &figures, &REFERENCE.side_scroller).unwrap();
    assert!(stage.knight_mesh.find(level.door + DVec2::new(0.0, 0.05)).is_some());
}

/// Before the first charger on each way, over the passage and through it, a sign says how to beat one; and no creature's
/// patrol leads into a block.
#[test]
fn signs_stand_before_what_they_are_about() {
    let level = ruins();
    let chargers = level.spawns.iter().filter(|spawn| spawn.kind == CreatureKind::Charger);
    for charger in chargers {
        let has_hint = level.hints.iter().any(|hint| {
            let away = charger.position - hint.position;
            hint.text.starts_with("hard in front") && (2.0..12.0).contains(&away.x) && away.y.abs() < 3.0
        });
        assert!(has_hint, "the charger at {}", charger.position);
    }
    let obstacles = level.obstacles();
    for spawn in &level.spawns {
        for side in [-1.0, 0.0, 1.0] {
            let middle = spawn.position + DVec2::new(side * spawn.patrol, 0.25);
            let is_free = obstacles.iter().all(|obstacle| ground::depth(obstacle, middle) <= 0.0);
            assert!(is_free, "the creature at {} comes into stone at {middle}", spawn.position);
        }
    }
}

/// One of everything, with numbers that are easily lost, but for what is smaller than a billionth.
fn everything() -> Level {
    let mut level = Level { name: "Ätna".into(), abyss: -9.1, ..Level::default() };
    for (kind, layer) in PieceKind::all().into_iter().zip(Layer::ALL.into_iter().cycle()) {
        let position = DVec2::new(0.1 + f64::from(kind as u8), -0.0);
        let size = DVec3::new(0.333_333_333, 499.999_999_999, 0.05);
        level.pieces.push(Piece { kind, position, turn: -1.1, size, flipped: true, layer });
    }
    level.spawns.push(Spawn { kind: CreatureKind::Guard, position: DVec2::new(2.0, 3.0), patrol: 0.0 });
    level.tokens.push(DVec2::new(0.7, -0.0));
    level.hints.push(Hint { position: DVec2::new(0.1, 0.2), text: "süd".into() });
    level.darkness.push(Dark { from: -1.5, to: 2.5, below: 0.3 });
    level
}

#[test]
fn a_level_comes_back_bit_for_bit() {
    for level in [ruins(), everything()] {
        let bytes = level.to_bytes().unwrap();
        let read = Level::from_bytes(&bytes).unwrap();
        assert_eq!(read, level);
        assert_eq!(read.to_bytes().unwrap(), bytes, "-0 is equal to 0, but has another bit");
    }
    let file = ruins().to_bytes().unwrap();
    assert!(file == include_bytes!("../../../../../assets/ruins.armature"), "written in one way only");
}

/// The container may be read by the student's function.
#[test]
fn lesson_16_reads_it() {
    let file = ruins().to_bytes().unwrap();
    let blobs = (lesson_16::finished::ANSWERS.read_container)(&file).unwrap();
    assert_eq!(Level::from_blobs(&lesson_16::finished::stored(&blobs)).unwrap(), ruins());
}

/// The container's own tests flip every bit.
#[test]
fn a_damaged_file_is_refused_by_the_level_s_name() {
    let mut damaged = everything().to_bytes().unwrap();
    damaged[100] ^= 1;
    let error = Level::from_bytes(&damaged).unwrap_err();
    assert!(error.starts_with("blob LEVL \"Ätna\": is damaged: its checksum"), "{error}");
}

/// Blobs without checksums are read, too: nothing panics or takes much memory.
#[test]
fn the_blob_itself_is_not_trusted() {
    let level = everything();
    let blob = level.to_blob().unwrap();
    let text = String::from_utf8(blob.bytes.clone()).unwrap();
    let read = |text: &str| Level::from_blobs(&[container::Blob { bytes: text.into(), ..blob.clone() }]);
    for length in 0..blob.bytes.len() {
        let mut cut = blob.clone();
        cut.bytes.truncate(length);
        Level::from_blobs(&[cut]).unwrap_err();
    }
    for byte in 0..blob.bytes.len() {
        let mut other = blob.clone();
        other.bytes[byte] ^= 1 << (byte % 8);
        if let Ok(other) = Level::from_blobs(&[other]) {
            assert!(other.obstacles().iter().flatten().all(|corner| corner.is_finite()));
            other.problem();
        }
    }
    for (part, changed, says) in [
        ("\"abyss\":-9.1", "\"abyss\":1e999", "number out of range at line"),
        ("\"abyss\":-9.1", "\"abyss\":2001", "the abyss: 2001"),
        ("\"abyss\":-9.1", "\"abyss\":null", "invalid type: null, expected f64 at line"),
        ("\"abyss\"", "\"abbess\"", "unknown field `abbess`, expected one of"),
        ("\"guard\"", "\"dragon\"", "unknown variant `dragon`, expected one of `leaper`, `shell`, `charger`, `guard`"),
        ("\"turn\":-1.1", "\"turn\":8.1", "the turn of piece 2: 8.1"),
        ("\"patrol\":0.0", "\"patrol\":-1", "creature 1 walks -1 m"),
        ("\"to\":2.5", "\"to\":-2.5", "dark stretch 1 ends before it begins"),
    ] {
        assert!(text.contains(part), "{part}");
        let error = read(&text.replacen(part, changed, 1)).unwrap_err();
        assert!(error.starts_with("blob LEVL \"Ätna\": ") && error.contains(says), "{error}");
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    read(&text.replacen("-9.1", &deep, 1)).unwrap_err();
    let changes: [Change<'_, container::Blob>; 2] = [
        ("has layout 3, this program knows layout 4", &|blob| blob.version = 3),
        ("there is no level in it", &|blob| blob.kind = Kind(*b"CLIP")),
    ];
    for (text, change) in changes {
        let mut other = blob.clone();
        change(&mut other);
        let found = Level::from_blobs(&[other]).unwrap_err();
        assert!(found.contains(text), "{found}");
    }
    let twice = [blob.clone(), container::Blob { name: "2".into(), ..blob.clone() }];
    assert!(Level::from_blobs(&twice).unwrap_err().contains("is there twice"));
}

#[test]
fn problems_are_named() {
    let in_stone = DVec2::new(16.3, 0.1);
    let changes: [Change<'_, Level>; 10] = [
        ("the start is inside something solid, at (16.3, 0.1)", &|level| level.start = in_stone),
        ("the door has no ground below, at (85.5, 30.0)", &|level| {
            level.door = DVec2::new(85.5, 30.0);
        }),
        ("creature 2 is in the abyss", &|level| level.spawns[1].position.y = -20.0),
        ("start and door are at one place", &|level| level.door = level.start),
        ("the start has no ground below", &|level| level.pieces.clear()),
        ("dark stretch 1 ends before it begins", &|level| level.darkness[0].to = 0.0),
        ("the size of piece 3 (", &|level| level.pieces[2].size.x = f64::NAN),
        ("the start: inf", &|level| level.start.x = f64::INFINITY),
        ("2001 pieces: at most 2000 are kept", &|level| {
            level.pieces.resize(2001, level.pieces[0]);
        }),
        ("a level's name has 1 to 100 bytes, not 0", &|level| level.name.clear()),
    ];
    for (text, change) in changes {
        let mut level = ruins();
        change(&mut level);
        let found = level.problem().expect(text);
        assert!(found.starts_with(text), "{text}: {found}");
    }
}

#[test]
fn what_is_behind_is_not_solid_and_what_is_flipped_stays_convex() {
    for kind in PieceKind::all() {
        for (flipped, turn) in [(false, 0.0), (true, 0.0), (true, 2.0)] {
            let piece = Piece::new(kind, DVec2::new(3.0, 4.0), kind.usual_size().truncate());
            let piece = Piece { layer: Layer::Middle, flipped, turn, ..piece };
            let colliders = piece.colliders();
            assert!(colliders.iter().all(|polygon| is_convex(polygon)), "{kind:?}");
            // Nothing of it is outside of the piece.
            let half = piece.size.truncate() / 2.0 + 1e-9;
            let place = colliders.iter().flatten().map(|corner| piece.inside(*corner));
            assert!(place.into_iter().all(|place| place.abs().cmple(half).all()), "{kind:?}");
            assert!(is_convex(&piece.corners()));
            assert!(Piece { layer: Layer::Back, ..piece }.colliders().is_empty());
        }
    }
}

#[test]
fn meshes_are_closed_to_the_outside_and_of_the_piece_s_size() {
    for kind in PieceKind::all() {
        for (flipped, scale) in [(false, 1.0), (true, 1.0), (false, 0.3), (true, 3.7)] {
            let piece = Piece::new(kind, DVec2::ZERO, kind.usual_size().truncate());
            let piece = Piece { flipped, size: piece.size * scale, ..piece };
            let mesh = shapes::mesh(&piece);
            let half = piece.size.as_vec3() / 2.0;
            let vertices = &mesh.vertices;
            let mut volume = 0.0;
            for triangle in mesh.indices.chunks(3) {
                let [a, b, c] = [0, 1, 2].map(|at| vertices[triangle[at] as usize]);
                volume += a.position.dot(b.position.cross(c.position)) / 6.0;
                assert!(a.material == b.material && b.material == c.material);
            }
            for vertex in vertices {
                assert!((vertex.normal.length() - 1.0).abs() < 1e-4, "{kind:?}: {vertex:?}");
                // Grass, brackets and cornices stand out a little.
                let out = (vertex.position.abs() - half).max_element();
                assert!(out < 0.36, "{kind:?} {scale}: {vertex:?} is {out} outside");
            }
            let of_box = 8.0 * half.element_product();
            let is_thin = matches!(kind, PieceKind::Tuft | PieceKind::Torch | PieceKind::Barrier);
            assert!(is_thin || volume > 0.1 * of_box, "{kind:?} {scale}: {volume} of {of_box}");
        }
    }
    let level = ruins();
    let triangles: usize = level.pieces.iter().map(|it| shapes::mesh(it).indices.len() / 3).sum();
    assert!(triangles < 60_000, "{triangles}");
}
