// cudasynclint: ignore[shared-race] because
a = 1; // cudasynclint: ignore reason
b = 2; /* cudasynclint: ignore-next-line[barrier-*, shared-race]
 more */ // cudasynclint: ignore-begin[barrier-divergence] x
c = 3;
// cudasynclint: ignore-end[barrier-divergence]
// cudasynclint: ignore-kernel[shared-race] k
d = 4; // cudasynclint: ignore-file
