#if defined(TROUPE_FOLD_X86)

#include <troupe/collectives/reduce/kernel/table.hpp>

namespace troupe::detail {

const fold_table fold_avx2 = table_of_this_isa;

}  // namespace troupe::detail

#endif
