# troupe_layer(<folder> [LAYERS <folder>...] [LINKS <target>...])
#
# One folder of the house as the library troupe_<folder>. Its headers are spelled
# <troupe/<folder>/...> and are visible only to layers that list the folder under LAYERS: every
# layer gets an include root of its own, which holds nothing but a link to the source folder, so an
# include that the design forbids is a "No such file" of the compiler.
function(troupe_layer folder)
  cmake_parse_arguments(layer "" "" "LAYERS;LINKS" ${ARGN})
  set(include_root ${PROJECT_BINARY_DIR}/layers/${folder})
  file(MAKE_DIRECTORY ${include_root}/troupe)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${include_root}/troupe/${folder} SYMBOLIC)

  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${include_root}/troupe/${folder}/*.hpp)
  list(FILTER sources EXCLUDE REGEX "/deploy/tool/")
  set(target troupe_${folder})
  add_library(${target} ${sources})
  add_library(troupe::${folder} ALIAS ${target})
  # all_verify_interface_header_sets compiles each of these alone.
  target_sources(${target} PUBLIC FILE_SET HEADERS BASE_DIRS ${include_root} FILES ${headers})
  list(TRANSFORM layer_LAYERS PREPEND troupe_)
  target_link_libraries(${target} PUBLIC ${layer_LAYERS} ${layer_LINKS})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${folder} VERIFY_INTERFACE_HEADER_SETS ON)
  install(TARGETS ${target} EXPORT troupe-targets FILE_SET HEADERS)
endfunction()
