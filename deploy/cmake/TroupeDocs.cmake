# The target `docs`: the public headers' documentation, warnings are errors.
find_package(Doxygen 1.9 QUIET)
if(NOT DOXYGEN_FOUND)
  return()
endif()
