// a \
 NOLINT
??/
x = "\"; // NOLINT\
;// NOLINT
