// SPDX-License-Identifier: GPL-3.0-or-later
// A RedLock group whose URLs name one server twice: it has one vote, in what is shown and in what is done.

#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/live/program.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QJsonArray>
#include <QTest>

namespace tst_clitwoaddresses
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray Key = "lock:a";
const QByteArray Ann = "token-of-ann-0123456789";
const QByteArray Bob = "token-of-bob-0123456789";

} // namespace

class tst_CliTwoAddresses : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init() const;
    void theLockHasNoQuorum() const;
    void aMissingLockIsMissing() const;
    void anAcquireNeedsTwoServers() const;
    void aReleaseIsSentOnce() const;

private:
    Ended cli(const QByteArrayList &words) const
    {
        const QByteArray first = m_servers->urls().front().toUtf8();
        return runCli(QByteArrayList{"-u", first, "-u", QByteArray(first).replace("127.0.0.1", "localhost"),
                                     "-u", m_servers->urls()[1].toUtf8()} +
                      words);
    }
    SandboxServer &node(size_t index) const { return m_servers->node(index); }
    void hold(size_t index, const QByteArray &owner) const
    {
        VERIFY_OK(node(index).ask({"SET", Key, owner, "PX", "60000"}));
    }
    QByteArray ownerOn(size_t index) const { return node(index).ask({"GET", Key})->bytes; }

    std::unique_ptr<SandboxDeployment> m_servers;
};

void tst_CliTwoAddresses::initTestCase()
{
    VERIFY_INTO(m_servers, SandboxDeployment::start(SandboxTopology::RedLock, {.masters = 3}));
}

void tst_CliTwoAddresses::init() const
{
    for (size_t i = 0; i < 2; ++i)
        VERIFY_OK(node(i).ask({"FLUSHALL"}));
}

void tst_CliTwoAddresses::theLockHasNoQuorum() const
{
    hold(0, Ann);
    const Ended ended = cli({"show", Key, "--json"});
    QVERIFY2(ended.status == 0, ended.told().constData());
    const QJsonObject lock = ended.json()[u"lock"].toObject();
    QCOMPARE(lock[u"verdict"][u"code"].toString(), QStringLiteral("no-quorum"));
    QCOMPARE(lock[u"quorum"][u"reached"].toBool(true), false);
    QCOMPARE(lock[u"quorum"][u"agreeing"].toInt(), 1);
    QCOMPARE(lock[u"quorum"][u"duplicates"].toInt(), 1);
    QVERIFY2(ended.out.contains("not counted again"), ended.told().constData());
    const QJsonArray copies = lock[u"copies"].toArray();
    QCOMPARE(copies.size(), 3);
    QCOMPARE(copies[1][u"same_server"].toBool(), true);
    QVERIFY(copies[0][u"same_server"].isUndefined() && copies[2][u"same_server"].isUndefined());
    const Ended shown = cli({"show", Key});
    QVERIFY2(shown.out.contains(": same server as ") && !shown.out.contains("unreachable"),
             shown.told().constData());
}

// Two of three addresses are one server, and each server answered.
void tst_CliTwoAddresses::aMissingLockIsMissing() const
{
    const Ended ended = cli({"show", Key});
    QVERIFY2(!ended.told().contains("unknown"), ended.told().constData());
    QVERIFY2(ended.told().contains("same server as "), ended.told().constData());
}

void tst_CliTwoAddresses::anAcquireNeedsTwoServers() const
{
    hold(1, Bob);
    const QByteArrayList acquire{"acquire", Key, "--owner", Ann, "--lease", "60s"};
    const Ended refused = cli(acquire);
    QVERIFY2(refused.status != 0 && refused.told().contains("1 of 3 nodes"), refused.told().constData());
    QVERIFY2(refused.told().contains("not counted again"), refused.told().constData());
    QCOMPARE(ownerOn(0), QByteArray());
    QCOMPARE(ownerOn(1), Bob);
    VERIFY_OK(node(1).ask({"UNLINK", Key}));
    const Ended done = cli(acquire);
    QVERIFY2(done.status == 0 && done.told().contains("done on 2 of 3 nodes"), done.told().constData());
    QCOMPARE(ownerOn(0), Ann);
    QCOMPARE(ownerOn(1), Ann);
}

void tst_CliTwoAddresses::aReleaseIsSentOnce() const
{
    hold(0, Bob);
    hold(1, Ann);
    const Ended ended = cli({"release", Key, "--owner", Ann});
    QVERIFY2(!ended.told().contains("held by " + Bob + " on 2"), ended.told().constData()); // no majority
    QCOMPARE(ownerOn(0), Bob);
    QCOMPARE(ownerOn(1), QByteArray());
}

LOCKSCOPE_TEST(tst_CliTwoAddresses)

} // namespace tst_clitwoaddresses

#include "tst_clitwoaddresses.moc"
