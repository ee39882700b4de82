# Finds the C++ Actor Framework, whose Debian package (libcaf-dev 0.17.6) ships neither a CMake
# configuration nor a pkg-config file. Defines CAF::core, CAF::io, CAF::openssl and CAF_VERSION.
find_path(CAF_INCLUDE_DIR caf/config.hpp)
mark_as_advanced(CAF_INCLUDE_DIR)

if(CAF_INCLUDE_DIR)
  file(STRINGS ${CAF_INCLUDE_DIR}/caf/config.hpp version_line REGEX "#define CAF_VERSION [0-9]+")
  if(version_line MATCHES "CAF_VERSION ([0-9]+)([0-9][0-9])([0-9][0-9])$")
    math(EXPR CAF_VERSION_MINOR "${CMAKE_MATCH_2}")
    math(EXPR CAF_VERSION_PATCH "${CMAKE_MATCH_3}")
    set(CAF_VERSION ${CMAKE_MATCH_1}.${CAF_VERSION_MINOR}.${CAF_VERSION_PATCH})
  endif()
endif()

foreach(component IN LISTS CAF_FIND_COMPONENTS)
  find_library(CAF_${component}_LIBRARY caf_${component})
  mark_as_advanced(CAF_${component}_LIBRARY)
  if(NOT CAF_INCLUDE_DIR OR NOT CAF_${component}_LIBRARY)
    continue()
  endif()
  set(CAF_${component}_FOUND TRUE)
  if(TARGET CAF::${component})
    continue()
  endif()
  add_library(CAF::${component} UNKNOWN IMPORTED)
  set_target_properties(CAF::${component} PROPERTIES
    IMPORTED_LOCATION ${CAF_${component}_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${CAF_INCLUDE_DIR})
  if(NOT component STREQUAL "core")
    set_property(TARGET CAF::${component} PROPERTY INTERFACE_LINK_LIBRARIES CAF::core)
  endif()
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(CAF
  REQUIRED_VARS CAF_INCLUDE_DIR VERSION_VAR CAF_VERSION HANDLE_COMPONENTS)
