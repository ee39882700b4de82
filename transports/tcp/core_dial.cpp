#include <troupe/transports/tcp/core.hpp>

#include <cerrno>
#include <cstring>

namespace troupe::detail::tcp {

/// Where the resolver's thread leaves answers.
struct core::mailbox {
  struct letter {
    node_id peer;
    expected<std::vector<socket_address>> found;
  };
  std::mutex mutex;
  std::vector<letter> letters;
};

std::shared_ptr<core::mailbox> core::make_mailbox() {
  return std::make_shared<mailbox>();
}

std::shared_ptr<link> core::connect(node_id peer, const std::vector<std::string>& addresses) {
  outcome out;
  std::shared_ptr<tcp_link> result;
  {
    std::lock_guard lock{mutex_};
    const bool fresh = !closed_ && !entries_.contains(peer);
    result = link_of(peer);
    if (closed_) result->finish_close();
    if (!fresh) return result;
    auto& e = entries_.at(peer);
    const auto now = std::chrono::steady_clock::now();
    e.dialling.emplace();
    e.dialling->addresses = addresses;
    e.dialling->give_up_at = now + options_.connect_timeout;
    // The first attempt too is made by whoever polls: this call has nothing to wait for.
    e.dialling->retry_at = now;
    set_alarm();
  }
  return result;
}

std::shared_ptr<tcp_link> core::link_of(node_id peer) {
  auto& e = entries_[peer];
  if (!e.to) e.to = std::make_shared<tcp_link>(around_, peer, options_.send_buffer);
  return e.to;
}

void core::ask_for_addresses(node_id peer, dial& d) {
  d.targets.clear();
  d.ask_again = false;
  for (const auto& each : d.addresses) {
    const auto split = split_address(each);
    if (!split) {
      d.last = split.error();
      continue;
    }
    if (auto numeric = resolve(*split, true)) {
      d.targets.insert(d.targets.end(), numeric->begin(), numeric->end());
      continue;
    }
    ++d.questions;
    resolver_.ask(*split, [peer, box = mailbox_,
                           around = around_](expected<std::vector<socket_address>> found) {
      {
        std::lock_guard lock{box->mutex};
        box->letters.push_back({peer, std::move(found)});
      }
      around->timer.now();
    });
  }
}

void core::take_addresses() {
  std::vector<mailbox::letter> letters;
  {
    std::lock_guard lock{mailbox_->mutex};
    letters.swap(mailbox_->letters);
  }
  for (auto& [peer, found] : letters) {
    const auto known = entries_.find(peer);
    if (known == entries_.end() || !known->second.dialling) continue;
    auto& d = *known->second.dialling;
    --d.questions;
    if (found) {
      d.targets.insert(d.targets.end(), found->begin(), found->end());
    } else {
      d.last = found.error();
      d.ask_again = true;  // a name may become known while the job starts
    }
    if (d.questions == 0 && !d.attempt) d.retry_at = std::chrono::steady_clock::now();
  }
}

void core::try_next(node_id peer, entry& e, outcome& out) {
  auto& d = *e.dialling;
  d.retry_at = time_point::max();
  if (d.questions != 0) return;
  if (d.ask_again && d.next_target == 0) {
    ask_for_addresses(peer, d);
    if (d.questions != 0) return;
  }
  const auto now = std::chrono::steady_clock::now();
  while (d.next_target < d.targets.size()) {
    const auto& target = d.targets[d.next_target++];
    descriptor socket;
    const int code = begin_connect(target, socket);
    if (code != 0 && code != EINPROGRESS) {
      d.last = error{errc::link_failed, to_string(target) + ": " + std::strerror(code)};
      continue;
    }
    d.attempt = std::make_shared<greeter>(std::move(socket), identity_, peer, to_string(target),
                                          now + options_.hello_timeout);
    watch(d.attempt);
    return;
  }
  if (d.targets.empty() && !d.ask_again) return end_attempt(peer, e, d.last, true, out);
  d.rest(now);
}

/// One attempt came to nothing: the next one, or the end.
void core::end_attempt(node_id peer, entry& e, const error& why, bool hopeless, outcome& out) {
  auto& d = *e.dialling;
  if (why) d.last = why;
  if (d.attempt) forget(d.attempt);
  d.attempt.reset();
  const auto now = std::chrono::steady_clock::now();
  const bool late = now >= d.give_up_at;
  if (!hopeless && !late) {
    if (d.next_target < d.targets.size())
      d.retry_at = now;
    else
      d.rest(now);
    return;
  }
  auto details = d.last.details();
  if (late && d.last.code() != errc::auth_failed)
    details.what = "no connection to node " + std::to_string(peer) + " at " + d.where() +
                   " within " + std::to_string(options_.connect_timeout.count()) + " ms" +
                   (details.what.empty() ? "" : "; the last attempt: " + details.what);
  if (details.what.empty()) {
    details.what = "node " + std::to_string(peer) + " has told no address";
    details.advice = "have it listen on an address that this node reaches";
  }
  details.operation = "connect";
  const auto code = d.last ? d.last.code() : errc::link_failed;
  out.lost.emplace_back(e.to, error{code, std::move(details)});
  e.dialling.reset();
}

}  // namespace troupe::detail::tcp
