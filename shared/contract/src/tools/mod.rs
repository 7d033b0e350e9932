//! The specification of every tool, one file each, in five categories.
