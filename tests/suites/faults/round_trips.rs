//! How many calls of AWS each tool makes, and how many of them wait for one another.
