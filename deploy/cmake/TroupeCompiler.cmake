# How this project's own targets are compiled.

if(PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(CCACHE_PROGRAM ccache)
  mark_as_advanced(CCACHE_PROGRAM)
  if(CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  endif()
endif()

# Shared layers find each other next to themselves, wherever the install prefix is moved to.
set(CMAKE_INSTALL_RPATH "$ORIGIN;$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")

# troupe_compile(<target>): the warnings that our own code keeps clear of.
function(troupe_compile target)
  target_compile_options(${target} PRIVATE -Wall -Wextra)
endfunction()
