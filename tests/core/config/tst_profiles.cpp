// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/profilestore.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_profiles
{

using namespace lockscope;

namespace
{

ConnectionSpec minimal(const QString &name)
{
    ConnectionSpec spec;
    spec.name = name;
    spec.host = QStringLiteral("localhost");
    return spec;
}

ConnectionSpec full()
{
    ConnectionSpec spec = minimal(QStringLiteral("orders, prod \xe9"));
    spec.port = 6390;
    spec.user = QStringLiteral("watcher");
    spec.db = 3;
    spec.clientName = QStringLiteral("night shift");
    spec.connectTimeout = std::chrono::milliseconds(1500);
    spec.commandTimeout = std::chrono::milliseconds(2500);
    spec.maxMemory = qint64(3) << 30;
    spec.tls = {.enabled = true,
                .verifyPeer = false,
                .caFile = QStringLiteral("/ca.pem"),
                .certificateFile = QStringLiteral("/c.pem"),
                .keyFile = QStringLiteral("/k.pem"),
                .serverName = QStringLiteral("redis.example")};
    spec.patterns = {QByteArrayLiteral("lock:*"), QByteArray("\xff\0*", 3)};
    spec.readOnly = false;
    spec.environment = Environment::Production;
    spec.folder = QStringLiteral("shop / orders");
    spec.colour = QStringLiteral("#aB12fe");
    spec.inKeychain = true;
    spec.limits = {.denied = {ActKind::ForceRelease, ActKind::Acquire}, .actsAMinute = 12};
    return spec;
}

ConnectionSpec sentinel()
{
    ConnectionSpec spec = full();
    spec.name = QStringLiteral("sentinel");
    spec.topology = Topology::Sentinel;
    spec.seeds = {{QStringLiteral("s2"), 26379}, {QStringLiteral("::1"), 26380}};
    spec.sentinel = {.masterName = QStringLiteral("my master"), .user = QStringLiteral("bob")};
    spec.addressing = {.policy = AddressPolicy::Mapped,
                       .map = {{{QStringLiteral("10.0.0.1"), 6379}, {QStringLiteral("localhost"), 7000}},
                               {{QStringLiteral("fd00::1"), 0}, {QStringLiteral("b"), 0}}}};
    spec.proxy = {.kind = ProxyKind::Http,
                  .host = QStringLiteral("proxy"),
                  .port = 3128,
                  .user = QStringLiteral("ann")};
    return spec;
}

ConnectionSpec cluster()
{
    ConnectionSpec spec = minimal(QStringLiteral("cluster"));
    spec.topology = Topology::Cluster;
    spec.seeds = {{QStringLiteral("b"), 7001}};
    spec.addressing.policy = AddressPolicy::TypedHost;
    spec.ssh = {.destination = QStringLiteral("ann@bastion"),
                .port = 2222,
                .identityFile = QStringLiteral("/k"),
                .configFile = QStringLiteral("/c")};
    return spec;
}

ConnectionSpec group()
{
    ConnectionSpec third = sentinel();
    third.name = QStringLiteral("third");
    third.folder.clear();
    third.colour.clear();
    third.inKeychain = false;
    third.limits = {};
    ConnectionSpec first;
    first.host = QStringLiteral("a");
    first.topology = Topology::Standalone;
    ConnectionSpec second;
    second.socketPath = QStringLiteral("/run/redis.sock");
    second.user = QStringLiteral("own");
    ConnectionSpec spec = redLockGroup({first, second, third});
    spec.name = QStringLiteral("group");
    spec.readOnly = false;
    spec.patterns = {"lock:*"};
    spec.commandTimeout = std::chrono::milliseconds(700);
    spec.environment = Environment::Staging;
    spec.folder = QStringLiteral("shop");
    spec.tellMembers();
    return spec;
}

} // namespace

class tst_Profiles : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    QString folder() const { return m_dir.filePath(QStringLiteral("a/config")); }

    void write(const QByteArray &text)
    {
        QDir().mkpath(folder());
        QFile file(ProfileStore(folder()).fileName());
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

private slots:
    void cleanup() { QDir(m_dir.path()).removeRecursively(); }

    void aMissingFileIsAnEmptyList()
    {
        const auto profiles = ProfileStore(folder()).load();
        QVERIFY(profiles.ok());
        QVERIFY(profiles->isEmpty());
    }

    void everyFieldComesBackExceptThePassword_data()
    {
        QTest::addColumn<ConnectionSpec>("spec");
        ConnectionSpec socket = minimal(QStringLiteral("socket"));
        socket.host.clear();
        socket.socketPath = QStringLiteral("/run/redis.sock");
        QTest::newRow("plain") << minimal(QStringLiteral("plain"));
        QTest::newRow("full") << full();
        QTest::newRow("socket") << socket;
        QTest::newRow("sentinel") << sentinel();
        QTest::newRow("cluster") << cluster();
        QTest::newRow("group") << group();
    }
    void everyFieldComesBackExceptThePassword()
    {
        QFETCH(ConnectionSpec, spec);
        ConnectionSpec secret = spec;
        const auto tell = [](ConnectionSpec &of) {
            of.password = of.sentinel.password = of.proxy.password = QStringLiteral("hunter2");
        };
        tell(secret);
        std::for_each(secret.members.begin(), secret.members.end(), tell);
        const ProfileStore store(folder());
        VERIFY_OK(store.save({secret, minimal(QStringLiteral("other"))}));
        QFile file(store.fileName());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray written = file.readAll();
        QVERIFY(!written.contains("hunter2"));
        QVERIFY(written.contains("\"version\": 2"));
        const auto profiles = store.load();
        VERIFY_OK(profiles);
        QCOMPARE(profiles->size(), 2);
        QCOMPARE(profiles->at(0), spec);
    }

    void aFileOfVersion1IsReadAndBecomes2()
    {
        write(R"({"version": 1, "profiles": [{"name": "old", "host": "h", "port": 7, "read_only": false,
            "environment": "production", "patterns": ["x*"], "tls": {"enabled": true}}]})");
        const ProfileStore store(folder());
        const auto profiles = store.load();
        VERIFY_OK(profiles);
        QCOMPARE(profiles->at(0).port, quint16(7));
        QVERIFY(!profiles->at(0).readOnly && profiles->at(0).tls.enabled);
        QVERIFY(profiles->at(0).topology == Topology::Automatic);
        VERIFY_OK(store.save(*profiles));
        QFile file(store.fileName());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("\"version\": 2"));
        QCOMPARE(*store.load(), *profiles);
    }

    void theFileIsForItsOwnerOnly()
    {
        const ProfileStore store(folder());
        QVERIFY(store.save({full()}).ok());
        QVERIFY(QFile::setPermissions(store.fileName(), QFile::ReadOwner | QFile::WriteOwner |
                                                            QFile::ReadGroup | QFile::ReadOther));
        QVERIFY(store.save({full()}).ok());
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QVERIFY(!(QFile::permissions(store.fileName()) & others));
        QCOMPARE(QDir(folder()).entryList(QDir::Files), QStringList{QStringLiteral("profiles.json")});
    }

    void findByName()
    {
        const ProfileStore store(folder());
        QVERIFY(store.save({full(), minimal(QStringLiteral("dev"))}).ok());
        QCOMPARE(store.find(QStringLiteral("dev"))->host, QStringLiteral("localhost"));
        const auto none = store.find(QStringLiteral("Dev"));
        QVERIFY(!none.ok());
        QCOMPARE(none.failure().kind, ErrorKind::BadInput);
        QVERIFY(none.failure().remedy.contains(QStringLiteral("\"dev\"")));
    }

    void badFilesAreRefusedWithTheLine_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, const QByteArray &json, const char *expected) {
            QTest::newRow(name) << json << QString::fromLatin1(expected);
        };
        const QByteArray head =
            "{\n \"version\": 1,\n \"profiles\": [\n  {\"name\": \"a\", \"host\": \"h\"},\n";
        row("cut off", "{\n \"version\": 1,\n", "line 3: ");
        row("empty", "", "line 1: ");
        row("a list", "[]", "line 1: not a list of Lockscope profiles");
        row("from the future", "{\"version\": 3}",
            "the file has version 3, written by a newer version of Lockscope");
        row("no profiles", "{\"version\": 1}", "\"profiles\" must be a list of objects");
        row("port as text", head + "  {\"name\": \"b\",\n   \"host\": \"h\",\n   \"port\": \"6379\"}]}",
            "line 7: \"port\" must be a number");
        row("port too large", head + "  {\"name\": \"b\",\n   \"host\": \"h\", \"port\": 65536}]}",
            "line 6: \"port\" must be a whole number from 1 to 65535");
        row("a password", head + "  {\"name\": \"b\", \"host\": \"h\",\n\n   \"password\": \"x\"}]}",
            "line 7: \"password\" is not allowed: this file holds no passwords");
        row("unknown field", head + "  {\"name\": \"b\", \"host\": \"h\",\n   \"colour\": \"x\"}]}",
            "line 6: \"colour\" is not a field of this version");
        row("unknown environment",
            head + "  {\"name\": \"b\", \"host\": \"h\",\n   \"environment\": \"x\"}]}",
            "line 6: \"environment\" must be development, staging or production");
        row("in tls", head + "  {\"name\": \"b\", \"host\": \"h\", \"tls\": {\n   \"verify\": 1}}]}",
            "line 6: \"verify\" must be true or false");
        row("twice", head + "  {\"name\": \"a\", \"host\": \"h\"}]}", "line 5: duplicate profile name \"a\"");
        row("no name", head + "\n  {\"host\": \"h\"}]}", "line 6: profile \"\": a profile requires a name");
        row("no host", head + "  {\"name\": \"b\"}]}", "either a host or a socket");
        row("a number for a profile", head + "  7]}", "line 5: \"profiles\" must be a list of objects");
        const QByteArray now =
            "{\n \"version\": 2,\n \"profiles\": [\n  {\"name\": \"a\", \"host\": \"h\",\n";
        row("an act nobody knows", now + "   \"deny\": [\"wake\", \"force\"]}]}",
            "line 5: \"deny\" must be a list of actions: acquire, renew, release, force-release");
        row("memory as a number", now + "   \"max_memory\": 256}]}", "line 5: \"max_memory\" must be");
        row("memory without a unit", now + "   \"max_memory\": \"256\"}]}",
            "line 5: \"max_memory\" \"256\" is not a size");
        row("too little memory", now + "   \"max_memory\": \"1KiB\"}]}",
            "line 5: \"max_memory\" must be from 1MiB to 1TiB");
        row("acts denied by a word", now + "   \"deny\": \"wake\"}]}",
            "line 5: \"deny\" must be a list of actions");
        row("less than no acts", now + "   \"acts_a_minute\": -1}]}",
            "line 5: \"acts_a_minute\" must be a whole number from 0");
        row("a topology that is none", now + "   \"topology\": \"x\"}]}",
            "line 5: \"topology\" must be one of: automatic, standalone, sentinel, cluster, redlock");
        row("a policy that is none", now + "   \"addresses\": \"x\"}]}",
            "line 5: \"addresses\" must be one of: announced, typed, mapped");
        row("seeds as text", now + "   \"seeds\": \"b:1\"}]}", "line 5: \"seeds\" must be a list of objects");
        row("a seed as text", now + "   \"seeds\": [\n\"b:1\"]}]}", "line 6: \"0\" must be an object");
        row("a bad port of a seed", now + "   \"seeds\": [\n{\"host\": \"b\",\n \"port\": 0}]}]}",
            "line 7: \"port\" must be a whole number");
        row("a password of sentinels", now + "   \"sentinel\": {\n\"password\": \"x\"}}]}",
            "line 6: \"password\" is not allowed: this file holds no passwords");
        row("half a rule", now + "   \"address_map\": [\n{\"announced\": {\"host\": \"x\"}}]}]}",
            "line 6: \"reached\" must be an object");
        row("a rule with more",
            now + "   \"address_map\": [\n{\"announced\": {\"host\": \"x\"},"
                  "\"reached\": {\"host\": \"x\"},\n\"x\": 1}]}]}",
            "line 7: \"x\" is not a field");
        row("a proxy of no kind", now + "   \"proxy\": {\"kind\":\n \"none\"}}]}",
            "line 6: \"kind\" must be one of: socks5, http");
        row("ssh with a password", now + "   \"ssh\": {\"password\": \"x\"}}]}", "holds no passwords");
        row("a member with a folder", now + "   \"members\": [\n{\"folder\": \"x\"}]}]}",
            "line 6: \"folder\" is not a field of this version");
        row("a member with a bad port", now + "   \"members\": [{},\n{\"port\": \"x\"}]}]}",
            "line 6: \"port\" must be a number");
        row("members of one server", now + "   \"members\": [{\"host\": \"x\"}]}]}",
            "line 4: profile \"a\": only a RedLock group has members");
        row("bad base64",
            head + "  {\"name\": \"b\", \"host\": \"h\", \"patterns\": [{\"base64\": \"?\"}]}]}",
            "line 5: \"patterns\" must be a list of strings");
    }
    void badFilesAreRefusedWithTheLine()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, expected);
        write(json);
        const ProfileStore store(folder());
        const auto profiles = store.load();
        QVERIFY(!profiles.ok());
        QCOMPARE(profiles.failure().kind, ErrorKind::BadInput);
        QVERIFY2(profiles.failure().text.contains(expected), qPrintable(profiles.failure().text));
        QVERIFY(profiles.failure().text.contains(store.fileName()));
        QFile file(store.fileName());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), json);
    }

    void faultsNameTheField_data()
    {
        QTest::addColumn<ConnectionSpec>("spec");
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, ConnectionSpec spec, const auto &spoil, const char *field,
                            const char *text) {
            spoil(spec);
            QTest::newRow(name) << spec << QString::fromLatin1(field) << QString::fromLatin1(text);
        };
        const auto text = [](const char *latin) { return QString::fromLatin1(latin); };
        using Spec = ConnectionSpec;
        row(
            "name", full(), [](Spec &s) { s.name.clear(); }, "name", "requires a name");
        row(
            "colour", full(), [&](Spec &s) { s.colour = text("red"); }, "colour", "six hex digits");
        row(
            "colon in the host", full(), [&](Spec &s) { s.host = text("h:1"); }, "host", "a host is");
        row(
            "no master", sentinel(), [](Spec &s) { s.sentinel.masterName.clear(); }, "master",
            "name of the master");
        row(
            "seeds of one server", sentinel(), [](Spec &s) { s.topology = Topology::Standalone; }, "seeds",
            "Sentinel and Cluster only");
        row(
            "bad seed", sentinel(), [&](Spec &s) { s.seeds[1].host = text("a b"); }, "seeds",
            "address 3: a host is");
        row(
            "seed without a port", cluster(), [](Spec &s) { s.seeds[0].port = 0; }, "seeds",
            "address 2: a port is");
        row(
            "seed twice", cluster(), [](Spec &s) { s.seeds[0] = s.endpoint(); }, "seeds",
            "address 2: it occurs twice");
        row(
            "cluster on a socket", cluster(),
            [&](Spec &s) {
                s.host.clear();
                s.socketPath = text("/s");
            },
            "socket", "cannot be reached through a unix socket");
        row(
            "empty map", sentinel(), [](Spec &s) { s.addressing.map.clear(); }, "address_map", "is empty");
        row(
            "bad map", sentinel(), [](Spec &s) { s.addressing.map[1].reached.host.clear(); }, "address_map",
            "row 2 of the address table: a host is");
        row(
            "map twice", sentinel(),
            [](Spec &s) { s.addressing.map[1].announced = s.addressing.map[0].announced; }, "address_map",
            "row 2 of the address table: it occurs twice");
        row(
            "proxy without a host", sentinel(), [](Spec &s) { s.proxy.host.clear(); }, "proxy", "a host is");
        row(
            "proxy without a port", sentinel(), [](Spec &s) { s.proxy.port = 0; }, "proxy", "a port is");
        row(
            "colon in its user", sentinel(), [&](Spec &s) { s.proxy.user = text("a:b"); }, "proxy",
            "must not contain a colon");
        row(
            "proxy and ssh", sentinel(), [&](Spec &s) { s.ssh.destination = text("b"); }, "ssh",
            "either a proxy or a tunnel");
        row(
            "an option for ssh", cluster(), [&](Spec &s) { s.ssh.destination = text("-oProxyCommand=x"); },
            "ssh", "SSH destination");
        row(
            "group with an address", group(), [&](Spec &s) { s.host = text("h"); }, "host",
            "no address of its own");
        row(
            "group of one", group(), [](Spec &s) { s.members.resize(1); }, "members", "at least two");
        row(
            "group with a bad member", group(), [](Spec &s) { s.members[2].seeds[0].port = 0; }, "members",
            "member 3: address 2: a port is");
        row(
            "group with one twice", group(), [](Spec &s) { s.members[2] = s.members[0]; }, "members",
            "member 3: it occurs twice");
        row(
            "group of groups", group(), [](Spec &s) { s.members[1].topology = Topology::RedLock; }, "members",
            "member 2: a member cannot be a group");
    }
    void faultsNameTheField()
    {
        QFETCH(ConnectionSpec, spec);
        QFETCH(QString, field);
        QFETCH(QString, text);
        const auto fault = faultOf(spec);
        QVERIFY(fault.has_value());
        QCOMPARE(fault->field, field);
        QVERIFY2(fault->text.contains(text), qPrintable(fault->text));
        QVERIFY(!ProfileStore(folder()).save({spec}).ok());
    }

    void whatCannotBeOpenedIsNotSaved()
    {
        const ProfileStore store(folder());
        QVERIFY(store.save({minimal(QStringLiteral("kept"))}).ok());
        ConnectionSpec bad = minimal(QStringLiteral("bad"));
        bad.port = 0;
        QVERIFY(!store.save({bad}).ok());
        QVERIFY(!store.save({minimal(QStringLiteral("a")), minimal(QStringLiteral("a"))}).ok());
        QCOMPARE(store.load()->size(), 1);
    }

    void anUnwritableFolderSaysSo()
    {
        write("x");
        const ProfileStore store(ProfileStore(folder()).fileName()); // A file in place of a folder
        const Done done = store.save({minimal(QStringLiteral("a"))});
        QVERIFY(!done.ok());
        QVERIFY(done.failure().text.contains(QStringLiteral("cannot create the folder")));
    }
};

LOCKSCOPE_TEST(tst_Profiles)

} // namespace tst_profiles

#include "tst_profiles.moc"
