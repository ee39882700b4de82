#pragma once

#include <troupe/actors/node/reactor.hpp>
#include <troupe/transports/tcp/surroundings.hpp>

#include <memory>
#include <utility>

namespace troupe::detail::tcp {

/// Has a function called with a descriptor's events, while the gate is open.
template <class Call>
class readiness_call final : public readiness {
 public:
  readiness_call(std::shared_ptr<surroundings> around, Call call)
      : around_{std::move(around)}, call_{std::move(call)} {}

  void ready(std::uint32_t events) override {
    const gate::pass inside{around_->calls};
    if (inside) call_(events);
  }

 private:
  std::shared_ptr<surroundings> around_;
  Call call_;
};

template <class Call>
std::shared_ptr<readiness> call_within(std::shared_ptr<surroundings> around, Call call) {
  return std::make_shared<readiness_call<Call>>(std::move(around), std::move(call));
}

}  // namespace troupe::detail::tcp
