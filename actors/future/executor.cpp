#include <troupe/actors/future/executor.hpp>

namespace troupe::detail {

namespace {
thread_local bool running_continuation = false;
}

bool inside_continuation() {
  return running_continuation;
}

continuation_scope::continuation_scope() : outer_{running_continuation} {
  running_continuation = true;
}

continuation_scope::~continuation_scope() {
  running_continuation = outer_;
}

}  // namespace troupe::detail
