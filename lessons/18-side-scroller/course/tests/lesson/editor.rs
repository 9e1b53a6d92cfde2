//! The set-piece editor, with a mouse and keys that a test moves.

use check::Random;
use common::ui::{Action, Button, Input, KeyCode};
use glam::{DVec2, Vec2};
use lesson_18::{
    editor::{Editor, Item, Request, Thing},
    level::{CreatureKind, Dark, Level, Piece, PieceKind, Spawn},
};

const SIZE: Vec2 = Vec2::new(1280.0, 720.0);

/// The editor, and the hand that drives it.
struct Hand {
    editor: Editor,
    input: Input,
    /// Folder of the saved levels.
    folder: tempfile::TempDir,
}

impl Hand {
    fn new(level: Level) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut hand =
            Self { editor: Editor::new(level, folder.path().into(), "ruins".into()), input: Input::default(), folder };
        hand.frame();
        hand
    }

    fn frame(&mut self) {
        self.editor.handles(&self.input, SIZE, 16.0);
        self.editor.update(&self.input, 0.0);
        self.input.end_frame();
    }

    fn move_to(&mut self, at: DVec2) {
        let clip = self.editor.camera().clip_from_world(SIZE.x / SIZE.y);
        let seen = clip.project_point3(at.extend(0.0).as_vec3()).truncate();
        self.input.pointer_moved((seen * Vec2::new(0.5, -0.5) + 0.5) * SIZE);
        self.frame();
    }

    fn press(&mut self, is_down: bool) {
        self.input.button(Button::Left, is_down);
        self.frame();
    }

    fn click(&mut self, at: DVec2) {
        self.move_to(at);
        self.press(true);
        self.press(false);
    }

    fn drag(&mut self, from: DVec2, to: DVec2) {
        self.move_to(from);
        self.press(true);
        for step in [0.2, 0.7, 1.0] {
            self.move_to(from.lerp(to, step));
        }
        self.press(false);
    }

    fn with(&mut self, key: KeyCode, act: impl FnOnce(&mut Self)) {
        self.input.key_down(key, false);
        act(self);
        self.input.key_up(key);
    }

    fn press_key(&mut self, key: KeyCode) {
        self.with(key, Self::frame);
    }

    fn piece(&self, index: usize) -> Piece {
        self.editor.level().pieces[index]
    }
}

/// A meadow, and a block on it.
fn level() -> Level {
    let mut level = Level::default();
    let block = Piece::new(PieceKind::Block, DVec2::new(3.0, 0.5), DVec2::new(1.0, 1.0));
    level.pieces.push(block);
    level
}

#[track_caller]
fn assert_near(found: DVec2, x: f64, y: f64) {
    assert!(found.distance(DVec2::new(x, y)) < 1e-9, "{found} instead of ({x}, {y})");
}

#[test]
fn pieces_are_placed_dragged_and_turned() {
    let mut hand = Hand::new(level());
    hand.editor.carry_out(Request::Place(Thing::piece(PieceKind::Slab)));
    hand.click(DVec2::new(1.02, 3.03));
    assert_eq!(hand.editor.selected(), [Item::Piece(2)]);
    // Its lower left corner is on the grid: 2.5 wide, 0.4 high.
    assert_near(hand.piece(2).position, 1.05, 3.0);
    assert_eq!(hand.piece(2).kind, PieceKind::Slab);
    hand.drag(DVec2::new(1.0, 3.0), DVec2::new(2.03, 3.33));
    assert_near(hand.piece(2).position, 2.05, 3.3);
    // Turned to the upper left, and with Ctrl without steps.
    let handle = DVec2::new(0.0, 0.2 + 2.2 * 16.0 * 9.0 / 720.0);
    let from = hand.piece(2).outside(handle);
    let middle = hand.piece(2).position;
    hand.drag(from, middle + DVec2::new(-1.0, 1.05));
    assert!((hand.piece(2).turn.to_degrees() - 45.0).abs() < 1e-7, "{}", hand.piece(2).turn);
    let from = hand.piece(2).outside(handle);
    hand.with(KeyCode::ControlLeft, |hand| hand.drag(from, middle + DVec2::new(-1.0, 3.0)));
    assert!((hand.piece(2).turn - (1.0f64 / 3.0).atan()).abs() < 1e-6);
    hand.with(KeyCode::ControlLeft, |hand| {
        hand.drag(middle, middle + DVec2::new(0.512, 0.0));
    });
    assert!((hand.piece(2).position.x - middle.x - 0.512).abs() < 1e-6);
    // Each drag is one step, whatever it passed over.
    for _ in 0..5 {
        hand.press_key(KeyCode::Digit4);
    }
    assert_eq!(*hand.editor.level(), level());
    assert_eq!(hand.editor.selected(), [], "what is not there is not selected");
    hand.press_key(KeyCode::Digit5);
    assert_eq!(hand.editor.level().pieces.len(), 3);
}

/// The level that is shown is the one that is saved, on the grid and beside it.
#[test]
fn whatever_is_dragged_can_be_saved() {
    let mut level = level();
    level.tokens.push(DVec2::new(-2.0, 2.0));
    let mut hand = Hand::new(level);
    let mut random = Random::new(137);
    for number in 0..128 {
        let is_token = number % 2 == 1;
        let from = if is_token { hand.editor.level().tokens[0] } else { hand.piece(1).position };
        let to = DVec2::new(random.between(-4.0, 4.0).into(), random.between(1.0, 5.0).into());
        if number % 4 < 2 {
            hand.drag(from, to);
        } else {
            hand.with(KeyCode::ControlLeft, |hand| hand.drag(from, to));
        }
        hand.editor.carry_out(Request::Save);
        assert!(!hand.editor.session.is_unsaved(), "drag {number}: {:?}", hand.editor.session.messages);
    }
    let mut other = Editor::new(Level::default(), hand.folder.path().into(), "ruins".into());
    other.begin(DVec2::ZERO);
    assert_eq!(other.level(), hand.editor.level());
}

#[test]
fn clicks_select_what_is_in_front_and_then_what_is_behind() {
    let mut level = level();
    let at = DVec2::new(3.0, 0.5);
    level.pieces.insert(0, Piece::new(PieceKind::Wall, at, DVec2::new(4.0, 4.0)));
    let mut hand = Hand::new(level);
    let wall = Item::Piece(0);
    let block = Item::Piece(2);
    hand.click(at);
    assert_eq!(hand.editor.selected(), [block]);
    hand.click(at);
    assert_eq!(hand.editor.selected(), [wall]);
    hand.click(at);
    assert_eq!(hand.editor.selected(), [block]);
    hand.with(KeyCode::ShiftLeft, |hand| hand.click(DVec2::new(1.5, 1.5)));
    assert_eq!(hand.editor.selected(), [block, wall]);
    // Together.
    hand.drag(at, at + DVec2::new(-1.0, 2.0));
    assert_near(hand.piece(0).position, 2.0, 2.5);
    assert_near(hand.piece(2).position, 2.0, 2.5);
    hand.with(KeyCode::ShiftLeft, |hand| hand.click(DVec2::new(2.0, 2.5)));
    assert_eq!(hand.editor.selected(), [wall]);
    hand.click(DVec2::new(-3.0, 4.0));
    assert_eq!(hand.editor.selected(), []);
    // The picture goes along with the pointer.
    let before = hand.editor.camera().target;
    hand.move_to(DVec2::new(-3.0, 4.0));
    hand.press(true);
    hand.input.pointer_moved(hand.input.pointer.unwrap() + Vec2::new(80.0, 40.0));
    hand.frame();
    hand.press(false);
    let moved = hand.editor.camera().target - before;
    assert!(moved.distance(glam::vec3(-1.0, 0.5, 0.0)) < 1e-3, "{moved}");
}

#[test]
fn copies_deletes_and_undoes() {
    let mut hand = Hand::new(level());
    hand.click(DVec2::new(3.0, 0.5));
    hand.press_key(KeyCode::KeyD);
    hand.with(KeyCode::ControlLeft, |hand| hand.press_key(KeyCode::KeyC));
    assert_near(hand.piece(2).position, 3.5, 1.0);
    assert_eq!(hand.editor.selected(), [Item::Piece(2)]);
    hand.move_to(DVec2::new(-2.0, 2.0));
    hand.with(KeyCode::ControlLeft, |hand| hand.press_key(KeyCode::KeyV));
    assert_near(hand.piece(3).position, -1.5, 2.5);
    hand.press_key(KeyCode::Delete);
    assert_eq!(hand.editor.level().pieces.len(), 3);
    hand.with(KeyCode::ControlLeft, |hand| hand.press_key(KeyCode::KeyZ));
    assert_eq!(hand.editor.level().pieces.len(), 4);
    for _ in 0..2 {
        hand.input.request(Action::Undo);
        hand.frame();
    }
    assert_eq!(*hand.editor.level(), level());
    // What a level needs stays.
    hand.click(hand.editor.level().start + DVec2::new(0.0, 1.0));
    assert_eq!(hand.editor.selected(), [Item::Start]);
    hand.press_key(KeyCode::Delete);
    assert_eq!(*hand.editor.level(), level());
}

#[test]
fn start_door_creatures_and_darkness_are_moved() {
    let mut level = level();
    level.spawns.push(Spawn { kind: CreatureKind::Leaper, position: DVec2::new(-2.0, 0.0), patrol: 1.0 });
    level.darkness.push(Dark { from: 5.0, to: 7.0, below: 3.0 });
    level.door = DVec2::new(6.0, 0.0);
    let mut hand = Hand::new(level);
    // Feet come to the ground, here to the top of the block.
    hand.drag(DVec2::new(0.0, 1.0), DVec2::new(3.02, 2.2));
    assert_near(hand.editor.level().start, 3.0, 1.0);
    hand.drag(DVec2::new(6.0, 1.0), DVec2::new(6.5, 1.3));
    assert_near(hand.editor.level().door, 6.5, 0.0);
    hand.drag(DVec2::new(-2.0, 0.5), DVec2::new(-1.0, 0.4));
    assert_near(hand.editor.level().spawns[0].position, -1.0, 0.0);
    hand.drag(DVec2::new(0.0, 0.0), DVec2::new(1.0, 0.0));
    assert_eq!(hand.editor.level().spawns[0].patrol, 2.0);
    hand.drag(DVec2::new(5.5, 3.0), DVec2::new(5.5, 3.4));
    assert!((hand.editor.level().darkness[0].below - 3.4).abs() < 1e-9);
    hand.drag(DVec2::new(7.0, 2.0), DVec2::new(4.0, 2.0));
    let dark = hand.editor.level().darkness[0];
    assert!((dark.to - dark.from - 0.1).abs() < 1e-9, "it keeps a width: {dark:?}");
    assert_eq!(hand.editor.playable().err(), None);
    // One that is placed beside the pointer, on the ground, is selected all the same.
    hand.editor.carry_out(Request::Place(Thing::spawn(CreatureKind::Shell)));
    hand.click(DVec2::new(-4.0, 2.0));
    assert_eq!(hand.editor.selected(), [Item::Spawn(1)]);
    assert_near(hand.editor.level().spawns[1].position, -4.0, 0.0);
    hand.drag(DVec2::new(3.0, 2.0), DVec2::new(3.0, 1.2));
    let problem = hand.editor.playable().unwrap_err();
    assert!(problem.contains("the start is inside something solid"), "{problem}");
}

#[test]
fn saves_are_new_files_and_the_newest_good_one_is_opened() {
    let mut hand = Hand::new(level());
    hand.editor.begin(DVec2::ZERO);
    assert!(!hand.editor.session.is_unsaved());
    hand.click(DVec2::new(3.0, 0.5));
    hand.press_key(KeyCode::Delete);
    assert!(hand.editor.session.is_unsaved());
    hand.with(KeyCode::ControlLeft, |hand| hand.press_key(KeyCode::KeyS));
    assert!(!hand.editor.session.is_unsaved());
    assert_eq!(std::fs::read_dir(hand.folder.path()).unwrap().count(), 1);
    hand.press_key(KeyCode::Digit4);
    hand.press_key(KeyCode::Digit6);
    assert_eq!(std::fs::read_dir(hand.folder.path()).unwrap().count(), 2, "never over another");
    // A later one that is damaged is named, and passed over.
    let damaged = hand.folder.path().join("ruins-99991231-000000-000.armature");
    let mut bytes = level().to_bytes().unwrap();
    bytes[60] ^= 4;
    std::fs::write(&damaged, &bytes).unwrap();
    let mut other = Hand { editor: Editor::new(Level::default(), hand.folder.path().into(), "ruins".into()), ..hand };
    other.editor.begin(DVec2::ZERO);
    assert_eq!(*other.editor.level(), level());
    let messages = &other.editor.session.messages;
    let [message] = &messages[..] else { panic!("{messages:?}") };
    let text = format!("{message:?}");
    assert!(text.contains("ruins-99991231") && text.contains("is damaged: its checksum"), "{text}");
    assert_eq!(std::fs::read(&damaged).unwrap(), bytes);
    other.press_key(KeyCode::Digit4);
    assert_eq!(*other.editor.level(), Level::default(), "undo brings back what was there");
}

#[test]
fn what_is_not_saved_is_there_again() {
    let mut hand = Hand::new(level());
    hand.editor.begin(DVec2::ZERO);
    hand.click(DVec2::new(3.0, 0.5));
    hand.press_key(KeyCode::Delete);
    // A name that no file may have.
    hand.editor.session.history.edit(|level| level.name.clear());
    hand.frame();
    let edited = hand.editor.level().clone();
    let mut other = Hand { editor: Editor::new(level(), hand.folder.path().into(), "ruins".into()), ..hand };
    other.editor.begin(DVec2::ZERO);
    assert_eq!(*other.editor.level(), edited);
    assert!(other.editor.session.is_unsaved());
    other.press_key(KeyCode::Digit4);
    assert_eq!(*other.editor.level(), level(), "undo leaves it");
}

#[test]
fn it_is_played_from_where_the_pointer_is() {
    let mut hand = Hand::new(level());
    hand.move_to(DVec2::new(3.1, 2.0));
    hand.press_key(KeyCode::KeyP);
    let (played, feet) = hand.editor.take_play().unwrap();
    assert_eq!(played, level());
    assert!(feet.distance(DVec2::new(3.1, 1.0)) < 1e-3, "{feet}");
    assert!(hand.editor.take_play().is_none());
    hand.move_to(DVec2::new(3.1, 0.2));
    hand.press_key(KeyCode::KeyP);
    assert!(hand.editor.take_play().is_none(), "inside a block");
}

#[test]
fn everything_is_drawn_and_news_are_told_once() {
    let mut hand = Hand::new(Level::ruins().unwrap());
    assert!(hand.editor.has_news() && !hand.editor.has_news());
    let before = hand.editor.shapes().triangles.len();
    hand.click(hand.editor.level().start + DVec2::new(0.0, -0.5));
    assert!(hand.editor.has_news());
    assert!(hand.editor.shapes().triangles.len() > before, "handles");
}
