#include <troupe/collectives/check.hpp>
#include <troupe/collectives/communicator.hpp>
#include <troupe/collectives/communicator_core.hpp>
#include <troupe/collectives/reduce/kernels.hpp>

#include <limits>

namespace troupe {

namespace {

using detail::collective_call;
using detail::communicator_core;

template <class T>
future<T> refused(const communicator_core& core, const char* operation, const error& why,
                  std::source_location at) {
  auto details = why.details();
  details.operation = operation;
  details.communicator = core.name();
  details.rank = core.rank();
  details.site = at;
  // After the engine's end its surroundings are gone as well.
  const bool closed = static_cast<bool>(core.runs().why_closed());
  auto* failed = closed ? new detail::operation_state<T>
                        : new detail::operation_state<T>{&core.runs(), &core.runs().body()};
  failed->fail(error{why.code(), std::move(details)});
  return future<T>{detail::state_ptr<detail::state<T>>{failed}};
}

error no_group() {
  return {errc::invalid_usage, "a communicator of no group",
          "use the one that the rank's body was given"};
}

template <class T>
future<T> without_group(const char* operation, std::source_location at) {
  auto details = no_group().details();
  details.operation = operation;
  details.site = at;
  auto* failed = new detail::operation_state<T>;
  failed->fail(error{errc::invalid_usage, std::move(details)});
  return future<T>{detail::state_ptr<detail::state<T>>{failed}};
}

/// When a call with this option must be over.
std::optional<detail::time_point> due(const communicator_core& core,
                                      const std::optional<std::chrono::nanoseconds>& given) {
  const auto& chosen = given ? given : core.defaults().deadline;
  if (!chosen) return std::nullopt;
  return core.runs().now() + *chosen;
}

error check_options(const collective_call& call) {
  if (call.how == algorithm::automatic) return {};
  const auto* entry = find(call.kind, call.how);
  if (entry == nullptr)
    return {errc::invalid_argument,
            std::string{to_string(call.how)} + " is no algorithm for " +
                std::string{to_string(call.kind)},
            "see `troupe explain` for those that are"};
  if (call.rank_order && !entry->rank_ordered)
    return {errc::invalid_argument,
            std::string{to_string(call.how)} + " does not combine in rank order",
            "leave the algorithm out, or use flat or direct"};
  const bool reduces = call.kind == primitive::reduce || call.kind == primitive::all_reduce ||
                       call.kind == primitive::reduce_scatter;
  if (reduces && call.op == reduction::avg && !detail::average_splits(call.type) &&
      !entry->rank_ordered)
    return {errc::invalid_argument,
            std::string{to_string(call.how)} + " would round averages of " +
                std::string{to_string(call.type)} + " more than once",
            "leave the algorithm out, or use flat or direct"};
  return {};
}

/// Starts `call`, or says why not.
future<outcome> start(const communicator_core& core, collective_call call, error wrong,
                      const collective_options& options, std::source_location at) {
  const auto& usual = core.defaults();
  call.context = core.id();
  call.site = at;
  call.deadline = due(core, options.deadline);
  call.rank_order = options.order.value_or(usual.order.value_or(order::any)) == order::rank;
  call.how = options.algorithm.value_or(usual.algorithm.value_or(algorithm::automatic));
  // A default that cannot serve this kind of collective is no mistake of this call.
  if (!options.algorithm && check_options(call)) call.how = algorithm::automatic;
  if (!wrong) wrong = check_options(call);
  if (!wrong) wrong = core.runs().why_closed();
  if (wrong) return refused<outcome>(core, to_string(call.kind).data(), wrong, at);
  return {detail::state_ptr<detail::state<outcome>>{core.runs().start(call)}, lends::memory};
}

}  // namespace

const communicator_core& communicator::core() const {
  if (!core_) throw exception{no_group()};
  return *core_;
}

rank_id communicator::rank() const {
  return core().rank();
}
rank_id communicator::size() const {
  return core().size();
}
std::string_view communicator::name() const {
  return core().name();
}

communicator communicator::with(const collective_options& defaults) const {
  return communicator{std::make_shared<const communicator_core>(core().with(defaults))};
}

buffer communicator::allocate_bytes(std::size_t count, std::size_t size) const {
  if (count <= std::numeric_limits<std::size_t>::max() / size) {
    auto memory = core().memory().allocate(count * size);
    if (!memory) memory = host_memory().allocate(count * size);
    if (memory) return memory;
  }
  throw exception{error{
      errc::resource_exhausted,
      "no memory for " + std::to_string(count) + " elements of " + std::to_string(size) + " bytes",
      "allocate less, or give the process more"}};
}

future<outcome> communicator::all_reduce_erased(memory in, memory out, reduction op,
                                                const collective_options& options, site at) const {
  using namespace detail;
  if (!core_) return without_group<outcome>("all_reduce", at);
  auto wrong =
      first_error(check_types(in, out), check_memory(in, "the input"),
                  check_memory(out, "the output"), check_reduction(op, in.type),
                  check_count("the output", out.count, in.count), check_alias(in, out, 0, 0));
  collective_call call;
  call.kind = primitive::all_reduce;
  call.type = in.type;
  call.op = op;
  call.count = in.count;
  call.input = in.data;
  call.output = out.data;
  call.in_place = in.data == out.data;
  return start(*core_, call, std::move(wrong), options, at);
}

future<outcome> communicator::broadcast_erased(memory inout, rank_id root,
                                               const collective_options& options, site at) const {
  using namespace detail;
  if (!core_) return without_group<outcome>("broadcast", at);
  auto wrong = first_error(check_memory(inout, "the memory"), check_rank(root, size(), "the root"));
  collective_call call;
  call.kind = primitive::broadcast;
  call.type = inout.type;
  call.root = root;
  call.count = inout.count;
  call.input = call.output = inout.data;
  call.in_place = true;
  return start(*core_, call, std::move(wrong), options, at);
}

future<outcome> communicator::reduce_erased(memory in, memory out, reduction op, rank_id root,
                                            const collective_options& options, site at) const {
  using namespace detail;
  if (!core_) return without_group<outcome>("reduce", at);
  auto wrong = first_error(check_memory(in, "the input"), check_rank(root, size(), "the root"),
                           check_reduction(op, in.type));
  if (!wrong && rank() == root)
    wrong = first_error(check_types(in, out), check_memory(out, "the output"),
                        check_count("the output", out.count, in.count), check_alias(in, out, 0, 0));
  collective_call call;
  call.kind = primitive::reduce;
  call.type = in.type;
  call.op = op;
  call.root = root;
  call.count = in.count;
  call.input = in.data;
  call.output = rank() == root ? out.data : nullptr;
  call.in_place = rank() == root && in.data == out.data;
  return start(*core_, call, std::move(wrong), options, at);
}

future<outcome> communicator::all_gather_erased(memory in, memory out,
                                                const collective_options& options, site at) const {
  using namespace detail;
  if (!core_) return without_group<outcome>("all_gather", at);
  const auto members = static_cast<std::size_t>(size());
  const auto own = static_cast<std::size_t>(rank()) * in.count;
  auto wrong = first_error(
      check_types(in, out), check_memory(in, "the input"), check_memory(out, "the output"),
      check_blocks("the output", out.count, in.count, members), check_alias(in, out, 0, own));
  collective_call call;
  call.kind = primitive::all_gather;
  call.type = in.type;
  call.count = in.count;
  call.input = in.data;
  call.output = out.data;
  call.in_place = in.data == out.data + own * size_of(in.type);
  return start(*core_, call, std::move(wrong), options, at);
}

future<outcome> communicator::reduce_scatter_erased(memory in, memory out, reduction op,
                                                    const collective_options& options,
                                                    site at) const {
  using namespace detail;
  if (!core_) return without_group<outcome>("reduce_scatter", at);
  const auto members = static_cast<std::size_t>(size());
  const auto own = static_cast<std::size_t>(rank()) * out.count;
  auto wrong = first_error(check_types(in, out), check_memory(in, "the input"),
                           check_memory(out, "the output"), check_reduction(op, in.type),
                           check_blocks("the input", in.count, out.count, members),
                           check_alias(in, out, own, 0));
  collective_call call;
  call.kind = primitive::reduce_scatter;
  call.type = in.type;
  call.op = op;
  call.count = out.count;
  call.input = in.data;
  call.output = out.data;
  call.in_place = out.data == in.data + own * size_of(in.type);
  return start(*core_, call, std::move(wrong), options, at);
}

future<outcome> communicator::barrier(const collective_options& options, site at) const {
  if (!core_) return without_group<outcome>("barrier", at);
  collective_call call;
  call.kind = primitive::barrier;
  return start(*core_, call, {}, options, at);
}

future<status> communicator::send_erased(memory data, rank_id to, const p2p_options& options,
                                         site at) const {
  using namespace detail;
  if (!core_) return without_group<status>("send", at);
  auto wrong = first_error(check_memory(data, "the data"), check_rank(to, size(), "the receiver"));
  if (!wrong && options.tag < 0)
    wrong = error{errc::invalid_argument, "the tag is " + std::to_string(options.tag),
                  "use 0 … 2147483647"};
  if (!wrong) wrong = core_->runs().why_closed();
  if (wrong) return refused<status>(*core_, "send", wrong, at);
  send_call call;
  call.context = core_->id();
  call.site = at;
  call.deadline = due(*core_, options.deadline);
  call.peer = to;
  call.tag = options.tag;
  call.type = data.type;
  call.data = data.data;
  call.bytes = data.count * size_of(data.type);
  call.until_matched = options.completion == completion::matched;
  return {state_ptr<state<status>>{core_->runs().start(call)}, lends::memory};
}

future<status> communicator::recv_erased(memory into, rank_id from, const p2p_options& options,
                                         site at) const {
  using namespace detail;
  if (!core_) return without_group<status>("recv", at);
  auto wrong = check_memory(into, "the memory");
  if (!wrong && from != any_source) wrong = check_rank(from, size(), "the sender");
  if (!wrong && options.tag < any_tag)
    wrong = error{errc::invalid_argument, "the tag is " + std::to_string(options.tag),
                  "use 0 … 2147483647, or any_tag"};
  if (!wrong) wrong = core_->runs().why_closed();
  if (wrong) return refused<status>(*core_, "recv", wrong, at);
  receive_call call;
  call.context = core_->id();
  call.site = at;
  call.deadline = due(*core_, options.deadline);
  call.peer = from;
  call.tag = options.tag;
  call.type = into.type;
  call.data = into.data;
  call.bytes = into.count * size_of(into.type);
  return {state_ptr<state<status>>{core_->runs().start(call)}, lends::memory};
}

std::optional<status> communicator::probe(rank_id from, std::int32_t tag) const {
  if (core().runs().why_closed()) return std::nullopt;
  return core_->runs().probe(core_->id(), from, tag);
}

}  // namespace troupe
