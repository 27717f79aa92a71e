// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli incident: a folder for a ticket from a real server, without secrets.

#include "core/config/profilestore.h"
#include "core/history/historystore.h"
#include "core/history/values/historyfiles.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/live/program.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QJsonArray>
#include <QRegularExpression>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QTest>

namespace tst_cliincident
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray Owner = "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:92";
const QByteArray Rival = "c01dfe7a-2b44-4f19-8d0e-5a1be7c0aa90:7";
const QByteArray Password = "correct-horse-battery-9";
const QByteArray User = "locks-operator";

QByteArrayList formsOf(const QByteArray &secret)
{
    return {secret, secret.toBase64(QByteArray::OmitTrailingEquals), secret.toHex(), secret.toHex().toUpper(),
            secret.toPercentEncoding()};
}

} // namespace

class TestCliIncident : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();
    void init();
    void aFolderWithoutSecrets();
    void addressesMayBeKept();
    void aLockThatIsGone();
    void onlyWhatIsNew();
    void whatTheWindowRemembers();
    void oneFileWithHistory();
    void aFolderThatCannotBeMade();
    void helpAndBadInput();

private:
    std::unique_ptr<Sandbox> m_redis;
    QTemporaryDir m_dir;

    QByteArray url() const
    {
        return "redis://" + User + ':' + Password + "@127.0.0.1:" + QByteArray::number(m_redis->port());
    }
    Ended cli(const QByteArrayList &arguments)
    {
        return Program(QByteArrayList{"--config-dir", m_dir.path().toUtf8(), "--url", url()} + arguments)
            .ended();
    }
    // The files by name.
    QMap<QString, QByteArray> files(const QByteArrayList &more = {})
    {
        const Ended ended = cli(QByteArrayList{"incident", "order:77:lock", "--output",
                                               m_dir.filePath(QStringLiteral("out")).toUtf8()} +
                                more);
        if (ended.status != 0)
            qWarning("%s", ended.told().constData());
        const QDir folder(QString::fromUtf8(ended.out.trimmed()));
        QMap<QString, QByteArray> found;
        for (const QString &name : folder.entryList(QDir::Files)) {
            QFile file(folder.filePath(name));
            if (file.open(QIODevice::ReadOnly))
                found.insert(name, file.readAll());
        }
        return found;
    }
    static QString leaked(const QMap<QString, QByteArray> &files, const QByteArrayList &secrets)
    {
        for (const QByteArray &secret : secrets) {
            for (const QByteArray &form : formsOf(secret)) {
                for (auto file = files.cbegin(); file != files.cend(); ++file) {
                    if (file.value().contains(form))
                        return file.key() + QStringLiteral(": ") + QString::fromUtf8(form);
                }
            }
        }
        return {};
    }
};

void TestCliIncident::initTestCase()
{
    VERIFY_INTO(m_redis, Sandbox::start());
    VERIFY_OK(redisCli(m_redis->tcp(), {"ACL", "SETUSER", User, "on", ">" + Password, "~*", "&*", "+@all"}));
}

void TestCliIncident::init()
{
    VERIFY_OK(redisCli(m_redis->tcp(), {"FLUSHALL"}));
    VERIFY_OK(redisCli(m_redis->tcp(), {"HSET", "order:77:lock", Owner, "2"}));
}

void TestCliIncident::aFolderWithoutSecrets()
{
    const Ended act = cli(
        {"force-release", "order:77:lock", "--expect-owner", Rival, "--reason", "saw " + Rival + " hang"});
    QVERIFY2(act.status == 1, act.told().constData());
    const auto found = files();
    QCOMPARE(found.keys(), (QStringList{QStringLiteral("README.md"), QStringLiteral("audit.json"),
                                        QStringLiteral("commands.sh"), QStringLiteral("doctor.json"),
                                        QStringLiteral("lock.json"), QStringLiteral("nodes.json"),
                                        QStringLiteral("timeline.csv"), QStringLiteral("timeline.json"),
                                        QStringLiteral("versions.txt")}));
    QByteArrayList secrets{Owner, Owner.left(36), Rival, Rival.left(36), Password, User, "127.0.0.1"};
    const QByteArray host = QSysInfo::machineHostName().toUtf8();
    if (host.size() >= 6)
        secrets << host;
    const QString leak = leaked(found, secrets);
    QVERIFY2(leak.isEmpty(), qPrintable(leak));
    const QByteArray page = found.value(QStringLiteral("README.md"));
    for (const char *part : {"no-expiry", "force-release", "owner-changed", "redis-cli", "lockscope-cli "})
        QVERIFY2(page.contains(part), (QByteArray(part) + " in\n" + page).constData());
    QVERIFY2(
        QString::fromUtf8(page).contains(QRegularExpression(QStringLiteral("(Redis|Valkey) \\d+\\.\\d"))),
        page.constData());
    const QJsonObject lock = QJsonDocument::fromJson(found.value(QStringLiteral("lock.json")))
                                 .object()
                                 .value(QStringLiteral("lock"))
                                 .toObject();
    QCOMPARE(lock.value(QStringLiteral("kind")).toString(), QStringLiteral("rlock"));
    const QJsonArray audit = QJsonDocument::fromJson(found.value(QStringLiteral("audit.json")))
                                 .object()
                                 .value(QStringLiteral("audit"))
                                 .toArray();
    QCOMPARE(audit.size(), 1);
    // The holder has the same name in both.
    const QString owner = lock.value(QStringLiteral("holders"))
                              .toArray()
                              .at(0)
                              .toObject()
                              .value(QStringLiteral("id"))
                              .toString();
    QVERIFY(owner.startsWith(QLatin1String("owner-")));
    QCOMPARE(audit.at(0).toObject().value(QStringLiteral("found_owner")).toString(), owner);
    QVERIFY(audit.at(0)
                .toObject()
                .value(QStringLiteral("reason"))
                .toString()
                .startsWith(QLatin1String("saw owner-")));
}

void TestCliIncident::addressesMayBeKept()
{
    const auto found = files({"--keep-addresses"});
    QVERIFY(found.value(QStringLiteral("nodes.json"))
                .contains("127.0.0.1:" + QByteArray::number(m_redis->port())));
    QVERIFY(found.value(QStringLiteral("commands.sh"))
                .contains("-h 127.0.0.1 -p " + QByteArray::number(m_redis->port())));
    const QString leak = leaked(found, {Owner, Rival, Password, User});
    QVERIFY2(leak.isEmpty(), qPrintable(leak));
    // Reading commands work; changing ones are commented out.
    QProcess shell;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("REDISCLI_AUTH"), QString::fromUtf8(Password));
    shell.setProcessEnvironment(environment);
    const QByteArray script = QByteArray(found.value(QStringLiteral("commands.sh"))).replace("user-1", User);
    shell.start(QStringLiteral("/bin/sh"), {QStringLiteral("-c"), QString::fromUtf8(script)});
    QVERIFY(shell.waitForFinished());
    const QByteArray output = shell.readAllStandardOutput();
    QVERIFY2(output.contains(Owner), (output + shell.readAllStandardError()).constData());
    const auto left = redisCli(m_redis->tcp(), {"HGET", "order:77:lock", Owner});
    VERIFY_OK(left);
    QCOMPARE(left->trimmed(), QByteArray("2"));
}

void TestCliIncident::aLockThatIsGone()
{
    VERIFY_OK(redisCli(m_redis->tcp(), {"DEL", "order:77:lock"}));
    const auto found = files();
    QVERIFY(found.value(QStringLiteral("README.md")).contains("No lock has this name now."));
}

void TestCliIncident::onlyWhatIsNew()
{
    cli({"force-release", "order:77:lock", "--expect-owner", Rival, "--reason", "once more"});
    const auto all = files();
    QVERIFY(all.value(QStringLiteral("audit.json")).contains("once more"));
    QVERIFY(!files({"--since", "1ms"}).value(QStringLiteral("audit.json")).contains("once more"));
}

// The history that the desktop program keeps for a profile.
void TestCliIncident::whatTheWindowRemembers()
{
    ConnectionSpec spec = m_redis->tcp();
    spec.name = QStringLiteral("orders");
    VERIFY_OK(ProfileStore(m_dir.path()).save({spec}));
    QVERIFY(QDir(m_dir.path()).mkpath(QStringLiteral("history")));
    const QString file = m_dir.filePath(QStringLiteral("history/") + historyFileName(spec.name));
    const auto run = [this] {
        const Ended ended =
            Program({"--config-dir", m_dir.path().toUtf8(), "--profile", "orders", "incident",
                     "order:77:lock", "--output", m_dir.filePath(QStringLiteral("out")).toUtf8()})
                .ended();
        QFile page(QString::fromUtf8(ended.out.trimmed()) + QStringLiteral("/README.md"));
        return page.open(QIODevice::ReadOnly) ? page.readAll() : ended.told();
    };
    {
        HistoryStore store(file);
        VERIFY_OK(store.open());
        LockEvent event{
            .kind = EventKind::Acquired, .key = LockName{"order:77:lock"}, .owner = OwnerId{Rival}};
        event.wallAt = wallNow() - std::chrono::hours(3);
        LockEvent end = event;
        end.kind = EventKind::Forced;
        end.held = std::chrono::hours(1);
        end.wallAt += std::chrono::hours(1);
        VERIFY_OK(store.append(std::vector<LockEvent>{event, end}));
        VERIFY_OK(store.commit());
        const QByteArray page = run(); // While another program writes to it
        QVERIFY2(page.contains(" forced owner-") && !page.contains("could not be read"), page.constData());
    }
    const QByteArray page = run();
    QVERIFY2(page.contains(" forced owner-"), page.constData());
    QVERIFY(!page.contains(Rival));
    QFile damaged(file);
    QVERIFY(damaged.open(QIODevice::WriteOnly | QIODevice::Truncate));
    damaged.write(QByteArray(8192, 'x'));
    damaged.close();
    const QByteArray without = run();
    QVERIFY2(without.contains("The history could not be read"), without.constData());
    // The folder name could identify the user.
    QVERIFY2(!without.contains(m_dir.path().toUtf8()), without.constData());
}

void TestCliIncident::oneFileWithHistory()
{
    ConnectionSpec spec = m_redis->tcp();
    spec.name = QStringLiteral("bundled");
    VERIFY_OK(ProfileStore(m_dir.path()).save({spec}));
    QVERIFY(QDir(m_dir.path()).mkpath(QStringLiteral("history")));
    const QString output = m_dir.filePath(QStringLiteral("one.lockscope"));
    const auto run = [&] {
        return Program({"--config-dir", m_dir.path().toUtf8(), "--profile", "bundled", "--json", "incident",
                        "order:77:lock", "--bundle", QFile::encodeName(output)})
            .ended();
    };
    const Ended without = run();
    QVERIFY2(without.status == 2 && without.err.contains("no history is kept"), without.told().constData());
    {
        HistoryStore store(m_dir.filePath(QStringLiteral("history/") + historyFileName(spec.name)));
        VERIFY_OK(store.open());
        LockEvent event{.kind = EventKind::Acquired,
                        .key = LockName{"order:77:lock"},
                        .owner = OwnerId{Owner},
                        .node = NodeId{"127.0.0.1:6379"}};
        event.wallAt = wallNow() - std::chrono::hours(3);
        VERIFY_OK(store.append(std::vector<LockEvent>{event}));
        event.kind = EventKind::Renewed;
        event.wallAt = wallNow() - std::chrono::minutes(5);
        VERIFY_OK(store.append(std::vector<LockEvent>{event}));
        VERIFY_OK(store.commit());
        const Ended ended = run(); // While another program writes to it
        QVERIFY2(ended.status == 0, ended.told().constData());
        const QJsonObject receipt = QJsonDocument::fromJson(ended.out).object();
        QCOMPARE(receipt.value(QStringLiteral("attached")).toArray().size(), 10);
        QCOMPARE(receipt.value(QStringLiteral("names")).toString(), QStringLiteral("replaced"));
    }
    QFile file(output);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    for (const QByteArray &secret : {Owner, Owner.left(36), Password, QByteArray("127.0.0.1")})
        QVERIFY2(!bytes.contains(secret), secret.constData());
    QVERIFY(bytes.contains("order:77:lock is key-") && bytes.contains("no-expiry"));
    const Ended again = run();
    QVERIFY2(again.status == 2 && again.err.contains("exists"), again.told().constData());
}

void TestCliIncident::aFolderThatCannotBeMade()
{
    QFile file(m_dir.filePath(QStringLiteral("file")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const Ended ended = cli({"incident", "order:77:lock", "--output", file.fileName().toUtf8()});
    QCOMPARE(ended.status, 5);
    QVERIFY2(ended.err.contains("cannot create"), ended.told().constData());
    const Ended json = cli(
        {"--json", "incident", "order:77:lock", "--output", m_dir.filePath(QStringLiteral("out")).toUtf8()});
    QCOMPARE(json.status, 0);
    QCOMPARE(json.json().value(QStringLiteral("files")).toArray().size(), 9);
    QVERIFY(QDir(json.json().value(QStringLiteral("folder")).toString()).exists());
}

void TestCliIncident::helpAndBadInput()
{
    QVERIFY(cli({"incident", "--help"}).out.contains("--keep-addresses"));
    QCOMPARE(cli({"incident"}).status, 2);
    QCOMPARE(cli({"incident", "a", "--since", "soon"}).status, 2);
    QCOMPARE(cli({"scan", "--keep-addresses"}).status, 2);
}

LOCKSCOPE_TEST(TestCliIncident)

} // namespace tst_cliincident

#include "tst_cliincident.moc"
