// SPDX-License-Identifier: GPL-3.0-or-later
// Spring Integration's RedisLockRegistry: waiters ask every 100 ms, or listen to a pattern of channels and
// ask again when the lease is over.
#include "tests/interop/harness/exclusive.h"

#include <QTest>

using namespace lockscope::test;

namespace
{

Subject registry(const QByteArray &word)
{
    return {.row = word,
            .client = QStringLiteral("spring"),
            .word = word,
            .prefix = "lock-registry:",
            .kind = "spring-lock",
            .library = "Spring Integration",
            .lost = "error ConcurrentModificationException"};
}

} // namespace

class tst_with_spring : public Exclusive
{
    Q_OBJECT
public:
    tst_with_spring() : Exclusive({registry("spin"), registry("pubsub")}) {}
};

QTEST_GUILESS_MAIN(tst_with_spring)
#include "tst_with_spring.moc"
