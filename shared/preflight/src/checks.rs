//! The checks, one function each.

mod covered;
mod page;
mod size;
mod words;

use contract::CheckResult;

use crate::scene::Scene;

/// A check. `None` if it does not apply to the picture.
type Check = fn(&Scene) -> Option<CheckResult>;

/// All checks, in the order in which callers see them.
pub(crate) const CHECKS: [Check; 10] = [
    size::file_size,
    size::dimensions,
    covered::duration_badge,
    covered::progress_bar,
    words::height,
    words::contrast,
    words::count,
    page::light_theme,
    page::dark_theme,
    page::clutter,
];
