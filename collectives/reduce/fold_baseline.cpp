#include <troupe/collectives/reduce/kernel/table.hpp>

namespace troupe::detail {

const fold_table fold_baseline = table_of_this_isa;

}  // namespace troupe::detail
