//! Dice: the raw generator, single dice, whole procedures, and the price of a stream.
//!
//! Read as ratios: ejection trials per raw generator word (at least 2.5), two threads against one (at least 1.8).

use std::hint::black_box;

use canto::battle::attack::AttackRoll;
use canto::chance::{Chance, Luck, Purpose};
use canto::cli::simulate;
use canto::procedures::Procedure;
use canto::procedures::ejection::{EjectionFaces, EjectionReroll, EjectionRoll};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const WORDS: u64 = 1 << 16;

fn ejection() -> EjectionRoll {
    EjectionRoll { faces: EjectionFaces::default(), reroll: EjectionReroll::Never }
}

fn focused_attack() -> AttackRoll {
    AttackRoll {
        attack_dice: 3,
        defense_dice: 3,
        attacker_focus: true,
        defender_focus: true,
        ..AttackRoll::default()
    }
}

fn dice(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("dice");
    group.throughput(Throughput::Elements(WORDS));
    let stream = || Luck::new(1, 0).stream(Purpose::Roll, 0);

    let mut raw = stream();
    group.bench_function("raw generator words", |bencher| {
        bencher.iter(|| (0..WORDS).fold(0_u64, |sum, _| sum ^ raw.word()));
    });
    let mut die = stream();
    group.bench_function("attack dice", |bencher| {
        bencher.iter(|| (0..WORDS).fold(0_u64, |sum, _| sum + die.attack_die() as u64));
    });
    let mut thrown = stream();
    group.bench_function("ejection trials", |bencher| {
        bencher.iter(|| {
            let mut tally = [0; 3];
            ejection().trials(&mut thrown, black_box(WORDS), &mut tally);
            tally
        });
    });
    let mut fought = stream();
    group.bench_function("3 v 3 focused attacks", |bencher| {
        bencher.iter(|| {
            let mut tally = [0; 4];
            focused_attack().trials(&mut fought, black_box(WORDS), &mut tally);
            tally
        });
    });
    group.bench_function("streams seeded", |bencher| {
        bencher.iter(|| {
            (0..WORDS).fold(0_u64, |sum, i| sum ^ Luck::new(1, i).stream(Purpose::Battle, 0).word())
        });
    });
    group.finish();
}

#[allow(clippy::print_stderr)]
fn threads(criterion: &mut Criterion) {
    const TRIALS: u64 = 1 << 22;
    let mut group = criterion.benchmark_group("threads");
    group.throughput(Throughput::Elements(TRIALS));
    group.sample_size(20);
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a small pool");
        group.bench_function(format!("3 v 3 focused attacks, {threads} threads"), |bencher| {
            bencher.iter(|| pool.install(|| simulate(&focused_attack(), 1, TRIALS)));
        });
    }
    group.finish();
    // The same trials give the same tally, so a faster wrong answer is seen.
    let signature = simulate(&focused_attack(), 1, TRIALS);
    anstream::eprintln!("signature of the focused attacks: {signature:?}");
}

criterion_group!(benches, dice, threads);
criterion_main!(benches);
