//! Meshes of the pieces, made by code.

mod solids;

pub use solids::{Material, PieceMesh, PieceVertex, planar_uv};

use super::{
    Piece, PieceKind,
    piece::{BROKEN, WEDGES, arch_at, arch_leg},
};
use glam::{DVec2, Quat, Vec2, Vec3, Vec3Swizzles, vec2, vec3};
use solids::{noise, rectangle};

/// Builds the mesh of a piece in its own space.
pub fn mesh(piece: &Piece) -> PieceMesh {
    let mut mesh = PieceMesh::default();
    let half = piece.size.as_vec3() / 2.0;
    match piece.kind {
        PieceKind::Ground | PieceKind::Earth => {
            mesh.prism(&rectangle(-half.xy(), half.xy()), half.z, 0.0, Material::Earth);
            if piece.kind == PieceKind::Ground {
                mesh.turf([vec2(-half.x, half.y), half.xy()], half.z);
            }
        }
        PieceKind::Slope => {
            let outline = [-half.xy(), vec2(half.x, -half.y), half.xy()];
            mesh.prism(&outline, half.z, 0.0, Material::Earth);
            mesh.turf([-half.xy(), half.xy()], half.z);
        }
        PieceKind::Block | PieceKind::Slab => {
            mesh.masonry(-half.xy(), half.xy(), half.z, Material::Stone);
        }
        PieceKind::Stair => stair(&mut mesh, half),
        PieceKind::Column => column(&mut mesh, half),
        PieceKind::Arch => arch(&mut mesh, piece, half),
        PieceKind::BrokenWall => broken_wall(&mut mesh, half),
        PieceKind::Wall => wall(&mut mesh, half),
        PieceKind::Beam => {
            mesh.prism(&rectangle(-half.xy(), half.xy()), half.z, 0.03, Material::Wood);
        }
        PieceKind::Plank => planks(&mut mesh, half),
        PieceKind::Rubble => rubble(&mut mesh, half),
        PieceKind::Torch => torch(&mut mesh, half),
        PieceKind::Door => mesh = open_door(piece, 0.0),
        PieceKind::Tree => tree(&mut mesh, half),
        PieceKind::Barrier => {}
        PieceKind::Tuft => {
            for blade in 0..(half.x * 24.0) as u32 + 4 {
                let at = |seed| 2.0 * noise(blade * 3 + seed) - 1.0;
                let foot = vec3(half.x * at(0), -half.y, half.z * at(1));
                mesh.grass_blade(foot, 0.3 * at(2), half.y * (1.2 + 0.8 * at(3)));
            }
        }
    }
    if piece.flipped {
        mesh.flip();
    }
    mesh
}

/// Builds steps of a little less than a hand's height; the ramp that is walked on goes through the middle of each.
fn stair(mesh: &mut PieceMesh, half: Vec3) {
    let count = (2.0 * half.y / 0.17).round().max(1.0);
    for step in 0..count as usize {
        let fraction = |at: f32| 2.0 * at / count - 1.0;
        let [from, to] = [step, step + 1].map(|at| half.x * fraction(at as f32));
        let top = half.y * fraction(step as f32 + 0.5);
        let outline = rectangle(vec2(from - 0.03, -half.y), vec2(to, top));
        mesh.prism(&outline, half.z, 0.02, Material::Stone);
    }
}

fn column(mesh: &mut PieceMesh, half: Vec3) {
    let radius = half.x.min(half.z);
    let base = 0.35 * radius;
    let cap = 0.45 * radius;
    for (low, high) in [(-half.y, base - half.y), (half.y - 0.5 * cap, half.y)] {
        let outline = rectangle(vec2(-radius, low), vec2(radius, high));
        mesh.prism(&outline, radius, 0.03, Material::Stone);
    }
    let low = base - half.y;
    let high = half.y - cap;
    let ring = [(0.95, low), (0.98, low + 0.1 * radius), (0.86, low + 0.25 * radius)];
    mesh.revolve(Vec3::ZERO, &ring.map(|(out, y)| (out * radius, y)), 16, 1.0, Material::Stone);
    // The swelling of antique shafts: narrowest at the top, but not evenly.
    let shaft = [0.0, 0.35, 0.7, 1.0f32]
        .map(|at| (radius * (0.84 - 0.16 * at * at), low + 0.2 * radius + at * (high - low - 0.2 * radius)));
    mesh.revolve(Vec3::ZERO, &shaft, 32, 0.9, Material::Stone);
    let capital = [(0.7, high), (0.97, half.y - 0.5 * cap)];
    mesh.revolve(Vec3::ZERO, &capital.map(|(out, y)| (out * radius, y)), 16, 1.0, Material::Stone);
}

/// Builds two legs, a bow of voussoirs between them, and a coping above.
fn arch(mesh: &mut PieceMesh, piece: &Piece, half: Vec3) {
    let flat = piece.size.truncate() / 2.0;
    let leg = arch_leg(flat) as f32;
    for side in [-1.0, 1.0] {
        let middle = side * (half.x - leg / 2.0);
        let low = vec2(middle - leg / 2.0, -half.y);
        let high = vec2(middle + leg / 2.0, half.y);
        mesh.masonry(low, high, half.z - 0.04, Material::Stone);
    }
    let at = |fraction: f64, out: f64| {
        let inner = arch_at(flat, fraction);
        let from = inner - DVec2::new(0.0, -flat.y);
        (inner + out * from.normalize()).min(DVec2::new(f64::MAX, flat.y)).as_vec2()
    };
    let coping = 0.14;
    for wedge in 0..WEDGES {
        let [right, left] = [wedge, wedge + 1].map(|at| at as f64 / WEDGES as f64);
        let [inner_right, inner_left] = [right, left].map(|fraction| at(fraction, 0.0));
        let top = half.y - 0.5 * coping;
        let above = [inner_left, inner_right, vec2(inner_right.x, top), vec2(inner_left.x, top)];
        mesh.prism(&above, half.z - 0.06, 0.0, Material::Brick);
        let stone = [inner_left, inner_right, at(right, 0.34), at(left, 0.34)];
        mesh.prism(&stone, half.z, 0.025, Material::Stone);
    }
    let low = vec2(-half.x, half.y - coping);
    let high = half.xy();
    mesh.masonry(low, high, half.z + 0.05, Material::Stone);
}

/// Builds courses of stones, as high as the collider in each quarter, with teeth at the edges.
fn broken_wall(mesh: &mut PieceMesh, half: Vec3) {
    let rows = (2.0 * half.y / 0.3).round().max(1.0);
    let row_height = 2.0 * half.y / rows;
    let quarter = half.x / 2.0;
    let width = quarter / (quarter / 0.55).round().max(1.0);
    for row in 0..rows as u32 {
        let low = row as f32 * row_height - half.y;
        let mut left = -half.x;
        while left < half.x - 0.01 {
            let is_half = left == -half.x && row % 2 == 1;
            let right = (left + if is_half { width / 2.0 } else { width }).min(half.x);
            let place = f32::midpoint(left, right) + half.x;
            let height = BROKEN[((place / quarter) as usize).min(3)] as f32;
            let seed = row * 100 + (place * 8.0) as u32;
            if low + 0.6 * row_height < half.y * (2.0 * height - 1.0) {
                let outline = rectangle(vec2(left, low), vec2(right, low + row_height));
                mesh.prism(&outline, half.z - 0.05 * noise(seed), 0.02, Material::Stone);
            }
            left = right;
        }
    }
}

fn wall(mesh: &mut PieceMesh, half: Vec3) {
    mesh.prism(&rectangle(-half.xy(), half.xy()), half.z - 0.1, 0.0, Material::Brick);
    let bands = [(-half.y, f32::min(0.35, half.y)), (half.y - f32::min(0.22, half.y), f32::min(0.22, half.y))];
    for (low, height) in bands {
        mesh.masonry(vec2(-half.x, low), vec2(half.x, low + height), half.z, Material::Stone);
    }
    let count = (half.x / 1.6).round().max(1.0);
    for pilaster in 0..=count as u32 {
        let x = (half.x - 0.22) * (2.0 * pilaster as f32 / count - 1.0);
        mesh.masonry(vec2(x - 0.22, -half.y), vec2(x + 0.22, half.y), half.z - 0.03, Material::Stone);
    }
}

fn planks(mesh: &mut PieceMesh, half: Vec3) {
    let under = f32::min(half.y, 0.06);
    let count = (half.x / 0.14).round().max(1.0);
    for board in 0..count as u32 {
        let [from, to] = [board, board + 1].map(|at| half.x * (2.0 * at as f32 / count - 1.0));
        let from = from + 0.006;
        let to = to - 0.006;
        let outline = rectangle(vec2(from, half.y - under), vec2(to, half.y));
        mesh.prism(&outline, half.z - 0.08 * noise(board), 0.012, Material::Wood);
    }
    let outline = rectangle(vec2(-half.x, -half.y), vec2(half.x, half.y - under));
    for side in [-0.6, 0.6] {
        let first = mesh.vertices.len();
        mesh.prism(&outline, 0.09, 0.02, Material::Wood);
        mesh.move_from(first, vec3(0.0, 0.0, side * half.z));
    }
}

/// Builds fourteen stones, heaped highest in the middle, over a mound of earth.
fn rubble(mesh: &mut PieceMesh, half: Vec3) {
    for stone in 0..14 {
        let random = |number: u32| noise(stone * 7 + number);
        let radius = f32::min(0.28, half.y) * (0.55 + 0.6 * random(0));
        let x = (half.x - radius) * (2.0 * random(1) - 1.0);
        // The heap is lower towards its sides.
        let heap_height = 2.0 * half.y * (1.0 - 0.75 * x.abs() / half.x) - radius;
        let middle = vec2(x, heap_height * random(2) + radius * 0.4 - half.y);
        let outline = [0, 1, 2, 3, 4, 5].map(|corner| {
            let angle = corner as f32 * std::f32::consts::TAU / 6.0 + random(3) * 2.0;
            middle + radius * (0.75 + 0.35 * random(4 + corner)) * Vec2::from_angle(angle)
        });
        let first_vertex = mesh.vertices.len();
        mesh.prism(&outline, radius * 0.9, 0.3 * radius, Material::Stone);
        mesh.move_from(first_vertex, vec3(0.0, 0.0, (half.z - radius) * (2.0 * random(5) - 1.0)));
    }
    let mound = [(-1.0, -1.0), (1.0, -1.0), (0.5, 0.45), (-0.3, 0.7)].map(Vec2::from);
    mesh.prism(&mound.map(|corner| corner * half.xy()), 0.8 * half.z, 0.05, Material::Earth);
}

fn torch(mesh: &mut PieceMesh, half: Vec3) {
    let handle = [(0.2, -1.0), (0.35, 0.1), (0.6, 0.15), (0.55, 0.3)];
    let handle = handle.map(|(out, up)| (out * half.x.min(0.12), up * half.y));
    let forward = vec3(0.0, 0.0, 0.1);
    mesh.revolve(forward, &handle, 8, 1.0, Material::Wood);
    let bracket = rectangle(vec2(-0.05, -0.25 * half.y), vec2(0.05, -0.1 * half.y));
    mesh.prism(&bracket, half.z + 0.25, 0.01, Material::Iron);
    let low = mesh.vertices.len();
    mesh.prism(&rectangle(vec2(-0.1, -0.3), vec2(0.1, 0.1)), 0.03, 0.01, Material::Iron);
    mesh.move_from(low, vec3(0.0, 0.0, -half.z - 0.2));
    let flame = [(0.3, 0.25), (0.75, 0.45), (0.55, 0.65), (0.0, 1.0)];
    let flame = flame.map(|(out, up)| (out * half.x.min(0.14), up * half.y));
    mesh.revolve(forward, &flame, 9, 1.0, Material::Flame);
}

const FRAME: f32 = 0.22;

/// Builds a door: its frame, and its leaf opened by `angle` radians.
pub fn open_door(piece: &Piece, angle: f32) -> PieceMesh {
    let mut mesh = PieceMesh::default();
    let half = piece.size.as_vec3() / 2.0;
    door_frame(&mut mesh, half);
    let mut leaf = door_leaf(half);
    let hinge = vec3(FRAME - half.x, 0.0, 0.0);
    let turn = Quat::from_rotation_y(-angle);
    for vertex in &mut leaf.vertices {
        vertex.position = hinge + turn * (vertex.position - hinge);
        vertex.normal = turn * vertex.normal;
    }
    let first = mesh.vertices.len() as u32;
    mesh.indices.extend(leaf.indices.iter().map(|index| first + index));
    mesh.vertices.extend(leaf.vertices);
    mesh
}

fn door_frame(mesh: &mut PieceMesh, half: Vec3) {
    for (low, high) in [
        (-half.xy(), vec2(FRAME - half.x, half.y)),
        (vec2(half.x - FRAME, -half.y), half.xy()),
        (vec2(-half.x - 0.08, half.y - FRAME), half.xy() + vec2(0.08, 0.06)),
    ] {
        mesh.masonry(low, high, half.z, Material::Stone);
    }
}

fn door_leaf(half: Vec3) -> PieceMesh {
    let mut mesh = PieceMesh::default();
    let inner = half.x - FRAME;
    for board in 0..5 {
        let [from, to] = [board, board + 1].map(|at| inner * (2.0 * at as f32 / 5.0 - 1.0));
        let outline = rectangle(vec2(from, -half.y), vec2(to - 0.008, half.y - FRAME));
        mesh.prism(&outline, 0.55 * half.z, 0.015, Material::Wood);
    }
    for height in [-0.6, 0.4] {
        let middle = vec2(0.0, height * half.y);
        let band = rectangle(middle - vec2(inner, 0.05), middle + vec2(inner, 0.05));
        mesh.prism(&band, 0.65 * half.z, 0.015, Material::Iron);
    }
    let ring = rectangle(vec2(0.55 * inner, -0.1), vec2(0.55 * inner + 0.12, 0.02));
    mesh.prism(&ring, 0.8 * half.z, 0.02, Material::Iron);
    mesh
}

fn tree(mesh: &mut PieceMesh, half: Vec3) {
    let crown = f32::min(half.x, 0.6 * half.y);
    let thick = f32::min(0.22, 0.16 * half.x);
    let trunk = [(1.7, -half.y), (1.0, -0.85 * half.y), (0.75, half.y - 2.0 * crown), (0.4, half.y - crown)];
    mesh.revolve(Vec3::ZERO, &trunk.map(|(out, up)| (out * thick, up)), 9, 1.0, Material::Wood);
    let lumps = 8;
    for lump in 0..lumps {
        // Evenly over a ball, from below to above.
        let up = 1.6 * (lump as f32 + 0.5) / lumps as f32 - 0.8;
        let around = Vec2::from_angle(lump as f32 * 2.4) * (1.0 - up * up).sqrt();
        let middle = vec3(around.x, 0.8 * up, around.y) * 0.56 * crown;
        let middle = middle + vec3(0.0, half.y - crown, 0.0);
        let radius = crown * (0.4 + 0.1 * noise(lump * 5));
        let profile = [0, 1, 2, 3, 4, 5].map(|at| {
            let angle = std::f32::consts::PI * (at as f32 / 5.0 - 0.5);
            let wobble = 0.9 + 0.2 * noise(lump * 11 + at);
            (radius * wobble * angle.cos().max(0.0), middle.y + 0.85 * radius * angle.sin())
        });
        mesh.revolve(middle.with_y(0.0), &profile, 9, 0.95, Material::Leaf);
    }
}
