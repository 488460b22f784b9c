#include "tests/server/net/tls_peer.h"

#include <array>
#include <cstdio>
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

namespace rensa::net {
namespace {

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
using File = std::unique_ptr<std::FILE, decltype(&std::fclose)>;

}  // namespace

void make_certificate(const std::string& certificate_file, const std::string& key_file, long number) {
  const Key key(EVP_EC_gen("P-256"), &EVP_PKEY_free);
  const Certificate certificate(X509_new(), &X509_free);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), number);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), 0);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
  X509_set_pubkey(certificate.get(), key.get());
  ASSERT_GT(X509_sign(certificate.get(), key.get(), EVP_sha256()), 0);
  const File certificate_out(std::fopen(certificate_file.c_str(), "w"), &std::fclose);
  ASSERT_EQ(PEM_write_X509(certificate_out.get(), certificate.get()), 1);
  const File key_out(std::fopen(key_file.c_str(), "w"), &std::fclose);
  ASSERT_EQ(PEM_write_PrivateKey(key_out.get(), key.get(), nullptr, nullptr, 0, nullptr, nullptr), 1);
}

struct TlsPeer::Session {
  Session()
      : context(SSL_CTX_new(TLS_client_method())),
        ssl(SSL_new(context)),
        in(BIO_new(BIO_s_mem())),
        out(BIO_new(BIO_s_mem())) {
    SSL_set_bio(ssl, in, out);  // takes ownership
    SSL_set_connect_state(ssl);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() {
    SSL_free(ssl);
    SSL_CTX_free(context);
  }

  SSL_CTX* context;
  SSL* ssl;
  BIO* in;
  BIO* out;
};

TlsPeer::TlsPeer(PeerSocket socket) : socket_(std::move(socket)), session_(std::make_unique<Session>()) { read(); }
TlsPeer::~TlsPeer() = default;

long TlsPeer::certificate_number() const {
  const Certificate certificate(SSL_get1_peer_certificate(session_->ssl), &X509_free);
  return certificate ? ASN1_INTEGER_get(X509_get0_serialNumber(certificate.get())) : 0;
}

void TlsPeer::write(std::string_view bytes) {
  unsent_.append(bytes);
  read();
}

const std::string& TlsPeer::read() {
  const std::string& secret = socket_.read();
  BIO_write(session_->in, secret.data(), static_cast<int>(secret.size()));
  socket_.forget(secret.size());
  if (!unsent_.empty() && SSL_write(session_->ssl, unsent_.data(), static_cast<int>(unsent_.size())) > 0)
    unsent_.clear();
  std::array<char, 16384> buffer;
  for (int bytes = 0; (bytes = SSL_read(session_->ssl, buffer.data(), buffer.size())) > 0;) {
    received_.append(buffer.data(), static_cast<std::size_t>(bytes));
  }
  pass_on();
  return received_;
}

void TlsPeer::pass_on() {
  std::array<char, 16384> buffer;
  for (int bytes = 0; (bytes = BIO_read(session_->out, buffer.data(), buffer.size())) > 0;) {
    socket_.write({buffer.data(), static_cast<std::size_t>(bytes)});
  }
}

}  // namespace rensa::net
