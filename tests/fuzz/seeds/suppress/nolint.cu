a = 1; // NOLINT(cudasynclint-shared-race,other): r
// NOLINTNEXTLINE(*)
b = 2; // NOLINT
// NOLINTBEGIN(shared-race)
c = 3; // NOLINT(
// NOLINTEND(shared-race) NOLINT
// NOLINTEND
