include(CMakeFindDependencyMacro)
# CAF brings no CMake configuration of its own: the module that finds it is installed here. The
# caller's module path is left as it was.
set(troupe_module_path "${CMAKE_MODULE_PATH}")
list(PREPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR})
find_dependency(CAF COMPONENTS core io)
set(CMAKE_MODULE_PATH "${troupe_module_path}")
unset(troupe_module_path)
find_dependency(Threads)
find_dependency(OpenSSL COMPONENTS Crypto)
include(${CMAKE_CURRENT_LIST_DIR}/troupe-targets.cmake)
