# An outside project against an installed, then moved, copy.
foreach(check IN ITEMS install find_package pkg_config)
  add_test(NAME consumer.${check}
    COMMAND bash ${CMAKE_CURRENT_LIST_DIR}/check.sh ${check} ${PROJECT_BINARY_DIR})
  set_tests_properties(consumer.${check} PROPERTIES LABELS consumer TIMEOUT 300
    ENVIRONMENT CXX=${CMAKE_CXX_COMPILER})
endforeach()
set_tests_properties(consumer.install PROPERTIES FIXTURES_SETUP installed)
set_tests_properties(consumer.find_package consumer.pkg_config PROPERTIES
  FIXTURES_REQUIRED installed)
