// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A byte stream to one server: TCP, TLS or unix socket. Owned by one session, on its thread; used for one
// connection only. Fails once, with closed(), or with read() < 0 where Qt emits no signal.

#include "core/values/connection/connection.h"

#include <QObject>

#include <memory>

namespace lockscope
{

class Transport : public QObject
{
    Q_OBJECT
public:
    using QObject::QObject;

    virtual void start() = 0;
    virtual bool isReached() const = 0;               // connected; TLS may still be under way
    virtual qint64 read(char *data, qint64 size) = 0; // 0: no data now; -1: closed
    virtual bool write(const QByteArray &bytes) = 0;  // at once, as far as the socket accepts it
    virtual void abort() = 0;
    virtual Failure closeReason() const = 0; // after read() < 0 or a failed write()

signals:
    void opened(); // after the TLS handshake, if any
    void arrived();
    void closed(const lockscope::Failure &why);
};

std::unique_ptr<Transport> makeTransport(const ConnectionSpec &spec);

} // namespace lockscope
