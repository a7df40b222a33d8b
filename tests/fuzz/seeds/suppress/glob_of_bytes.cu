a = 1; // NOLINT(cudasy?nclint-shared-r'ace‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹'‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹‹,other): r
// NOLINTNEXTLINE(*)
b = 3; // NOLINT
/GIN(sh#ared-
// NOLINTEND(shared-race) NOLINT
// NOLINTEND
