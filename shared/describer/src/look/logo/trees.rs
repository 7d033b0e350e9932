//! The weights by which logos are told from other pictures.
//!
//! They were not chosen by hand: they are decision trees, grown one after the other by gradient boosting (CatBoost:
//! depth 4, 52 trees) over the traits of 5,100 pictures and variants of them with other margins, sizes and compression.
//! Half of them were logos: marks, names, seals, shields, mascots, signatures and icons on all kinds of grounds. The
//! others were photos, cut-outs, products, cartoons, emoji, charts, pages, tables, maps, patterns, flags, codes, sheets
//! of icons, buttons, bubbles, frames and sketches. The pictures of `pictures/work` were among them. In
//! cross-validation, 90 percent of the logos and 92 percent of the others were told right.

use super::Tree;

/// The number to which the weights of all trees are added, in hundredths like the weights.
pub(super) const BASE: i32 = 0;

/// The trees. A weight above zero speaks for a logo. The answer to the first question is the lowest bit of the place of
/// the weight.
pub(super) const TREES: [Tree; 52] = [
    Tree(
        [
            (|of| of.row_share, 0.108),
            (|of| of.box_width, 0.998),
            (|of| of.stretch, 0.009),
            (|of| of.colours, 2.5),
        ],
        [48, -1, -47, -28, -10, 79, -53, 54, 13, 14, -62, -37, -37, 33, -122, -52],
    ),
    Tree(
        [
            (|of| of.row_share, 0.043),
            (|of| of.areas, 5.82),
            (|of| of.stretch, 0.005),
            (|of| of.symmetry, 0.893),
        ],
        [-3, 11, -58, -58, -17, 51, -67, -10, 38, 76, 40, 43, -24, 7, -47, -16],
    ),
    Tree(
        [
            (|of| of.row_width, 0.478),
            (|of| of.down, 2.696),
            (|of| of.border, 0.573),
            (|of| of.holes, 1.292),
        ],
        [
            -39, 15, -23, 0, -11, -5, -104, -26, -41, -47, -101, -104, 2, 48, -52, -35,
        ],
    ),
    Tree(
        [
            (|of| of.areas, 4.672),
            (|of| of.letters, 2.161),
            (|of| of.areas, 6.707),
            (|of| of.down, 3.246),
        ],
        [3, -24, 35, 9, 0, -49, 0, -25, -67, -100, -75, -82, 0, -21, 0, -84],
    ),
    Tree(
        [
            (|of| of.few, 0.765),
            (|of| of.fill, 0.962),
            (|of| of.inner, 0.86),
            (|of| of.solidity, 0.937),
        ],
        [
            -12, 5, -65, -15, -108, -32, -66, -105, -17, 15, 9, -24, -58, 53, -18, -44,
        ],
    ),
    Tree(
        [
            (|of| of.few, 0.984),
            (|of| of.down, 2.904),
            (|of| of.row_width, 0.567),
            (|of| of.stretch, 0.035),
        ],
        [12, 22, -44, -54, 3, 58, -46, -90, -15, 8, -49, -1, 17, 89, -25, 7],
    ),
    Tree(
        [
            (|of| of.border, 0.767),
            (|of| of.areas, 4.209),
            (|of| of.middle, 0.118),
            (|of| of.sharp, 0.13),
        ],
        [
            -11, -20, -10, -40, -12, 20, -33, -19, -49, -34, -59, -37, -18, 14, -18, 4,
        ],
    ),
    Tree(
        [
            (|of| of.solidity, 0.836),
            (|of| of.stretch, 0.336),
            (|of| of.symmetry, 0.546),
            (|of| of.largest, 0.499),
        ],
        [-10, -51, 19, -82, 21, -11, -18, -50, 6, -26, 22, -66, 25, 23, -22, -59],
    ),
    Tree(
        [
            (|of| of.block, 0.373),
            (|of| of.block, 0.739),
            (|of| of.middle, 0.054),
            (|of| of.border, 0.856),
        ],
        [13, -43, 0, -66, -30, 13, 0, -11, -50, -11, 0, -43, -50, 38, 0, 2],
    ),
    Tree(
        [
            (|of| of.straight, 3.075),
            (|of| of.specks, 0.013),
            (|of| of.holes, 1.792),
            (|of| of.box_width, 0.836),
        ],
        [0, -54, 1, 20, 7, -73, 21, 29, -6, -14, -16, -2, 8, -41, -3, -7],
    ),
    Tree(
        [
            (|of| of.block, 0.338),
            (|of| of.row_share, 0.024),
            (|of| of.stretch, 0.013),
            (|of| of.fill, 0.716),
        ],
        [-49, -4, -79, 1, -19, -6, -34, 11, 0, 31, 0, 27, 0, -22, 0, -5],
    ),
    Tree(
        [
            (|of| of.specks, 0.0),
            (|of| of.solidity, 0.945),
            (|of| of.holes, 1.292),
            (|of| of.letter_height, 0.052),
        ],
        [1, -18, -21, 21, 21, -13, -18, -4, -11, -23, 79, 34, 24, 6, 2, -2],
    ),
    Tree(
        [
            (|of| of.stretch, 1.182),
            (|of| of.symmetry, 0.83),
            (|of| of.row_share, 0.208),
            (|of| of.stretch, 0.402),
        ],
        [-3, 0, 11, 0, -8, 0, -39, 0, -9, 42, -40, -85, 3, 41, -4, -51],
    ),
    Tree(
        [
            (|of| of.twins, 4.614),
            (|of| of.mixed, 0.994),
            (|of| of.stretch, 1.056),
            (|of| of.symmetry, 0.739),
        ],
        [-9, -19, 17, -25, 33, -26, 64, -64, 4, -28, 5, -39, -77, -10, -41, 0],
    ),
    Tree(
        [
            (|of| of.box_width, 0.592),
            (|of| of.stretch, 0.582),
            (|of| of.symmetry, 0.434),
            (|of| of.letters, 2.453),
        ],
        [5, -14, 20, 36, 15, -4, -35, -15, 48, -10, -40, 37, 26, 4, -13, -19],
    ),
    Tree(
        [
            (|of| of.letter_height, 0.285),
            (|of| of.letter_height, 0.095),
            (|of| of.stretch, 0.249),
            (|of| of.holes, 4.044),
        ],
        [2, 0, 27, -21, -9, 0, 10, -3, -10, 0, -17, -36, -10, 0, -42, -36],
    ),
    Tree(
        [
            (|of| of.largest, 0.211),
            (|of| of.down, 1.292),
            (|of| of.symmetry, 0.989),
            (|of| of.solidity, 0.613),
        ],
        [4, 21, 2, 13, 0, 0, -9, -54, -36, -16, -23, 10, 9, 6, -35, -25],
    ),
    Tree(
        [
            (|of| of.areas, 3.391),
            (|of| of.symmetry, 1.0),
            (|of| of.letter_height, 0.095),
            (|of| of.rough, 0.159),
        ],
        [7, -15, -21, 12, 11, -2, 7, 4, 13, -6, -33, 52, 42, 3, 12, 23],
    ),
    Tree(
        [
            (|of| of.stretch, 0.007),
            (|of| of.fill, 0.652),
            (|of| of.rough, 0.385),
            (|of| of.letter_height, 0.074),
        ],
        [-11, -6, 18, -10, 34, 5, -7, -27, -14, 6, 23, 0, 12, 9, 5, -33],
    ),
    Tree(
        [
            (|of| of.mixed, 0.999),
            (|of| of.middle, 0.118),
            (|of| of.largest, 0.573),
            (|of| of.fill, 0.471),
        ],
        [-24, 16, 4, 32, -33, -42, 0, 11, -18, 0, -9, -17, 37, 32, 10, 15],
    ),
    Tree(
        [
            (|of| of.box_width, 0.691),
            (|of| of.solidity, 0.951),
            (|of| of.middle, 0.995),
            (|of| of.fill, 0.703),
        ],
        [9, -1, -5, -51, -23, -48, 0, 26, -9, -5, 0, 7, 22, 0, -59, 18],
    ),
    Tree(
        [
            (|of| of.fill, 0.99),
            (|of| of.middle, 0.193),
            (|of| of.stretch, 0.013),
            (|of| of.areas, 2.696),
        ],
        [-3, 0, 16, -32, -14, 0, 9, -38, -3, 0, 6, -46, -17, 0, -1, -6],
    ),
    Tree(
        [
            (|of| of.block, 0.373),
            (|of| of.block, 0.776),
            (|of| of.straight, 2.521),
            (|of| of.sharp, 0.148),
        ],
        [-1, 22, 0, -8, -4, 45, 0, -28, -52, 11, 0, 5, -15, 32, 0, -11],
    ),
    Tree(
        [
            (|of| of.few, 0.585),
            (|of| of.border, 0.218),
            (|of| of.rough, 0.357),
            (|of| of.stretch, 0.363),
        ],
        [29, 85, -14, 1, -23, -1, -35, 8, -20, -6, -30, -8, -2, -1, -23, 9],
    ),
    Tree(
        [
            (|of| of.symmetry, 0.131),
            (|of| of.solidity, 0.568),
            (|of| of.inner, 0.609),
            (|of| of.straight, 2.042),
        ],
        [-12, -2, -41, 4, 14, 33, -66, -3, 3, 7, -4, -19, 0, 73, 5, 6],
    ),
    Tree(
        [
            (|of| of.letter_height, 0.419),
            (|of| of.row_width, 0.638),
            (|of| of.holes, 4.044),
            (|of| of.box_width, 0.862),
        ],
        [4, -36, 23, -16, -15, -26, -5, -10, -6, -10, 18, -3, -13, -4, -25, -48],
    ),
    Tree(
        [
            (|of| of.solidity, 0.876),
            (|of| of.fill, 0.673),
            (|of| of.sharp, 0.042),
            (|of| of.colours, 7.5),
        ],
        [12, -24, 2, -40, 0, -25, 5, 8, 40, -15, 0, -14, -12, -41, 19, -36],
    ),
    Tree(
        [
            (|of| of.sharp, 0.0),
            (|of| of.sharp, 0.053),
            (|of| of.fill, 0.072),
            (|of| of.straight, 2.635),
        ],
        [20, -44, 0, -75, 12, -25, 0, 2, -28, 0, 0, -15, 8, 5, 0, -7],
    ),
    Tree(
        [
            (|of| of.row_width, 0.781),
            (|of| of.colours, 1.5),
            (|of| of.specks, 0.0),
            (|of| of.twins, 4.491),
        ],
        [12, -5, -7, 23, -26, -32, -1, 20, -73, -23, 26, 37, -35, -4, -16, -5],
    ),
    Tree(
        [
            (|of| of.inner, 0.504),
            (|of| of.sharp, 0.026),
            (|of| of.colours, 6.5),
            (|of| of.stretch, 0.165),
        ],
        [-5, -38, -5, 16, 7, -26, -17, -8, 10, -28, -7, 1, 76, -34, 9, -15],
    ),
    Tree(
        [
            (|of| of.symmetry, 0.131),
            (|of| of.row_share, 0.185),
            (|of| of.letter_height, 0.052),
            (|of| of.letters, 2.161),
        ],
        [-14, 2, 0, -7, -13, -7, -41, -31, -21, -42, -17, -69, -51, 8, 18, -1],
    ),
    Tree(
        [
            (|of| of.letter_height, 0.294),
            (|of| of.box_width, 0.844),
            (|of| of.solidity, 0.792),
            (|of| of.largest, 0.599),
        ],
        [15, -19, -1, 0, -11, -26, -1, -12, 9, 22, -13, 7, 9, 34, -2, -23],
    ),
    Tree(
        [
            (|of| of.twins, 1.792),
            (|of| of.down, 1.792),
            (|of| of.middle, 0.797),
            (|of| of.fill, 0.732),
        ],
        [11, -8, -5, 4, -18, -23, 32, 29, 13, -12, -52, -15, 12, -7, 21, -18],
    ),
    Tree(
        [
            (|of| of.block, 0.397),
            (|of| of.symmetry, 0.036),
            (|of| of.block, 0.874),
            (|of| of.twins, 3.391),
        ],
        [5, -27, -24, 12, 0, -74, 0, 1, 0, 0, -29, 14, 0, 19, 0, -9],
    ),
    Tree(
        [
            (|of| of.largest, 0.942),
            (|of| of.stretch, 0.31),
            (|of| of.inner, 0.745),
            (|of| of.sharp, 0.12),
        ],
        [-6, -6, 14, -25, -10, 0, -25, 0, -1, 10, -1, -38, 24, 25, -19, -20],
    ),
    Tree(
        [
            (|of| of.fill, 0.99),
            (|of| of.stretch, 0.013),
            (|of| of.solidity, 0.888),
            (|of| of.border, 0.313),
        ],
        [-8, 0, -14, 0, 40, 0, 38, -5, 0, 22, 2, 0, 4, -38, -9, -16],
    ),
    Tree(
        [
            (|of| of.middle, 0.0),
            (|of| of.rough, 0.047),
            (|of| of.colours, 5.5),
            (|of| of.solidity, 0.547),
        ],
        [11, 19, -50, 0, 0, 60, -34, 25, 1, -12, -19, 4, 0, 31, -4, -9],
    ),
    Tree(
        [
            (|of| of.down, 2.904),
            (|of| of.row_share, 0.263),
            (|of| of.sharp, 0.31),
            (|of| of.rough, 0.306),
        ],
        [-2, -24, -2, 13, 4, -17, -24, -57, -2, -10, 8, -16, 20, -8, 20, -58],
    ),
    Tree(
        [
            (|of| of.straight, 0.431),
            (|of| of.box_width, 0.618),
            (|of| of.middle, 0.244),
            (|of| of.largest, 0.51),
        ],
        [0, 76, -13, 4, 6, -9, -8, 2, -24, 10, -7, -9, 39, -2, -2, 8],
    ),
    Tree(
        [
            (|of| of.sharp, 0.595),
            (|of| of.straight, 3.787),
            (|of| of.border, 0.341),
            (|of| of.letters, 4.728),
        ],
        [20, -46, 33, 0, 1, -6, 1, -66, -25, 0, 0, 0, -12, -38, -35, 0],
    ),
    Tree(
        [
            (|of| of.row_width, 0.766),
            (|of| of.letter_height, 0.07),
            (|of| of.colours, 1.5),
            (|of| of.border, 0.714),
        ],
        [16, 0, -50, -32, -3, -5, -14, -3, 5, -3, 7, -1, -4, -67, 0, 26],
    ),
    Tree(
        [
            (|of| of.inner, 0.491),
            (|of| of.specks, 0.003),
            (|of| of.colours, 4.5),
            (|of| of.mixed, 0.861),
        ],
        [5, 11, -12, 40, 49, 2, -26, -15, -1, -6, -11, 7, 15, -20, -16, 4],
    ),
    Tree(
        [
            (|of| of.largest, 0.942),
            (|of| of.stretch, 0.202),
            (|of| of.straight, 1.826),
            (|of| of.symmetry, 0.949),
        ],
        [-1, 9, 4, -26, -6, -13, 4, 66, 11, 41, -17, -44, 0, -35, -18, -5],
    ),
    Tree(
        [
            (|of| of.twins, 4.931),
            (|of| of.rough, 0.031),
            (|of| of.mixed, 0.999),
            (|of| of.straight, 0.622),
        ],
        [-9, 0, -4, -39, 32, -5, 10, -44, -35, 41, 4, -9, -3, 22, 5, -26],
    ),
    Tree(
        [
            (|of| of.letter_height, 0.315),
            (|of| of.box_width, 0.691),
            (|of| of.solidity, 0.264),
            (|of| of.inner, 0.653),
        ],
        [21, -66, 1, 4, 0, -11, 0, -12, 29, 0, 52, 5, 6, -18, 0, 3],
    ),
    Tree(
        [
            (|of| of.block, 0.338),
            (|of| of.symmetry, 0.131),
            (|of| of.colours, 1.5),
            (|of| of.stretch, 0.726),
        ],
        [3, -5, -29, 7, 17, -56, -14, -1, 17, 8, -37, 1, 6, 34, -28, 13],
    ),
    Tree(
        [
            (|of| of.few, 0.891),
            (|of| of.rough, 0.306),
            (|of| of.specks, 0.001),
            (|of| of.twins, 2.161),
        ],
        [-4, 2, 15, 19, 18, -12, -7, -1, -4, -6, 15, 20, -2, -14, 1, 17],
    ),
    Tree(
        [
            (|of| of.sharp, 0.327),
            (|of| of.fill, 0.673),
            (|of| of.symmetry, 0.88),
            (|of| of.rough, 0.11),
        ],
        [4, 4, -1, 21, -4, -21, -9, 3, -1, 4, -15, -11, -8, -21, 3, 41],
    ),
    Tree(
        [
            (|of| of.middle, 0.0),
            (|of| of.largest, 0.942),
            (|of| of.symmetry, 0.709),
            (|of| of.fill, 0.514),
        ],
        [-12, 2, 40, -16, -66, 13, -26, 2, 0, -14, 0, 24, 0, 2, 25, -10],
    ),
    Tree(
        [
            (|of| of.row_width, 0.652),
            (|of| of.letter_height, 0.07),
            (|of| of.letters, 2.161),
            (|of| of.twins, 1.792),
        ],
        [4, 0, -18, -1, -30, 0, 0, 21, -10, 0, -4, -27, -9, -57, 1, 11],
    ),
    Tree(
        [
            (|of| of.specks, 0.009),
            (|of| of.stretch, 0.051),
            (|of| of.twins, 0.5),
            (|of| of.straight, 0.778),
        ],
        [-1, 5, -2, -15, -8, 11, 3, -5, -2, 77, 6, 4, -18, 3, -2, 6],
    ),
    Tree(
        [
            (|of| of.fill, 0.99),
            (|of| of.fill, 0.917),
            (|of| of.stretch, 0.31),
            (|of| of.largest, 0.859),
        ],
        [0, 0, 27, -25, 2, 0, -19, -47, 1, 0, 46, 21, -19, 0, -53, -36],
    ),
];
