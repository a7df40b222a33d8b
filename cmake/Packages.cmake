# What is installed besides the program, and the packages that CPack makes: `cpack` in the build
# directory writes a .deb and a tarball.
set(_completions ${PROJECT_BINARY_DIR}/completions)
set(_scripts)
foreach(_shell bash zsh fish)
  add_custom_command(
    OUTPUT ${_completions}/${_shell}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${_completions}
    COMMAND cudasynclint --generate=${_shell} > ${_completions}/${_shell}
    DEPENDS cudasynclint
    VERBATIM)
  list(APPEND _scripts ${_completions}/${_shell})
endforeach()
add_custom_target(completions ALL DEPENDS ${_scripts})

install(TARGETS cudasynclint RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES analyzer/report/formats/cudasynclint.schema.json
        DESTINATION ${CMAKE_INSTALL_DATADIR}/cudasynclint)
install(FILES cmake/CudaSyncLint.cmake cmake/CudaSyncLintEverywhere.cmake DESTINATION ${CMAKE_INSTALL_DATADIR}/cudasynclint/cmake)
install(DIRECTORY integrations DESTINATION ${CMAKE_INSTALL_DATADIR}/cudasynclint
        USE_SOURCE_PERMISSIONS)
install(FILES docs/cudasynclint.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${_completions}/bash RENAME cudasynclint
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${_completions}/zsh RENAME _cudasynclint
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${_completions}/fish RENAME cudasynclint.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES LICENSE RENAME copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/cudasynclint)
install(FILES README.md CHANGELOG.md docs/tutorial.md docs/configuration.md docs/large-projects.md docs/rules.md
        docs/how-it-works.md docs/editors.md docs/ways.md
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/cudasynclint)

set(CPACK_GENERATOR DEB TGZ)
set(CPACK_PACKAGE_CONTACT "The cudasynclint developers <maintainers@cudasynclint.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
include(CPack)
