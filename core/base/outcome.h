// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Outcome<T>: a value, or a Failure with a kind to switch on and a text that says what failed, where, why and
// what to do. Everything that can fail returns it; nothing throws across a co_await.

#include "core/base/names.h"

#include <QString>

#include <chrono>
#include <optional>
#include <utility>
#include <variant>

namespace lockscope
{

enum class ErrorKind {
    // Not from the server:
    BadInput, // typed by the user; the text names the place
    HostNotFound,
    Refused,  // no server listens there
    TimedOut, // connecting, or no reply before the deadline
    TlsFailed,
    ConnectionLost, // after sending: unknown whether the server did it
    NotConnected,   // before sending: nothing was done
    Protocol,       // not RESP, or above our limits
    Cancelled,
    ReadOnlySession, // our own guard: nothing was sent
    Forbidden,       // denied by the profile, in our own guard: nothing was sent
    Unsupported,     // by this build or this format
    // The server's answer, by the first word of its error:
    NoAuth,
    WrongPass,
    NoPerm,
    Loading,
    Busy,
    Unkillable,
    ReadOnlyReplica,
    Misconf,
    OutOfMemory,
    Moved,
    Ask,
    TryAgain,
    CrossSlot,
    ClusterDown,
    MasterDown,
    NoReplicas,
    NoScript,
    WrongType,
    MaxClients,
    ProtectedMode,
    UnknownCommand,
    ServerError,
    // A bug in this program:
    Internal,
};

struct Failure {
    ErrorKind kind = ErrorKind::Internal;
    QString text{};   // what failed and why: one sentence without a full stop
    QString remedy{}; // what to do; may be empty
    NodeId node{};
    QByteArray key{};
    QByteArray serverText{}; // the server's text
    // Set by our own guard if waiting this long helps; whole seconds.
    std::optional<std::chrono::milliseconds> retryAfter{};

    // One line: "127.0.0.1:6379: key lock:a: text: remedy".
    QString line() const;
    friend bool operator==(const Failure &, const Failure &) = default;
};

bool isConnectionFailure(ErrorKind kind); // exit status 3 of the cli: not reached, TLS, login
bool isServerRefusal(ErrorKind kind);     // exit status 4: the server refused the command
bool isPassing(ErrorKind kind);           // temporary, worth a retry: Loading, Busy, TryAgain, …
const char *errorKindName(ErrorKind kind);

template<class T> class [[nodiscard]] Outcome
{
public:
    Outcome(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    Outcome(Failure failure) : m_state(std::in_place_index<1>, std::move(failure)) {}

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }
    T &value() { return std::get<0>(m_state); }
    const T &value() const { return std::get<0>(m_state); }
    T *operator->() { return &value(); }
    const T *operator->() const { return &value(); }
    T &operator*() { return value(); }
    const T &operator*() const { return value(); }
    const Failure &failure() const { return std::get<1>(m_state); }

private:
    std::variant<T, Failure> m_state;
};

struct Nothing {
    friend bool operator==(Nothing, Nothing) { return true; }
};
using Done = Outcome<Nothing>;

} // namespace lockscope
