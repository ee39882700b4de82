# The target `docs`: the public headers' documentation in build/<preset>/docs/html, warnings are
# errors.
find_package(Doxygen 1.9 QUIET)
if(NOT DOXYGEN_FOUND)
  return()
endif()
foreach(layer IN ITEMS actors collectives transports gpu deploy)
  if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/${layer})
    list(APPEND TROUPE_DOCS_ROOTS ${PROJECT_BINARY_DIR}/layers/${layer})
  endif()
endforeach()
list(JOIN TROUPE_DOCS_ROOTS " " TROUPE_DOCS_ROOTS)
configure_file(${PROJECT_SOURCE_DIR}/deploy/doxygen/Doxyfile.in ${PROJECT_BINARY_DIR}/Doxyfile @ONLY)
add_custom_target(docs
  COMMAND Doxygen::doxygen ${PROJECT_BINARY_DIR}/Doxyfile
  COMMENT "Documentation in ${PROJECT_BINARY_DIR}/docs/html/index.html" VERBATIM)
install(DIRECTORY ${PROJECT_BINARY_DIR}/docs/html DESTINATION ${CMAKE_INSTALL_DOCDIR} OPTIONAL)
