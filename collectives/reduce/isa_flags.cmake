# Flags of the files that hold the reduction kernels: the same bodies, one instruction set each.
# Included by the root's CMakeLists.txt, because a source's properties hold in that directory alone.
# Without TROUPE_FOLD_X86 (other processors) only the baseline is built.
set(fold_dir ${PROJECT_SOURCE_DIR}/collectives/reduce)
# Bits must not depend on the instruction set: no contraction to fused multiply-add, no fast-math.
# -fno-trapping-math changes no value; it lets comparisons become vector selects.
set(fold_options $<$<NOT:$<CONFIG:Debug>>:-O3> -fno-fast-math -ffp-contract=off -fno-trapping-math
  -fno-math-errno)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  list(APPEND fold_options -Wno-pass-failed)  # 128-bit integers stay scalar
endif()
set_source_files_properties(${fold_dir}/fold_baseline.cpp PROPERTIES
  COMPILE_OPTIONS "${fold_options}")

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
  set_source_files_properties(${fold_dir}/isa.cpp PROPERTIES
    COMPILE_DEFINITIONS TROUPE_FOLD_X86)
  set_source_files_properties(${fold_dir}/fold_avx2.cpp PROPERTIES
    COMPILE_DEFINITIONS TROUPE_FOLD_X86
    COMPILE_OPTIONS "${fold_options};-mavx2;-mf16c")
  set_source_files_properties(${fold_dir}/fold_avx512.cpp PROPERTIES
    COMPILE_DEFINITIONS TROUPE_FOLD_X86
    COMPILE_OPTIONS "${fold_options};-mavx2;-mf16c;-mavx512f;-mavx512bw;-mavx512dq;-mavx512vl;-mprefer-vector-width=512")
endif()
