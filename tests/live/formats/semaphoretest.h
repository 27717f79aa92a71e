// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One of Redisson's semaphores on a real server: a number that is free, and for the permit-expirable one its
// permits. Derived classes call m_server.clear() in init().

#include "tests/support/familyserver.h"

namespace lockscope::test
{

class SemaphoreTest : public QObject
{
protected:
    static inline const LockName key{QByteArrayLiteral("jobs:semaphore")};
    static inline const QByteArray channel = QByteArrayLiteral("redisson_sc:{jobs:semaphore}");
    static inline const QByteArray permits = QByteArrayLiteral("{jobs:semaphore}:timeout");
    static inline const QByteArray never = QByteArrayLiteral("922337203685477");
    static inline const OwnerId ann{
        QByteArray("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10", 16)};
    static inline const OwnerId bob{
        QByteArray("\xff\xfe\x00\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10", 16)};
    static inline const QByteArray plain = QByteArrayLiteral("semaphore");
    static inline const QByteArray expirable = QByteArrayLiteral("permit-semaphore");

    Reply call(Command command) { return m_server.call(std::move(command)); }
    Receipt act(const QByteArray &kind, ActRequest request)
    {
        request.key = key;
        return m_server.act(kind, request);
    }
    QByteArray score(const OwnerId &id) { return call({"ZSCORE", permits, id.bytes}).bytes; }
    qint64 left(const OwnerId &id) { return score(id).toLongLong() - m_server.wallMilliseconds(); }

    FamilyServer m_server;
};

} // namespace lockscope::test
