//! An exhaustive search over the transitions: two workers, a sweep and a cancel take their steps in every order, with
//! crashes, lost answers and duplicate messages. The invariants must hold after each step.
//!
//! A state of the search contains the record, the messages, and what each actor has read. An actor's step uses what the
//! actor has read, however old it is. So late writes and a stale index are covered. If tests are exhaustive, the search
//! goes further.

mod world;

use std::{
    collections::HashSet,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Mutex,
    thread,
};

use sampling::all_or;

use self::world::SearchWorld;

/// What is allowed to happen in one search.
#[derive(Clone, Copy)]
struct Bounds {
    thumbnails: usize,
    crashes_and_lost_answers: u8,
    sweeps: u8,
    cancels: u8,
    /// How often time passes until a lease or a wait ends or a check is due.
    waits: u8,
    listener: Listener,
}

/// When somebody listens for the events of the generation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listener {
    Never,
    FromTheStart,
    /// From some moment on.
    Later,
}

fn fingerprint(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Visits every world within `bounds`, on all processors, and returns how many there are.
fn search(bounds: Bounds) -> usize {
    let start = SearchWorld::new(bounds);
    let seen = Mutex::new(HashSet::from([fingerprint(&start)]));
    // Whether a world ends does not depend on what its actors have read, because they have crashed by then.
    let known_to_end = Mutex::new(HashSet::new());
    let is_new = |set: &Mutex<HashSet<u64>>, print: u64| set.lock().unwrap().insert(print);
    let new_successors = |worlds: &[SearchWorld]| {
        let mut new = Vec::new();
        for world in worlds {
            if is_new(&known_to_end, fingerprint(&(world.now, &world.record, &world.messages))) {
                world.check_that_it_ends();
            }
            for next in world.successors() {
                next.check(world);
                if is_new(&seen, fingerprint(&next)) {
                    new.push(next);
                }
            }
        }
        new
    };
    let processors = thread::available_parallelism().unwrap().get();
    // All worlds that take the same number of steps.
    let mut worlds = vec![start];
    while !worlds.is_empty() {
        worlds = thread::scope(|scope| {
            let parts: Vec<_> = worlds
                .chunks(worlds.len().div_ceil(processors))
                .map(|part| scope.spawn(move || new_successors(part)))
                .collect();
            parts.into_iter().flat_map(|part| part.join().unwrap()).collect()
        });
    }
    seen.into_inner().unwrap().len()
}

#[test]
fn one_thumbnail_ends_once_in_every_order_of_steps() {
    let states = search(Bounds {
        thumbnails: 1,
        crashes_and_lost_answers: 2,
        sweeps: 2,
        cancels: 1,
        waits: 3,
        listener: Listener::Never,
    });
    println!("{states} states");
    assert!(states > 10_000, "{states} states");
}

#[test]
fn two_thumbnails_end_once_in_every_order_of_steps() {
    let states = search(Bounds {
        thumbnails: 2,
        crashes_and_lost_answers: 1,
        sweeps: 1,
        cancels: 1,
        waits: all_or(2, 1),
        listener: Listener::Never,
    });
    println!("{states} states");
    assert!(states > 10_000, "{states} states");
}

#[test]
fn each_end_has_one_event_in_every_order_of_steps() {
    let states = search(Bounds {
        thumbnails: 2,
        crashes_and_lost_answers: 1,
        sweeps: 1,
        cancels: 1,
        waits: 1,
        listener: Listener::FromTheStart,
    });
    println!("{states} states");
    assert!(states > 10_000, "{states} states");
}

#[test]
fn ends_have_events_once_somebody_begins_to_listen_in_every_order_of_steps() {
    let states = search(Bounds {
        thumbnails: 2,
        crashes_and_lost_answers: 0,
        sweeps: 1,
        cancels: 1,
        waits: 1,
        listener: Listener::Later,
    });
    println!("{states} states");
    assert!(states > 10_000, "{states} states");
}
