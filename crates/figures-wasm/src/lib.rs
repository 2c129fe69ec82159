//! The programs of figures: libraries of boundaries, each alone in a program, and those of lessons and Masks
//! together in one. A script with both needs one program, which has what they share once.
//!
//! The programs are the examples of this package, so that cargo links them at the same time.
