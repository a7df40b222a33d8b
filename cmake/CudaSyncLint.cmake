# Checks the CUDA sources of a target with cudasynclint, one build edge per source:
#
#   include(CudaSyncLint)
#   cudasynclint_add_check(<target> [OPTIONS option...])
#
# makes the target <target>-cudasynclint, and `cudasynclint` for all of them. Each edge depends on
# the source, every header it includes, the configuration and the baseline; it is run again when one
# of them changes or when it failed. The target's include directories, definitions and
# CUDA_ARCHITECTURES count. OPTIONS go to every run; with an --arch there, the target's
# architectures do not count. CUDASYNCLINT_EXECUTABLE names the tool.
include_guard(GLOBAL)
find_program(CUDASYNCLINT_EXECUTABLE cudasynclint)

function(cudasynclint_add_check target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONS")
  if(NOT CUDASYNCLINT_EXECUTABLE)
    message(FATAL_ERROR "cudasynclint not found: set CUDASYNCLINT_EXECUTABLE")
  endif()
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)

  # The flags of the target as the build sees them, usage requirements included.
  set(includes $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  set(definitions $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
  set(flags "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>"
            "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>")

  # Of the architectures only those with a number: not `native`, `all` or OFF.
  set(archs)
  if(NOT arg_OPTIONS MATCHES "(^|;)--arch")
    set(numbered $<FILTER:$<TARGET_PROPERTY:${target},CUDA_ARCHITECTURES>,INCLUDE,^[0-9]>)
    set(archs "$<$<BOOL:${numbered}>:--arch=$<JOIN:${numbered},;--arch=>>")
  endif()

  set(stamps)
  foreach(source ${sources})
    get_source_file_property(language ${source} TARGET_DIRECTORY ${target} LANGUAGE)
    if(NOT source MATCHES "\\.cuh?$" AND NOT language STREQUAL "CUDA")
      continue()
    endif()
    cmake_path(ABSOLUTE_PATH source BASE_DIRECTORY ${folder} OUTPUT_VARIABLE path)
    cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${folder} OUTPUT_VARIABLE name)
    string(REPLACE ".." "_" name ${name})
    set(stamp ${CMAKE_CURRENT_BINARY_DIR}/cudasynclint/${target}/${name}.stamp)
    cmake_path(GET stamp PARENT_PATH stamp_folder)
    file(MAKE_DIRECTORY ${stamp_folder})
    add_custom_command(
      OUTPUT ${stamp}
      COMMAND ${CUDASYNCLINT_EXECUTABLE} --quiet ${arg_OPTIONS} "${archs}" --stamp=${stamp}
              --depfile=${stamp}.d ${path} -- "${flags}"
      DEPENDS ${path} ${CUDASYNCLINT_EXECUTABLE}
      DEPFILE ${stamp}.d
      COMMENT "Checking the synchronisation of ${name}"
      COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND stamps ${stamp})
  endforeach()

  add_custom_target(${target}-cudasynclint DEPENDS ${stamps})
  if(NOT TARGET cudasynclint)
    add_custom_target(cudasynclint)
  endif()
  add_dependencies(cudasynclint ${target}-cudasynclint)
endfunction()
