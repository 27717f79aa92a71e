// SPDX-License-Identifier: GPL-3.0-or-later
// The commands in the folder for a ticket.

#include "core/export/incidentcommands.h"
#include "tests/core/engine/quorumlocks.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_incidentcommands
{

using namespace lockscope;
using lockscope::test::quorumlocks::id;
using lockscope::test::quorumlocks::renewing;
using lockscope::test::quorumlocks::Start;

class TestIncidentCommands final : public QObject
{
    Q_OBJECT
private slots:
    void eachNodeOfAGroupIsAskedForItsOwnId();
};

// A client of Redisson has another uuid on each node. Node d is another client's, which loses nothing.
void TestIncidentCommands::eachNodeOfAGroupIsAskedForItsOwnId()
{
    Lock lock = *renewing("lock:a", id('a', 7), Start);
    auto extras = std::make_shared<LockExtras>();
    Incident incident{.key = lock.key};
    for (const char node : {'a', 'b', 'c', 'd'}) {
        ConnectionSpec member;
        member.host = QStringLiteral("node-") + QLatin1Char(node);
        incident.spec.members.push_back(member);
        extras->copies.push_back({.node = member.node(),
                                  .state = node == 'd' ? CopyState::OtherOwner : CopyState::Held,
                                  .owner = id(node, 7)});
    }
    lock.extras = std::move(extras);
    incident.detail.lock = std::make_shared<const Lock>(lock);
    int compared = 0;
    for (const IncidentCommand &command : commandsFor(incident)) {
        QVERIFY2(command.whyNot.isEmpty(), qPrintable(command.whyNot));
        if (command.act == ActKind::Wake) // names no owner
            continue;
        QCOMPARE(command.lines.size(), 4);
        for (qsizetype i = 0; i < 4; ++i) {
            const char node = "abcd"[i];
            const QString &line = command.lines[i];
            QVERIFY2(line.contains(QStringLiteral("node-") + QLatin1Char(node)), qPrintable(line));
            const QByteArray expected = id(node == 'd' ? 'a' : node, 7).bytes;
            QVERIFY2(line.contains(QLatin1String(expected)), qPrintable(line));
            ++compared;
        }
    }
    QCOMPARE(compared, 8); // to set an expiry, and to release by force
}

LOCKSCOPE_TEST(TestIncidentCommands)

} // namespace tst_incidentcommands

#include "tst_incidentcommands.moc"
