# Checks of the source, label `style`.
foreach(check IN ITEMS format includes names scripts)
  add_test(NAME style.${check} COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/${check}.sh)
  set_tests_properties(style.${check} PROPERTIES LABELS style TIMEOUT 120 SKIP_RETURN_CODE 77)
endforeach()

# Every public header compiles alone.
add_test(NAME style.headers
  COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target all_verify_interface_header_sets)
set_tests_properties(style.headers PROPERTIES LABELS style TIMEOUT 900 RESOURCE_LOCK build)

if(TARGET docs)
  add_test(NAME style.docs COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target docs)
  set_tests_properties(style.docs PROPERTIES LABELS style TIMEOUT 300 RESOURCE_LOCK build)
endif()

# forbid(<layer> <layer>...): a header of the others must be a missing file to the first.
function(forbid layer)
  set(roots "$<TARGET_PROPERTY:troupe_${layer},INTERFACE_INCLUDE_DIRECTORIES>")
  foreach(other IN LISTS ARGN)
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
      ${PROJECT_SOURCE_DIR}/${other}/*.hpp)
    if(NOT headers)
      continue()
    endif()
    list(GET headers 0 header)
    add_test(NAME style.${layer}_may_not_see_${other}
      COMMAND ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only "-I$<JOIN:${roots},;-I>"
        "-DTROUPE_FORBIDDEN_HEADER=<troupe/${header}>"
        ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/wrong_include.cpp
      COMMAND_EXPAND_LISTS)
    set_tests_properties(style.${layer}_may_not_see_${other} PROPERTIES LABELS style TIMEOUT 30
      PASS_REGULAR_EXPRESSION "troupe/${header}(: No such file|' file not found)")
  endforeach()
endfunction()

forbid(actors collectives transports gpu deploy)
forbid(collectives transports gpu deploy)
forbid(transports collectives gpu deploy)
forbid(gpu transports deploy)
