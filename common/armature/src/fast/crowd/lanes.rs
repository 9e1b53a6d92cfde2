//! Eight characters, from frames to palettes.

use crate::fast::{
    Affine3x4, FastSkeleton, PaletteBindings,
    frames::{Around, mixed_block},
    hierarchy::local_rows,
    lanes::{self, Eight, Numbers, Simd},
    pose::{LANES, Lane8},
    simd_level::Kernel,
};

/// A 3x4 matrix of each of eight characters: `rows[row][column]`.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct LaneMatrix {
    rows: [[Lane8; 4]; 3],
}

impl LaneMatrix {
    const ZERO: Lane8 = [0.0; LANES];
    const ONE: Lane8 = [1.0; LANES];
    pub(crate) const IDENTITY: LaneMatrix = LaneMatrix {
        rows: [
            [Self::ONE, Self::ZERO, Self::ZERO, Self::ZERO],
            [Self::ZERO, Self::ONE, Self::ZERO, Self::ZERO],
            [Self::ZERO, Self::ZERO, Self::ONE, Self::ZERO],
        ],
    };
}

/// One number of eight joints of eight characters; before it is turned and after.
#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct Square([Lane8; LANES]);

/// Eight characters (or fewer: `palettes` then has room for no more) and what they need.
pub(crate) struct Group<'a> {
    pub(crate) skeleton: &'a FastSkeleton,
    pub(crate) bindings: &'a PaletteBindings,
    pub(crate) around: [Around<'a>; LANES],
    /// `models[0]` is the identity, above all roots.
    pub(crate) models: &'a mut [LaneMatrix],
    pub(crate) palettes: &'a mut [Affine3x4],
}

type Matrix<S> = [[<S as Simd>::Eight; 4]; 3];

impl Kernel for Group<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(mut self) {
        let (parents, _) = self.skeleton.parents().as_chunks::<LANES>();
        let mut numbers = [Square([[0.0; LANES]; LANES]); 10];
        for (block, parents) in parents.iter().enumerate() {
            self.fetch_palettes::<S>(block);
            self.mix::<S>(block, &mut numbers);
            for (joint, &parent) in parents.iter().enumerate() {
                let mut local = [S::Eight::splat(0.0); 10];
                for (number, square) in local.iter_mut().zip(&numbers) {
                    *number = S::Eight::load(&square.0[joint]);
                }
                let [_, _, _, x, y, z, w, ..] = local;
                let squared = w.mul_add(w, z.mul_add(z, y.mul_add(y, x * x)));
                let local = local_rows::<S>(local, S::Eight::splat(2.0) / squared);
                let model = product::<S, _>(&self.models[parent as usize], &local);
                let kept = &mut self.models[block * LANES + joint + 1];
                for (kept, number) in
                    kept.rows.as_flattened_mut().iter_mut().zip(model.as_flattened())
                {
                    number.store(kept);
                }
            }
        }
        self.write_palettes::<S>();
    }
}

impl Group<'_> {
    /// Prefetches one block's share of the palettes' memory. A large crowd's is in no cache, and writing it
    /// would wait; prefetched in shares, it is there in time.
    #[inline(always)]
    fn fetch_palettes<S: Simd>(&self, block: usize) {
        let share = self.palettes.len().div_ceil(self.skeleton.blocks());
        S::fetch(self.palettes.chunks(share).nth(block).unwrap_or_default());
    }

    /// One block of every character, mixed from its two frames and turned.
    #[inline(always)]
    fn mix<S: Simd>(&mut self, block: usize, numbers: &mut [Square; 10]) {
        for (character, around) in self.around.iter_mut().enumerate() {
            let u = S::Eight::splat(around.u);
            let (moving, rest) = (around.moving[block], &around.rest[block]);
            let (before, after) = (&mut around.before, &mut around.after);
            let mixed = mixed_block::<S>(moving, rest, before, after, u);
            for (square, number) in numbers.iter_mut().zip(&mixed) {
                number.store(&mut square.0[character]);
            }
        }
        for square in numbers {
            let turned = S::Eight::transpose(lanes::load(&square.0));
            for (row, number) in square.0.iter_mut().zip(&turned) {
                number.store(row);
            }
        }
    }

    #[inline(always)]
    fn write_palettes<S: Simd>(self) {
        let count = self.bindings.len();
        for (place, (model, joint_from_mesh)) in self.bindings.iter().enumerate() {
            let palette = product::<S, _>(&self.models[model.unwrap_or(0)], joint_from_mesh);
            let [r0, r1, r2] = palette;
            let upper =
                S::Eight::transpose([r0[0], r0[1], r0[2], r0[3], r1[0], r1[1], r1[2], r1[3]]);
            let lower = S::Eight::to_fours(r2);
            for (character, palette) in self.palettes.chunks_exact_mut(count).enumerate() {
                let (first, last) = palette[place].split_mut();
                upper[character].store(first);
                lower[character].store(last);
            }
        }
    }
}

/// A matrix by row and column, spread over eight lanes.
trait Entries<S: Simd> {
    fn entry(&self, row: usize, column: usize) -> S::Eight;
}

/// One of each character's own.
impl<S: Simd> Entries<S> for Matrix<S> {
    #[inline(always)]
    fn entry(&self, row: usize, column: usize) -> S::Eight {
        self[row][column]
    }
}

/// One that all characters share.
impl<S: Simd> Entries<S> for Affine3x4 {
    #[inline(always)]
    fn entry(&self, row: usize, column: usize) -> S::Eight {
        S::Eight::splat(self.rows[row][column])
    }
}

/// `a * b` for eight characters.
#[inline(always)]
fn product<S: Simd, B: Entries<S>>(a: &LaneMatrix, b: &B) -> Matrix<S> {
    let mut out = [[S::Eight::splat(0.0); 4]; 3];
    for (out, row) in out.iter_mut().zip(&a.rows) {
        let [x, y, z, w] = lanes::load::<S::Eight, 4>(row);
        for (column, out) in out.iter_mut().enumerate() {
            let sum = y.mul_add(b.entry(1, column), x * b.entry(0, column));
            let sum = z.mul_add(b.entry(2, column), sum);
            *out = if column == 3 { sum + w } else { sum };
        }
    }
    out
}
