#pragma once

#include <troupe/actors/error.hpp>
#include <troupe/transports/tcp/hello.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace troupe::detail::tcp {

/// What a node says of itself in a hello, and asks of others.
struct identity {
  node_id self = 0;
  node_id nodes = 1;
  std::string job{};
  std::string key{};
  std::uint32_t max_payload = 0;
};

/// What follows from the bytes that came.
struct hello_step {
  std::vector<std::byte> send{};
  bool over = false;      ///< proved, or `failure`
  error failure{};        ///< the connection is of no use
  bool hopeless = false;  ///< trying again will not help
};

/// The dialler's side of a hello. Pure: bytes in, bytes out; any bytes are answered.
class dialler_hello {
 public:
  /// `where` is the address, for errors.
  dialler_hello(const identity& mine, node_id peer, std::string where, const nonce& fresh);

  std::vector<std::byte> opening() const;
  /// Bytes that `take` must be given next, exactly.
  std::size_t wants() const { return reply_ ? sizeof(verdict) : sizeof(reply); }
  hello_step take(std::span<const std::byte> bytes);

 private:
  hello_step take_reply();
  hello_step take_verdict(const verdict& v);
  hello_step fail(errc code, const std::string& found, std::string advice, bool hopeless) const;

  const identity& mine_;
  node_id peer_;
  std::string where_;
  greeting greeting_{};
  std::optional<reply> reply_;
};

/// The acceptor's side.
class acceptor_hello {
 public:
  acceptor_hello(const identity& mine, const nonce& fresh);

  /// False if `begun`, a part of what is wanted, can lead to nothing.
  bool plausible(std::span<const std::byte> begun) const {
    return stage_ != stage::prefix || begins_greeting(begun);
  }
  std::size_t wants() const;
  hello_step take(std::span<const std::byte> bytes);

  /// The dialler knows the key and fits: its owner must `decide` whether to take the connection.
  bool asks() const { return stage_ == stage::asks; }
  node_id dialler() const { return greeting_.dialler; }
  std::vector<std::byte> decide(answer word) const;

 private:
  enum class stage : std::uint8_t { prefix, rest, proof, asks };
  answer judge() const;

  const identity& mine_;
  stage stage_ = stage::prefix;
  greeting greeting_{};
  reply reply_{};
};

}  // namespace troupe::detail::tcp
