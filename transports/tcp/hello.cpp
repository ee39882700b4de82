#include <troupe/transports/tcp/hello.hpp>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

namespace troupe::detail::tcp {

bool begins_greeting(std::span<const std::byte> bytes) {
  const auto compared = std::min(bytes.size(), greeting_magic.size());
  return std::memcmp(bytes.data(), greeting_magic.data(), compared) == 0;
}

nonce make_nonce() {
  nonce fresh;
  if (RAND_bytes(reinterpret_cast<unsigned char*>(fresh.data()), static_cast<int>(fresh.size())) !=
      1)
    throw std::runtime_error{"the system gives no random bytes"};
  return fresh;
}

job_name to_job_name(std::string_view name) {
  job_name padded{};
  std::copy_n(name.data(), std::min(name.size(), padded.size()), padded.data());
  return padded;
}

std::string_view to_view(const job_name& name) {
  const auto end = std::find(name.begin(), name.end(), '\0');
  return {name.data(), static_cast<std::size_t>(end - name.begin())};
}

proof prove(std::string_view job_key, role prover, const greeting& opening, const reply& answered) {
  std::array<unsigned char, 1 + sizeof opening + sizeof answered> message;
  message[0] = static_cast<unsigned char>(prover);
  std::memcpy(message.data() + 1, &opening, sizeof opening);
  std::memcpy(message.data() + 1 + sizeof opening, &answered, sizeof answered);
  proof result{};
  unsigned int length = 0;
  // OpenSSL takes a null key for "the last one".
  const char* key = job_key.empty() ? "" : job_key.data();
  if (HMAC(EVP_sha256(), key, static_cast<int>(job_key.size()), message.data(), message.size(),
           reinterpret_cast<unsigned char*>(result.data()), &length) == nullptr)
    throw std::runtime_error{"OpenSSL gives no HMAC-SHA256"};
  return result;
}

bool same(const proof& a, const proof& b) {
  return CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace troupe::detail::tcp
