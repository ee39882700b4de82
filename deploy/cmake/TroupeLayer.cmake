# troupe_layer(<folder> [LAYERS <folder>...] [LINKS <target>...] [HIDDEN <target>...])
#
# One folder of the house as the library troupe_<folder>. Its headers are spelled
# <troupe/<folder>/...> and are visible only to layers that list the folder under LAYERS: every
# layer gets an include root of its own, which holds nothing but links into the source folder, so an
# include that the design forbids is a "No such file" of the compiler.
# HIDDEN names header-only libraries that only .cpp files may use.
#
# A folder without any .cpp is an interface library, and so never stops the others from building.
function(troupe_layer folder)
  cmake_parse_arguments(layer "" "" "LAYERS;LINKS;HIDDEN" ${ARGN})
  set(include_root ${PROJECT_BINARY_DIR}/layers/${folder})
  set(source_root ${PROJECT_SOURCE_DIR}/${folder})
  file(MAKE_DIRECTORY ${include_root}/troupe)
  file(CREATE_LINK ${source_root} ${include_root}/troupe/${folder} SYMBOLIC)

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${source_root}/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${include_root}/troupe/${folder}/*.hpp)
  list(FILTER sources EXCLUDE REGEX "/deploy/tool/")
  list(FILTER headers EXCLUDE REGEX "/deploy/tool/")
  if(${include_root}/troupe/${folder}/troupe.hpp IN_LIST headers)
    # The umbrella header has the one spelling <troupe/troupe.hpp>.
    list(REMOVE_ITEM headers ${include_root}/troupe/${folder}/troupe.hpp)
    file(CREATE_LINK ${source_root}/troupe.hpp ${include_root}/troupe/troupe.hpp SYMBOLIC)
    list(APPEND headers ${include_root}/troupe/troupe.hpp)
  endif()

  set(target troupe_${folder})
  if(sources)
    set(scope PUBLIC)
    add_library(${target} ${sources})
    troupe_compile(${target})
    foreach(hidden IN LISTS layer_HIDDEN)
      target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:${hidden}>)
    endforeach()
    set_property(GLOBAL APPEND PROPERTY TROUPE_LIBRARIES ${target})
  else()
    set(scope INTERFACE)
    add_library(${target} INTERFACE)
  endif()
  add_library(troupe::${folder} ALIAS ${target})
  # all_verify_interface_header_sets compiles each of these alone.
  target_sources(${target} ${scope} FILE_SET HEADERS BASE_DIRS ${include_root} FILES ${headers})
  list(TRANSFORM layer_LAYERS PREPEND troupe_)
  target_link_libraries(${target} ${scope} ${layer_LAYERS} ${layer_LINKS})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${folder} VERIFY_INTERFACE_HEADER_SETS ON)
  install(TARGETS ${target} EXPORT troupe-targets FILE_SET HEADERS)
endfunction()
