// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli on several saved connections: each row and event names its own, one that is gone hides
// nothing of the others, and the status is the worst.

#include "core/config/profilestore.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/live/program.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>

namespace tst_cliconnections
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray Ann = "token-of-ann-0123456789";

} // namespace

class TestCliConnections : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void aTableOfAll();
    void theWorstFirst();
    void aFolder();
    void oneDocumentOfAll();
    void aStreamOfAll();
    void oneThatIsGoneHidesNothing();
    void eachIsAsItWasWhenItAnswered();
    void aSilentNodeOfAGroupIsNotScanned();
    void aFilterFindsAnOwnerAnywhere();
    void aClientIsFoundByItsName();
    void locksWhoseClientsAreUnknownAreCounted();
    void theDoctorSeesEach();
    void eventsOfAll();
    void oneThatComesBackIsFollowed();
    void manyThatAreFrozenHoldUpNothing();
    void oneThatNeverComesBack();
    void moreThanMayBeAskedAtOnce();
    void endsWhenInterrupted();
    void namesThatAreWrong_data();
    void namesThatAreWrong();

private:
    QByteArray ask(const Sandbox &server, const CliCommand &command) const
    {
        const auto reply = redisCli(server.tcp(), command);
        return reply.ok() ? *reply : QByteArray();
    }
    QByteArrayList with(const QByteArrayList &arguments) const
    {
        return QByteArrayList{"--config-dir", QFile::encodeName(m_config.path())} + arguments;
    }
    Ended cli(const QByteArrayList &arguments) const { return runCli(with(arguments)); }
    // During the first pass, a new lock is told as changed; after it, as acquired.
    bool isFollowed(Program &watch, const Sandbox &server)
    {
        const QByteArray known = "lock:known:" + QByteArray::number(server.port()) + ':';
        ask(server, {"SET", known + QByteArray::number(m_known++), Ann, "PX", "600000"});
        return watch.said("acquired   " + known);
    }
    // Whether a line of that connection has these words. A server that stood still is told of again.
    static bool said(Program &watch, const QByteArray &start, const QByteArray &words)
    {
        const QByteArrayList lines = watch.output().split('\n');
        return std::ranges::any_of(
            lines, [&](const QByteArray &line) { return line.startsWith(start) && line.contains(words); });
    }
    // The names of the connections of the locks, in their order.
    static QByteArrayList connectionsOf(const QJsonObject &document)
    {
        QByteArrayList names;
        for (const QJsonValue &lock : document[u"locks"].toArray())
            names += lock[u"connection"].toString().toUtf8();
        return names;
    }

    QTemporaryDir m_config;
    std::unique_ptr<Sandbox> m_orders;
    std::unique_ptr<Sandbox> m_billing;
    std::unique_ptr<Sandbox> m_gone;
    int m_known = 0;
};

// "gone" is stopped in init(), so that nothing else listens on its port.
void TestCliConnections::initTestCase()
{
    VERIFY_INTO(m_orders, Sandbox::start());
    VERIFY_INTO(m_billing, Sandbox::start());
    VERIFY_INTO(m_gone, Sandbox::start());
    QList<ConnectionSpec> profiles;
    const auto add = [&profiles](const QString &name, const QString &folder, const Sandbox &server) {
        ConnectionSpec spec = server.tcp();
        spec.name = name;
        spec.folder = folder;
        profiles += spec;
    };
    add(QStringLiteral("orders"), QStringLiteral("shop"), *m_orders);
    add(QStringLiteral("billing"), QStringLiteral("shop"), *m_billing);
    add(QStringLiteral("gone"), QStringLiteral("old"), *m_gone);
    for (int i = 1; i <= 10; ++i)
        add(QStringLiteral("frozen %1").arg(i), QStringLiteral("frozen"), *m_gone);
    for (int i = 1; i <= 20; ++i)
        add(QStringLiteral("again %1").arg(i), QStringLiteral("many"), *m_orders);
    VERIFY_OK(ProfileStore(m_config.path()).save(profiles));
}

void TestCliConnections::init()
{
    m_gone->stop();
    for (const auto &server : {m_orders.get(), m_billing.get()}) {
        ask(*server, {"FLUSHALL"});
        ask(*server, {"SET", "lock:a", Ann, "PX", "60000"});
    }
    ask(*m_billing, {"SET", "lock:b", "locked"});
}

void TestCliConnections::aTableOfAll()
{
    const Ended scan = cli({"scan", "--profile", "billing", "--profile", "orders"});
    QVERIFY2(scan.status == 0, scan.told().constData());
    QByteArrayList starts;
    for (const QByteArray &line : scan.out.split('\n').mid(0, 4))
        starts += line.simplified().split(' ').mid(0, 2).join(' ');
    // By key, and those of one key in the order of the command line.
    QCOMPARE(starts, (QByteArrayList{"CONNECTION KEY", "billing lock:a", "orders lock:a", "billing lock:b"}));
    QVERIFY2(scan.out.contains("orders: scanned "), scan.told().constData());
    QCOMPARE(scan.out.count("not judged without watching"), 1);
}

void TestCliConnections::theWorstFirst()
{
    const Ended scan = cli({"scan", "--profile", "orders", "--profile", "billing", "--json", "--sort",
                            "verdict", "--verdict", ">=info"});
    QVERIFY2(scan.status == 1, scan.told().constData());
    QCOMPARE(connectionsOf(scan.json()), QByteArrayList{"billing"});
}

void TestCliConnections::aFolder()
{
    const Ended scan = cli({"--profile-folder", "shop", "scan", "--json"});
    QVERIFY2(scan.status == 0, scan.told().constData());
    QCOMPARE(connectionsOf(scan.json()), (QByteArrayList{"orders", "billing", "billing"}));
    // A connection that is also named is asked once, in its place.
    const Ended both = cli({"--profile", "billing", "--profile-folder", "shop", "scan", "--json"});
    QCOMPARE(connectionsOf(both.json()), (QByteArrayList{"billing", "orders", "billing"}));
    // The output has the same form if the folder has one connection only.
    VERIFY_OK(m_gone->restart());
    ask(*m_gone, {"SET", "lock:c", Ann, "PX", "60000"});
    const Ended one = cli({"--profile-folder", "old", "scan", "--json"});
    QCOMPARE(connectionsOf(one.json()), QByteArrayList{"gone"});
}

void TestCliConnections::oneDocumentOfAll()
{
    const Ended scan = cli({"scan", "--profile", "gone", "--profile", "orders", "--json"});
    const QJsonObject document = scan.json();
    QVERIFY2(!document.isEmpty(), scan.told().constData());
    QVERIFY(!document.contains(u"scan"));
    const QJsonArray connections = document[u"connections"].toArray();
    QCOMPARE(connections.size(), 2);
    QCOMPARE(connections[0][u"connection"].toString(), QStringLiteral("gone"));
    QCOMPARE(connections[0][u"error"][u"kind"].toString(), QStringLiteral("refused"));
    QVERIFY(!connections[0].toObject().contains(u"scan"));
    QCOMPARE(connections[1][u"scan"][u"complete"].toBool(), true);
    QVERIFY(connections[1].toObject().contains(u"not_judged"));
    // With one connection, the document is what it always was.
    const QJsonObject single = cli({"scan", "--profile", "orders", "--json"}).json();
    QVERIFY(single.contains(u"scan") && !single.contains(u"connections"));
    QVERIFY(!single[u"locks"][0].toObject().contains(u"connection"));
}

void TestCliConnections::aStreamOfAll()
{
    const Ended text = cli({"--profile", "orders", "--profile", "billing", "scan", "--stream"});
    const Ended sorted = cli({"--profile", "orders", "--profile", "billing", "scan"});
    QCOMPARE(text.status, 0);
    QByteArrayList rows = text.out.split('\n').mid(1);
    QByteArrayList expected = sorted.out.split('\n').mid(1);
    for (QByteArrayList *list : {&rows, &expected}) {
        for (QByteArray &row : *list)
            row = row.simplified().split(' ').mid(0, 4).join(' '); // Connection, key, kind, owner
        list->removeIf([](const QByteArray &row) { return !row.contains("lock:"); });
        std::ranges::sort(*list);
    }
    QVERIFY(!rows.isEmpty());
    QCOMPARE(rows, expected);

    const Ended json = cli(
        {"--profile", "orders", "--profile", "billing", "--profile", "gone", "--json", "scan", "--stream"});
    QCOMPARE(json.status, 3);
    QByteArrayList lines = json.out.trimmed().split('\n');
    QCOMPARE(lines.size(), rows.size() + 3); // How far each came, last
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QJsonObject line = QJsonDocument::fromJson(lines[i]).object();
        QVERIFY2(!line[u"connection"].toString().isEmpty(), lines[i].constData());
        QVERIFY(line.contains(u"key") == (i < rows.size()));
    }
    QVERIFY(QJsonDocument::fromJson(lines[lines.size() - 3]).object()[u"scan"][u"complete"].toBool());
    QVERIFY(QJsonDocument::fromJson(lines.last()).object().contains(u"error"));
}

void TestCliConnections::oneThatIsGoneHidesNothing()
{
    const Ended scan = cli({"scan", "--profile", "gone", "--profile", "orders", "--verdict", ">=warning"});
    QCOMPARE(scan.status, 3);
    const Ended check =
        cli({"scan", "--profile", "gone", "--profile", "billing", "--verdict", "no-expiry", "-q"});
    QCOMPARE(check.status, 3); // Worse than a lock with that verdict
    QVERIFY2(check.out.contains("lock:b"), check.told().constData());
    QVERIFY2(check.err.startsWith("lockscope-cli: gone: "), check.told().constData());
    QCOMPARE(check.err.count('\n'), 1);
}

// One that does not answer is waited for, and the others are as they were read: what of a lease was left
// then.
void TestCliConnections::eachIsAsItWasWhenItAnswered()
{
    VERIFY_OK(m_gone->restart());
    m_gone->pause();
    const Ended scan =
        cli({"scan", "--profile", "gone", "--profile", "orders", "--timeout", "12s", "--json"});
    const qint64 leftAfter = ask(*m_orders, {"PTTL", "lock:a"}).trimmed().toLongLong();
    m_gone->resume();
    QVERIFY2(scan.status == 3, scan.told().constData());
    const QJsonValue lock = scan.json()[u"locks"][0];
    QVERIFY2(lock[u"ttl_ms"].toInteger() > leftAfter + 2000,
             (scan.out + " later: " + QByteArray::number(leftAfter)).constData());
}

void TestCliConnections::aSilentNodeOfAGroupIsNotScanned()
{
    VERIFY_OK(m_gone->restart());
    m_gone->pause();
    QByteArrayList scan{"--timeout", "3s"};
    for (const Sandbox *node : {m_orders.get(), m_billing.get(), m_gone.get()})
        scan << "-u"
             << "redis://" + node->tcp().node().bytes;
    const Ended ended = runCli(scan + QByteArrayList{"scan"});
    m_gone->resume();
    QVERIFY2(ended.status == 3, ended.told().constData());
    QVERIFY2(ended.err.contains(m_gone->tcp().node().bytes), ended.told().constData());
}

void TestCliConnections::aFilterFindsAnOwnerAnywhere()
{
    ask(*m_orders, {"SET", "lock:stock", "token-of-bob-0123456789", "PX", "60000"});
    const QByteArrayList scan{"--profile-folder", "shop", "scan", "--json", "--filter"};
    const Ended bobs = cli(scan + QByteArrayList{"owner:bob"});
    QVERIFY2(bobs.status == 0, bobs.told().constData());
    QCOMPARE(connectionsOf(bobs.json()), QByteArrayList{"orders"});
    QCOMPARE(connectionsOf(cli(scan + QByteArrayList{"owner:ann"}).json()),
             (QByteArrayList{"orders", "billing"}));
    QCOMPARE(connectionsOf(cli(scan + QByteArrayList{"key:lock:b ttl:none"}).json()),
             QByteArrayList{"billing"});
    QVERIFY(connectionsOf(cli(scan + QByteArrayList{"owner:nobody"}).json()).isEmpty());
    // Several filters: all must match
    QCOMPARE(connectionsOf(cli(scan + QByteArrayList{"owner:ann", "--filter", "key:lock:b"}).json()),
             QByteArrayList());
    // One look cannot know that a lock is held for less than a time.
    QVERIFY(connectionsOf(cli(scan + QByteArrayList{"held<1h"}).json()).isEmpty());
}

void TestCliConnections::aClientIsFoundByItsName()
{
    // A client that is named after the token that it holds
    QProcess client;
    client.start(QStringLiteral("redis-cli"), {QStringLiteral("-p"), QString::number(m_billing->port())});
    QVERIFY(client.waitForStarted());
    client.write("CLIENT SETNAME orders-7-worker\nSET lock:w orders-7-worker PX 60000\n");
    QTRY_COMPARE(ask(*m_billing, {"GET", "lock:w"}), QByteArray("orders-7-worker"));
    const Ended scan =
        cli({"--profile-folder", "shop", "scan", "--json", "--filter", "client:orders-7 -key:lock:a"});
    QVERIFY2(scan.status == 0, scan.told().constData());
    QCOMPARE(connectionsOf(scan.json()), QByteArrayList{"billing"});
    const QJsonObject lock = scan.json()[u"locks"][0].toObject();
    QCOMPARE(lock[u"key"].toString(), QStringLiteral("lock:w"));
    client.closeWriteChannel();
    QVERIFY(client.waitForFinished());
}

void TestCliConnections::locksWhoseClientsAreUnknownAreCounted()
{
    const QByteArrayList scan{"--profile-folder", "shop", "scan", "--filter", "client:orders-7"};
    const Ended table = cli(scan);
    QVERIFY2(table.status == 0, table.told().constData());
    QVERIFY2(table.out.contains("1 lock (0 shown), 1 lock not shown may match: clients unknown; ") &&
                 table.out.contains("2 locks (0 shown), 2 locks not shown may match: clients unknown; "),
             table.told().constData());
    const QJsonObject document = cli(scan + QByteArrayList{"--filter", "ttl:none", "--json"}).json();
    QVERIFY(document[u"locks"].toArray().isEmpty());
    QVERIFY(!document[u"connections"][0].toObject().contains(u"locks_with_unknown_clients"));
    QCOMPARE(document[u"connections"][1][u"locks_with_unknown_clients"].toInt(), 1);
}

void TestCliConnections::theDoctorSeesEach()
{
    const Ended text = cli({"doctor", "--profile", "orders", "--profile", "gone", "--profile", "billing"});
    QCOMPARE(text.status, 3);
    QVERIFY2(text.out.startsWith("orders\n") && text.out.contains("\nbilling\n"), text.told().constData());
    QVERIFY2(text.err.startsWith("lockscope-cli: gone: "), text.told().constData());
    const QJsonArray connections = cli({"doctor", "--profile", "orders", "--profile", "gone", "--json"})
                                       .json()[u"connections"]
                                       .toArray();
    QCOMPARE(connections.size(), 2);
    QCOMPARE(connections[0][u"connection"].toString(), QStringLiteral("orders"));
    QVERIFY(!connections[0][u"rights"].toArray().isEmpty());
    QCOMPARE(connections[1][u"error"][u"kind"].toString(), QStringLiteral("refused"));
}

void TestCliConnections::eventsOfAll()
{
    Program watch(with({"watch", "--profile", "orders", "--profile", "billing"}));
    QTRY_VERIFY(said(watch, "orders ", "followed by") && said(watch, "billing ", "followed by"));
    QTRY_VERIFY(isFollowed(watch, *m_orders) && isFollowed(watch, *m_billing));
    ask(*m_orders, {"SET", "lock:new", "token-of-bob-0123456789", "PX", "60000"});
    ask(*m_billing, {"DEL", "lock:b"});
    QTRY_VERIFY(watch.said("acquired   lock:new") && watch.said("released   lock:b"));
    for (const QByteArray &line : watch.output().split('\n')) {
        if (line.contains("lock:new"))
            QVERIFY2(line.startsWith("orders   "), line.constData()); // As wide as billing
        if (line.contains("lock:b"))
            QVERIFY2(line.startsWith("billing  "), line.constData());
    }
    Program json(with({"watch", "--profile", "orders", "--profile", "billing", "--json", "lock:new"}));
    QTRY_VERIFY(json.said(R"({"connection":"orders","event":"node")") &&
                json.said(R"({"connection":"billing","event":"node")"));
    QTRY_VERIFY(said(json, R"({"connection":"orders")", R"("live":"tracking")") &&
                said(json, R"({"connection":"billing")", R"("live":"tracking")"));
    int lease = 60'000;
    const auto isKnown = [&] { // for longer each time, so that it is seen
        ask(*m_orders, {"PEXPIRE", "lock:new", QByteArray::number(lease += 10'000)});
        return json.said(R"("event":"renewed")");
    };
    QTRY_VERIFY(isKnown());
    ask(*m_orders, {"DEL", "lock:new"});
    QTRY_VERIFY(json.said(R"({"connection":"orders","event":"released")"));
}

void TestCliConnections::oneThatComesBackIsFollowed()
{
    Program watch(with({"watch", "--profile", "gone", "--profile", "orders"}));
    QTRY_VERIFY(watch.complained("lockscope-cli: gone: "));
    QTRY_VERIFY(watch.said("orders  ")); // It waits for nobody
    VERIFY_OK(m_gone->restart());
    QTRY_VERIFY(watch.output().contains("followed by") && watch.said("\ngone    "));
    QTRY_VERIFY(said(watch, "gone ", "followed by"));
    QTRY_VERIFY(isFollowed(watch, *m_gone));
    ::kill(pid_t(watch.process.processId()), SIGTERM);
    QCOMPARE(watch.ended().status, 0);
}

// More than are asked at once
void TestCliConnections::manyThatAreFrozenHoldUpNothing()
{
    VERIFY_OK(m_gone->restart());
    m_gone->pause();
    Program watch(with({"--profile-folder", "frozen", "--profile-folder", "shop", "--timeout", "60s", "watch",
                        "--for", "20s"}));
    QTRY_VERIFY(said(watch, "orders ", "followed by") && said(watch, "billing ", "followed by"));
    QTRY_VERIFY(isFollowed(watch, *m_orders));
    const Ended ended = watch.ended();
    QCOMPARE(ended.status, 3);
    QCOMPARE(ended.err.count("not connected before --for was over"), 10);
    m_gone->resume();
}

void TestCliConnections::oneThatNeverComesBack()
{
    const Ended watch =
        cli({"watch", "--profile", "gone", "--profile", "orders", "--for", "12s"}); // orders connects
    QCOMPARE(watch.status, 3);
    QCOMPARE(watch.err.count('\n'), 1);
    Program endless(with({"watch", "--profile", "gone", "--profile", "orders"}));
    QTRY_VERIFY(endless.said("followed by"));
    ::kill(pid_t(endless.process.processId()), SIGTERM);
    QCOMPARE(endless.ended().status, 0); // As documented for an interruption
}

// Each waits for its turn, and all are answered, in the order of the file.
void TestCliConnections::moreThanMayBeAskedAtOnce()
{
    const Ended scan = cli({"--profile-folder", "many", "scan", "--json"});
    QVERIFY2(scan.status == 0, scan.told().constData());
    QByteArrayList expected;
    for (int i = 1; i <= 20; ++i)
        expected += "again " + QByteArray::number(i);
    QCOMPARE(connectionsOf(scan.json()), expected);
}

void TestCliConnections::endsWhenInterrupted()
{
    Program scan(with({"--profile-folder", "shop", "scan", "--settle", "10m", "-v"}));
    QTRY_VERIFY(scan.complained("orders: watching for") && scan.complained("billing: watching for"));
    ::kill(pid_t(scan.process.processId()), SIGINT);
    const Ended ended = scan.ended();
    QCOMPARE(ended.status, 130);
    QVERIFY2(ended.out.isEmpty(), ended.told().constData());
}

void TestCliConnections::namesThatAreWrong_data()
{
    QTest::addColumn<QByteArrayList>("arguments");
    QTest::addColumn<QByteArray>("error");
    const auto row = [](const char *name, const QByteArrayList &arguments, const char *error) {
        QTest::newRow(name) << arguments << QByteArray(error);
    };
    row("a profile", {"scan", "--profile", "orders", "--profile", "odrers"}, "odrers");
    row("a folder", {"scan", "--profile-folder", "shpo"},
        "no connection is in folder shpo: folders: shop, old");
    row("an empty one", {"scan", "--profile-folder", ""}, "--profile-folder is empty");
    row("a command that takes one", {"show", "--profile", "orders", "--profile", "billing", "lock:a"},
        "show: only one connection is possible");
    row("an act", {"release", "--profile-folder", "shop", "--owner", "x", "lock:a"},
        "release: only one connection is possible");
    row("with a URL", {"-u", "redis://127.0.0.1", "scan", "--profile-folder", "shop"},
        "--url, --profile-folder and --sandbox cannot be combined");
    row("metrics", {"watch", "--profile-folder", "shop", "--metrics", "m"}, "--metrics takes one connection");
    row("an ACL", {"doctor", "--profile-folder", "shop", "--acl"}, "--acl takes one connection");
    row("a filter", {"scan", "--profile-folder", "shop", "--filter", "kind:nonsense"}, "unknown kind");
    row("an empty filter", {"scan", "--profile", "orders", "--filter", " "}, "--filter has no condition");
}

void TestCliConnections::namesThatAreWrong()
{
    QFETCH(QByteArrayList, arguments);
    QFETCH(QByteArray, error);
    const Ended ended = cli(arguments);
    QCOMPARE(ended.status, 2);
    QVERIFY2(ended.err.contains(error) && ended.out.isEmpty(), ended.told().constData());
}

LOCKSCOPE_TEST(TestCliConnections)

} // namespace tst_cliconnections

#include "tst_cliconnections.moc"
