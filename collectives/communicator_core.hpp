#pragma once

#include <troupe/collectives/engine/engine.hpp>
#include <troupe/collectives/options.hpp>

#include <memory>
#include <string>

namespace troupe::detail {

/// What all copies of a communicator share. The engine outlives it.
class communicator_core {
 public:
  communicator_core(std::shared_ptr<engine> runs, memory_source& memory, context_id id,
                    std::string name, rank_id own, rank_id size, collective_options defaults)
      : engine_{std::move(runs)},
        memory_{&memory},
        id_{id},
        name_{std::move(name)},
        rank_{own},
        size_{size},
        defaults_{defaults} {}

  engine& runs() const { return *engine_; }
  memory_source& memory() const { return *memory_; }
  context_id id() const { return id_; }
  const std::string& name() const { return name_; }
  rank_id rank() const { return rank_; }
  rank_id size() const { return size_; }
  const collective_options& defaults() const { return defaults_; }
  communicator_core with(const collective_options& defaults) const {
    auto copy = *this;
    copy.defaults_ = defaults;
    return copy;
  }

 private:
  std::shared_ptr<engine> engine_;
  memory_source* memory_;
  context_id id_;
  std::string name_;
  rank_id rank_;
  rank_id size_;
  collective_options defaults_;
};

}  // namespace troupe::detail
