# What other projects see: find_package(troupe) and pkg-config, both indifferent to where the
# installed tree is moved.
include(CMakePackageConfigHelpers)

add_library(troupe_all INTERFACE)
add_library(troupe::troupe ALIAS troupe_all)
target_link_libraries(troupe_all INTERFACE
  troupe_actors troupe_collectives troupe_transports troupe_gpu troupe_deploy)
set_target_properties(troupe_all PROPERTIES EXPORT_NAME troupe)
install(TARGETS troupe_all EXPORT troupe-targets)

set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/troupe)
install(EXPORT troupe-targets NAMESPACE troupe:: DESTINATION ${config_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/troupe-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_SOURCE_DIR}/deploy/cmake/troupe-config.cmake
  ${PROJECT_SOURCE_DIR}/deploy/cmake/FindCAF.cmake
  ${PROJECT_BINARY_DIR}/troupe-config-version.cmake
  DESTINATION ${config_dir})

# Static libraries are named after those that use them.
get_property(libraries GLOBAL PROPERTY TROUPE_LIBRARIES)
list(REVERSE libraries)
list(TRANSFORM libraries PREPEND -l)
list(JOIN libraries " " TROUPE_PC_LIBS)
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH TROUPE_PC_PREFIX /prefix/${pc_dir} /prefix)
configure_file(${PROJECT_SOURCE_DIR}/deploy/cmake/troupe.pc.in ${PROJECT_BINARY_DIR}/troupe.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/troupe.pc DESTINATION ${pc_dir})
