#include <troupe/transports/tcp/conversation.hpp>

#include <cstring>

namespace troupe::detail::tcp {

namespace {

template <class T>
std::vector<std::byte> to_bytes(const T& value) {
  const auto bytes = std::as_bytes(std::span{&value, 1});
  return {bytes.begin(), bytes.end()};
}

template <class T>
T from_bytes(std::span<const std::byte> bytes) {
  T value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

constexpr auto last_answer = static_cast<std::uint8_t>(answer::gone);

std::string quoted(std::string_view text) {
  return '"' + std::string{text} + '"';
}

}  // namespace

dialler_hello::dialler_hello(const identity& mine, node_id peer, std::string where,
                             const nonce& fresh)
    : mine_{mine}, peer_{peer}, where_{std::move(where)} {
  greeting_.dialler = mine.self;
  greeting_.acceptor = peer;
  greeting_.max_payload = mine.max_payload;
  greeting_.job = to_job_name(mine.job);
  greeting_.challenge = fresh;
}

std::vector<std::byte> dialler_hello::opening() const {
  return to_bytes(greeting_);
}

hello_step dialler_hello::fail(errc code, const std::string& found, std::string advice,
                               bool hopeless) const {
  return {.over = true,
          .failure = error{code,
                           "node " + std::to_string(peer_) + " was looked for at " + where_ +
                               ", but " + found,
                           std::move(advice)},
          .hopeless = hopeless};
}

hello_step dialler_hello::take(std::span<const std::byte> bytes) {
  if (reply_) return take_verdict(from_bytes<verdict>(bytes));
  reply_ = from_bytes<reply>(bytes);
  return take_reply();
}

hello_step dialler_hello::take_reply() {
  if (static_cast<std::uint8_t>(reply_->word) > last_answer || reply_->reserved != 0)
    return fail(errc::protocol_error, "what listens there answers with nonsense",
                "check the address and port", false);
  if (reply_->word == answer::wrong_version || reply_->version != protocol_version)
    return fail(errc::protocol_error,
                "that node speaks protocol version " + std::to_string(reply_->version) +
                    ", this one speaks " + std::to_string(protocol_version),
                "run the same version of this library on all nodes", true);
  if (reply_->word != answer::welcome || reply_->max_payload < mine_.max_payload)
    return fail(errc::protocol_error,
                "that node takes at most " + std::to_string(reply_->max_payload) +
                    " bytes in a frame, this one sends up to " + std::to_string(mine_.max_payload),
                "run the same build of this library on all nodes", true);
  return {.send = to_bytes(prove(mine_.key, role::dialler, greeting_, *reply_))};
}

hello_step dialler_hello::take_verdict(const verdict& v) {
  if (static_cast<std::uint8_t>(v.word) > last_answer)
    return fail(errc::protocol_error, "what listens there answers with nonsense",
                "check the address and port", false);
  const bool proved = same(v.shown, prove(mine_.key, role::acceptor, greeting_, *reply_));
  if (v.word == answer::wrong_key || !proved)
    return fail(errc::auth_failed,
                v.word == answer::wrong_key ? "that node has another job key than this one"
                                            : "that node can not prove that it knows the job key",
                "give all nodes of the job the same key; if another job listens there, check the "
                "address and port",
                true);
  switch (v.word) {
    case answer::welcome:
      return {.over = true};
    case answer::wrong_node:
      return fail(errc::config_error, "node " + std::to_string(v.acceptor) + " listens there",
                  "check the addresses of the nodes", true);
    case answer::unknown_node:
      return fail(errc::config_error,
                  "that node expects no node with this one's id, " + std::to_string(mine_.self),
                  "give all nodes the same number of nodes, and each an id of its own", true);
    case answer::wrong_job:
      return fail(errc::config_error,
                  "that node belongs to job " + quoted(to_view(v.job)) + ", this one to job " +
                      quoted(mine_.job),
                  "check the address and port, and the job's name", true);
    case answer::wrong_limits:
      return fail(errc::protocol_error, "that node sends larger frames than this one takes",
                  "run the same build of this library on all nodes", true);
    case answer::gone:
      return fail(errc::link_failed, "that node has lost or closed its link to this one for good",
                  "restart the job", true);
    default:
      return fail(errc::link_failed, "that node prefers another connection",
                  "see whether the two nodes reach each other in both directions", false);
  }
}

acceptor_hello::acceptor_hello(const identity& mine, const nonce& fresh) : mine_{mine} {
  reply_.max_payload = mine.max_payload;
  reply_.challenge = fresh;
}

std::size_t acceptor_hello::wants() const {
  switch (stage_) {
    case stage::prefix:
      return greeting_prefix;
    case stage::rest:
      return sizeof(greeting) - greeting_prefix;
    case stage::proof:
      return sizeof(proof);
    case stage::asks:
      break;
  }
  return 0;
}

answer acceptor_hello::judge() const {
  if (to_view(greeting_.job) != mine_.job) return answer::wrong_job;
  if (greeting_.acceptor != mine_.self) return answer::wrong_node;
  const auto who = greeting_.dialler;
  if (who < 0 || who >= mine_.nodes || who == mine_.self) return answer::unknown_node;
  if (greeting_.max_payload < mine_.max_payload) return answer::wrong_limits;
  return answer::welcome;
}

hello_step acceptor_hello::take(std::span<const std::byte> bytes) {
  const auto failed = [](std::vector<std::byte> last_words) {
    return hello_step{.send = std::move(last_words),
                      .over = true,
                      .failure = error{errc::auth_failed, "a connection did not prove itself"},
                      .hopeless = true};
  };
  switch (stage_) {
    case stage::prefix:
      std::memcpy(reinterpret_cast<std::byte*>(&greeting_), bytes.data(), greeting_prefix);
      if (greeting_.magic != greeting_magic) return failed({});
      if (greeting_.version != protocol_version) {
        reply_.word = answer::wrong_version;
        return failed(to_bytes(reply_));
      }
      stage_ = stage::rest;
      return {};
    case stage::rest:
      std::memcpy(reinterpret_cast<std::byte*>(&greeting_) + greeting_prefix, bytes.data(),
                  sizeof greeting_ - greeting_prefix);
      stage_ = stage::proof;
      return {.send = to_bytes(reply_)};
    case stage::proof: {
      // Nobody who doesn't know the key learns more than that.
      if (!same(from_bytes<proof>(bytes), prove(mine_.key, role::dialler, greeting_, reply_)))
        return failed(to_bytes(verdict{.word = answer::wrong_key}));
      if (const auto word = judge(); word != answer::welcome) return failed(decide(word));
      stage_ = stage::asks;
      return {};
    }
    case stage::asks:
      break;
  }
  return failed({});
}

std::vector<std::byte> acceptor_hello::decide(answer word) const {
  return to_bytes(verdict{.word = word,
                          .acceptor = mine_.self,
                          .job = to_job_name(mine_.job),
                          .shown = prove(mine_.key, role::acceptor, greeting_, reply_)});
}

}  // namespace troupe::detail::tcp
