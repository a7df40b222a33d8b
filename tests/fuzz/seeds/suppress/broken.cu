// cudasynclint: ignore[
// cudasynclint:
// cudasynclint: nonsense[shared-race]
"// NOLINT" '"' // cudasynclint: ignore[]
R"x(// NOLINT
)x" // cudasynclint:ignore-begin
/* NOLINT