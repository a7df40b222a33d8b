# Switches the checks on for a whole project from the command line; the project is not edited:
#
#   cmake -B build -DCMAKE_PROJECT_INCLUDE=/usr/share/cudasynclint/cmake/CudaSyncLintEverywhere.cmake
#   cmake --build build --target cudasynclint
#
# Every target of the project with CUDA sources gets its checks, as cudasynclint_add_check (CudaSyncLint)
# adds them. -DCUDASYNCLINT_OPTIONS="--min-confidence=high;--strict" gives them options.
include_guard(GLOBAL)
include(${CMAKE_CURRENT_LIST_DIR}/CudaSyncLint.cmake)

function(_cudasynclint_check_folder folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target ${targets})
    get_target_property(type ${target} TYPE)
    get_target_property(sources ${target} SOURCES)
    if(type MATCHES "LIBRARY|EXECUTABLE" AND sources AND NOT TARGET ${target}-cudasynclint)
      cudasynclint_add_check(${target} OPTIONS ${CUDASYNCLINT_OPTIONS})
    endif()
  endforeach()
  get_property(folders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(inner ${folders})
    _cudasynclint_check_folder(${inner})
  endforeach()
endfunction()

# At the end of the project, when all its targets are there.
cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_SOURCE_DIR}]]
                          CALL _cudasynclint_check_folder [[${CMAKE_SOURCE_DIR}]])")
