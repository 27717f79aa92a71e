// SPDX-License-Identifier: GPL-3.0-or-later
// Spring Integration's RedisLockRegistry: waiters ask every 100 ms, or listen to a pattern of channels and
// ask again when the lease is over.
#include "tests/interop/harness/exclusive.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_with_spring
{

using namespace lockscope::test;

namespace
{

std::vector<Subject> registries()
{
    std::vector<Subject> all;
    for (const QByteArray release : {"6.4.4", "7.1.0"}) { // as clients/spring/releases has them
        for (const QByteArray word : {"spin", "pubsub"})
            all.push_back({.row = release + ' ' + word,
                           .client = QStringLiteral("spring-") + QLatin1String(release),
                           .word = word,
                           .prefix = "lock-registry:",
                           .kind = "spring-lock",
                           .library = "Spring Integration",
                           .lost = "error ConcurrentModificationException"});
    }
    return all;
}

} // namespace

class tst_with_spring : public Exclusive
{
    Q_OBJECT
public:
    tst_with_spring() : Exclusive(registries()) {}
};

LOCKSCOPE_TEST(tst_with_spring)

} // namespace tst_with_spring

#include "tst_with_spring.moc"
