# The command-line tool: build/<preset>/troupe.
file(GLOB_RECURSE tool_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/deploy/tool/*.cpp)
if(tool_sources)
  # The umbrella library has the name "troupe" for users, so the program's target needs another.
  add_executable(troupe_tool ${tool_sources})
  troupe_compile(troupe_tool)
  target_compile_definitions(troupe_tool PRIVATE TROUPE_VERSION="${PROJECT_VERSION}")
  target_include_directories(troupe_tool PRIVATE ${PROJECT_SOURCE_DIR}/deploy/tool)
  target_link_libraries(troupe_tool PRIVATE troupe_deploy CLI11::CLI11
    nlohmann_json::nlohmann_json spdlog::spdlog_header_only fmt::fmt-header-only)
  set_target_properties(troupe_tool PROPERTIES
    OUTPUT_NAME troupe RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  install(TARGETS troupe_tool)
endif()
