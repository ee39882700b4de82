# Test programs and how ctest sees them.

set(TROUPE_TEST_TIMEOUT 120 CACHE STRING "Seconds until ctest gives up on one test file")

# What the sanitizers' builds need, and no more.
add_custom_target(suites)
add_custom_target(pure_suites)

# troupe_suite(<folder> <library>...)
#
# tests/<folder>/**.cpp as the program <folder>_tests, one ctest entry a file: finer would start
# thousands of processes, coarser would hide which file hangs. Entries carry the labels <folder>,
# `pure` where the file can't reach CAF's uninstrumented library (the thread sanitizer's set), and
# `nightly` for the cases tagged [.nightly], which no other entry runs.
function(troupe_suite folder)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
  if(NOT sources)
    return()
  endif()
  set(target ${folder}_tests)
  add_executable(${target} ${sources})
  troupe_compile(${target})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})  # for "tests/<layer>/x.hpp"
  target_link_libraries(${target} PRIVATE ${ARGN} troupe_test_main)
  if(NOT folder STREQUAL process)
    add_dependencies(suites ${target})
  endif()
  if(NOT folder MATCHES "^(deploy|process)$")
    add_dependencies(pure_suites ${target})
  endif()
  foreach(source IN LISTS sources)
    troupe_test_file(${folder} ${source})
  endforeach()
endfunction()

function(troupe_test_file folder source)
  file(READ ${source} text)
  string(REGEX MATCHALL "(^|\n)(TEMPLATE_|TEMPLATE_PRODUCT_|TEMPLATE_LIST_)?(TEST_CASE|SCENARIO)"
    cases "${text}")
  string(REGEX MATCHALL "\\[\\.nightly\\]" nightly "${text}")
  list(LENGTH cases case_count)
  list(LENGTH nightly nightly_count)
  if(case_count EQUAL 0)
    # A file of support code, until somebody adds the first case.
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    return()
  endif()

  get_filename_component(stem ${source} NAME_WE)
  set(labels ${folder})
  if(NOT folder MATCHES "^(deploy|process)$" AND NOT text MATCHES "#include <caf/")
    list(APPEND labels pure)
  endif()
  if(case_count GREATER nightly_count)
    # -w NoTests: a filter that matches nothing is a failure, not a pass.
    add_test(NAME ${folder}.${stem}
      COMMAND ${folder}_tests "-#" -w NoTests "[#${stem}]~[.]")
    set_tests_properties(${folder}.${stem} PROPERTIES
      LABELS "${labels}" TIMEOUT ${TROUPE_TEST_TIMEOUT})
  endif()
  if(nightly_count GREATER 0)
    add_test(NAME ${folder}.${stem}.nightly
      COMMAND ${folder}_tests "-#" -w NoTests "[#${stem}][.nightly]")
    set_tests_properties(${folder}.${stem}.nightly PROPERTIES
      LABELS "${labels};nightly" TIMEOUT 3600)
  endif()
endfunction()

# tests/process/*.sh: whole programs, started and killed. They find the build in TROUPE_BUILD; exit
# code 77 says that this machine can't run them. *_nightly.sh are left to the nightly run.
function(troupe_process_scripts)
  file(GLOB scripts CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/process/*.sh)
  foreach(script IN LISTS scripts)
    get_filename_component(stem ${script} NAME_WE)
    set(labels process)
    set(timeout ${TROUPE_TEST_TIMEOUT})
    if(stem MATCHES "_nightly$")
      list(APPEND labels nightly)
      set(timeout 3600)
    endif()
    add_test(NAME process.${stem} COMMAND bash ${script})
    set_tests_properties(process.${stem} PROPERTIES
      LABELS "${labels}" TIMEOUT ${timeout} PROCESSORS 2 SKIP_RETURN_CODE 77
      ENVIRONMENT TROUPE_BUILD=${PROJECT_BINARY_DIR})
  endforeach()
endfunction()
