# cmake -DROOT=rules -DOUT=pages.c -P EmbedPages.cmake: compiles rules/NAME.md in as
# `const char csl_page_NAME[]` (dashes become underscores) for every row of rules.def.
# and rules/topics/NAME.md for every TOPIC. A row without a page fails the build.
file(STRINGS ${ROOT}/rules.def rows REGEX "^((REPORT_)?RULE|TOPIC)\\(")
set(text "")
foreach(row ${rows})
  string(REGEX REPLACE "^[A-Z_]+\\(([a-z_]+),.*" "\\1" id "${row}")
  string(REPLACE "_" "-" name ${id})
  if(row MATCHES "^TOPIC")
    string(PREPEND name topics/)
  endif()
  if(NOT EXISTS ${ROOT}/${name}.md)
    message(FATAL_ERROR "rules/${name}.md is missing: every rule has a page")
  endif()
  file(READ ${ROOT}/${name}.md hex HEX)
  string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${hex}")
  string(APPEND text "extern const char csl_page_${id}[];\nconst char csl_page_${id}[] = \"${bytes}\";\n")
endforeach()
file(WRITE ${OUT} "${text}")
