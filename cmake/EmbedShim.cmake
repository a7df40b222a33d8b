# cmake -DROOT=dir -DOUT=file.c -P EmbedShim.cmake: writes every file under ROOT into a C table
#   const csl_shim_file csl_shim[] = {{"relative/path", "contents"}, ...};
# Every byte is an escape, so that any text survives.
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*)
list(SORT files)
set(arrays "")
set(rows "")
set(i 0)
foreach(f ${files})
  file(READ ${ROOT}/${f} hex HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${hex}")
  string(REPLACE "\n" "\"\n\"" bytes "${bytes}")
  string(APPEND arrays "static const char f${i}[] =\n\"${bytes}\";\n")
  string(APPEND rows "    {\"${f}\", f${i}, sizeof f${i} - 1},\n")
  math(EXPR i "${i} + 1")
endforeach()
file(WRITE ${OUT} "#include \"${CMAKE_CURRENT_LIST_DIR}/../analyzer/frontend/parse/shim.h\"\n\n${arrays}\n"
     "const csl_shim_file csl_shim[] = {\n${rows}};\nconst unsigned csl_nshim = ${i};\n")
