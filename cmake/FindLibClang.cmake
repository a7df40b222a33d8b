# Finds libclang (the C API) of the newest LLVM >= the requested version.
#
# Defines LibClang::LibClang and LIBCLANG_VERSION. -DLIBCLANG_ROOT=/usr/lib/llvm-22 selects one.
set(_roots ${LIBCLANG_ROOT})
if(NOT _roots)
  foreach(_v RANGE 40 ${LibClang_FIND_VERSION_MAJOR} -1)
    list(APPEND _roots /usr/lib/llvm-${_v} /usr/lib64/llvm${_v} /opt/llvm-${_v})
  endforeach()
endif()
foreach(_root ${_roots})
  find_path(LIBCLANG_INCLUDE_DIR clang-c/Index.h PATHS ${_root}/include NO_DEFAULT_PATH)
  find_library(LIBCLANG_LIBRARY NAMES clang libclang PATHS ${_root}/lib NO_DEFAULT_PATH)
  if(LIBCLANG_INCLUDE_DIR AND LIBCLANG_LIBRARY)
    break()
  endif()
  unset(LIBCLANG_INCLUDE_DIR CACHE)
  unset(LIBCLANG_LIBRARY CACHE)
endforeach()
# The version: of the file behind the link (libclang-19.so.19.1.7, libclang-22.1.8.so), or of its
# directory (llvm-22, llvm22) where the file name has only the major number.
if(LIBCLANG_LIBRARY)
  get_filename_component(_real ${LIBCLANG_LIBRARY} REALPATH)
  if(_real MATCHES "libclang[^/]*[-.]([0-9]+\\.[0-9]+(\\.[0-9]+)?)")
    set(LIBCLANG_VERSION ${CMAKE_MATCH_1})
  elseif("${_real} ${LIBCLANG_LIBRARY}" MATCHES "(llvm-?|libclang-)([0-9]+)")
    set(LIBCLANG_VERSION ${CMAKE_MATCH_2})
  endif()
endif()
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  LibClang
  REQUIRED_VARS LIBCLANG_LIBRARY LIBCLANG_INCLUDE_DIR
  VERSION_VAR LIBCLANG_VERSION
  REASON_FAILURE_MESSAGE "install libclang-22-dev (or any libclang-NN-dev, NN >= 19)")
if(LibClang_FOUND AND NOT TARGET LibClang::LibClang)
  add_library(LibClang::LibClang UNKNOWN IMPORTED)
  set_target_properties(LibClang::LibClang PROPERTIES IMPORTED_LOCATION ${LIBCLANG_LIBRARY}
                        INTERFACE_INCLUDE_DIRECTORIES ${LIBCLANG_INCLUDE_DIR})
endif()
