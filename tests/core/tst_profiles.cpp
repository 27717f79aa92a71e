// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/profiles.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

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
    spec.tls = {.enabled = true,
                .verifyPeer = false,
                .caFile = QStringLiteral("/ca.pem"),
                .certificateFile = QStringLiteral("/c.pem"),
                .keyFile = QStringLiteral("/k.pem"),
                .serverName = QStringLiteral("redis.example")};
    spec.patterns = {QByteArrayLiteral("lock:*"), QByteArray("\xff\0*", 3)};
    spec.readOnly = false;
    spec.environment = Environment::Production;
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

    void everyFieldComesBackExceptThePassword()
    {
        ConnectionSpec socket = minimal(QStringLiteral("socket"));
        socket.host.clear();
        socket.socketPath = QStringLiteral("/run/redis.sock");
        ConnectionSpec secret = full();
        secret.password = QStringLiteral("hunter2");
        const ProfileStore store(folder());
        QVERIFY(store.save({secret, socket, minimal(QStringLiteral("plain"))}).ok());
        QFile file(store.fileName());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().contains("hunter2"));
        const auto profiles = store.load();
        QVERIFY2(profiles.ok(), profiles.ok() ? "" : qPrintable(profiles.failure().text));
        QCOMPARE(profiles->size(), 3);
        QVERIFY(profiles->at(0) == full());
        QVERIFY(profiles->at(1) == socket);
        QVERIFY(profiles->at(2) == minimal(QStringLiteral("plain")));
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
        row("a list", "[]", "line 1: this is no list of Lockscope profiles");
        row("from the future", "{\"version\": 2}", "the file is of version 2, written by a newer Lockscope");
        row("no profiles", "{\"version\": 1}", "\"profiles\" must be a list of objects");
        row("port as text", head + "  {\"name\": \"b\",\n   \"host\": \"h\",\n   \"port\": \"6379\"}]}",
            "line 7: \"port\" must be a number");
        row("port too large", head + "  {\"name\": \"b\",\n   \"host\": \"h\", \"port\": 65536}]}",
            "line 6: \"port\" must be a whole number from 1 to 65535");
        row("a password", head + "  {\"name\": \"b\", \"host\": \"h\",\n\n   \"password\": \"x\"}]}",
            "line 7: \"password\" a password has no place in this file");
        row("unknown field", head + "  {\"name\": \"b\", \"host\": \"h\",\n   \"colour\": \"x\"}]}",
            "line 6: \"colour\" is not a field of this version");
        row("unknown environment",
            head + "  {\"name\": \"b\", \"host\": \"h\",\n   \"environment\": \"x\"}]}",
            "line 6: \"environment\" must be development, staging or production");
        row("in tls", head + "  {\"name\": \"b\", \"host\": \"h\", \"tls\": {\n   \"verify\": 1}}]}",
            "line 6: \"verify\" must be true or false");
        row("twice", head + "  {\"name\": \"a\", \"host\": \"h\"}]}",
            "line 5: there are two profiles named \"a\"");
        row("no name", head + "\n  {\"host\": \"h\"}]}", "line 6: profile \"\": a profile needs a name");
        row("no host", head + "  {\"name\": \"b\"}]}", "give a host or a socket");
        row("a number for a profile", head + "  7]}", "line 5: \"profiles\" must be a list of objects");
        row("bad base64",
            head + "  {\"name\": \"b\", \"host\": \"h\", \"patterns\": [{\"base64\": \"?\"}]}]}",
            "line 5: \"patterns\" must be a list of texts");
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
        const ProfileStore store(ProfileStore(folder()).fileName()); // a file where a folder should be
        const Done done = store.save({minimal(QStringLiteral("a"))});
        QVERIFY(!done.ok());
        QVERIFY(done.failure().text.contains(QStringLiteral("cannot make the folder")));
    }
};

QTEST_GUILESS_MAIN(tst_Profiles)
#include "tst_profiles.moc"
