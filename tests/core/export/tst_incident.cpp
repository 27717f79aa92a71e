// SPDX-License-Identifier: GPL-3.0-or-later
// The folder for a ticket: it contains what is known, and no secret in any encoding.

#include "core/base/csv.h"
#include "core/export/incident.h"
#include "core/export/redactor.h"
#include "core/history/audit/auditdocument.h"
#include "tests/core/export/incidentsample.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

namespace tst_incident
{

using namespace lockscope;
using namespace std::chrono_literals;
using namespace lockscope::test::incident;

class TestIncident : public QObject
{
    Q_OBJECT

private slots:
    void noSecretIsInAnyFile();
    void partsOfOwnersAreInNoFile_data();
    void partsOfOwnersAreInNoFile();
    void whereItWasCollectedIsInNoFile();
    void whatStandsInTheNameOfTheLock_data();
    void whatStandsInTheNameOfTheLock();
    void aConnectionNamedByItsAddress();
    void datesAndNumbersAreNobody();
    void hostsThatServersNameAreInNoFile();
    void severalOwnersAtOnce();
    void addressesMayBeKept();
    void theSameThingHasTheSameName();
    void theFilesTellWhatIsKnown();
    void commandsChangeNothingAsTheyStand();
    void aLockThatIsGone();
    void nothingIsAFormula();
    void writtenAsAWholeOrNotAtAll();
};

void TestIncident::noSecretIsInAnyFile()
{
    const auto bundle = incidentBundle(sample());
    VERIFY_OK(bundle);
    QCOMPARE(bundle->files.size(), size_t(9));
    for (const QByteArray &secret : secrets() + addresses()) {
        for (const QByteArray &form : formsOf(secret)) {
            for (const IncidentFile &file : bundle->files) {
                const qsizetype at = file.bytes.indexOf(form);
                QVERIFY2(at < 0, (secret + " as " + form + " in " + file.name.toUtf8() + ": " +
                                  file.bytes.mid(std::max<qsizetype>(0, at - 60), 160))
                                     .constData());
            }
        }
    }
}

void TestIncident::partsOfOwnersAreInNoFile_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("owner");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("ShedLock's host") << QByteArray("shedlock") << QByteArray("job-lock:shop:invoices")
                                     << QByteArray("ADDED:2026-11-23T02:15:00.123Z@app-17.shop.internal")
                                     << QByteArray("app-17.shop.internal");
    QTest::newRow("ShedLock's host, and a uuid")
        << QByteArray("shedlock") << QByteArray("job-lock:shop:invoices")
        << QByteArray(
               "ADDED:2026-11-23T02:15:00.123Z@app-17.shop.internal:6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f")
        << QByteArray("app-17.shop.internal");
    QTest::newRow("DistributedLock's machine")
        << QByteArray("distributed-lock") << QByteArray("invoices")
        << QByteArray("WEB-7_4711_0123456789abcdef0123456789abcdef") << QByteArray("WEB-7");
    QTest::newRow("redis-py's network card")
        << QByteArray("token-lock") << QByteArray("lock:invoices")
        << QByteArray("d6a4b8f0c84d11f0a2b300163e4a5b6c") << QByteArray("00:16:3e:4a:5b:6c");
    QTest::newRow("what bsm/redislock was given")
        << QByteArray("token-lock") << QByteArray("lock:invoices")
        << QByteArray("AAECAwQFBgcICQoLDA0ODwweb-1 of Alice") << QByteArray("web-1 of Alice");
}

void TestIncident::partsOfOwnersAreInNoFile()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, owner);
    QFETCH(QByteArray, part);
    const Format *format = Registry::builtIn().find(kind);
    QVERIFY(format);
    Incident incident = sample();
    incident.key = LockName{key};
    incident.audit.clear();
    Lock lock = *incident.detail.lock;
    lock.key = incident.key;
    lock.kind = format->kind();
    lock.type = ValueType::String;
    lock.holders = {Holder{.id = OwnerId{owner}, .count = 1}};
    incident.detail = {.lock = std::make_shared<const Lock>(lock), .rawString = owner};
    incident.detail.explanation = format->explain(
        {.key = incident.key, .type = ValueType::String, .ttl = 30s, .size = owner.size(), .string = owner});
    QVERIFY2(incident.detail.explanation.join(u'\n').contains(QString::fromUtf8(part)),
             qPrintable(incident.detail.explanation.join(u'\n')));
    incident.unread = QStringLiteral("seen with %1").arg(QString::fromUtf8(owner));
    const auto bundle = incidentBundle(incident);
    VERIFY_OK(bundle);
    for (const IncidentFile &file : bundle->files) {
        for (const QByteArray &form : formsOf(part))
            QVERIFY2(!file.bytes.contains(form), (form + " in " + file.name.toUtf8()).constData());
    }
    QVERIFY(fileOf(*bundle, "lock.json").contains("owner-1"));
}

void TestIncident::whereItWasCollectedIsInNoFile()
{
    Incident incident = sample();
    incident.audit.clear();
    incident.spec.tls = {};
    incident.account = QStringLiteral("eve17");
    incident.machine = QStringLiteral("desk-18");
    incident.folders = {QStringLiteral("/home/eve17"), QStringLiteral("/srv/cfg")};
    incident.eventsNote = QStringLiteral("/srv/cfg/history/o.sqlite of eve17 on desk-18");
    incident.auditNote = QStringLiteral("/home/eve17/.config/lockscope/audit.sqlite cannot be read");
    const auto bundle = incidentBundle(incident);
    VERIFY_OK(bundle);
    for (const IncidentFile &file : bundle->files) {
        for (const char *secret : {"eve17", "desk-18", "/home", "/srv/cfg"})
            QVERIFY2(!file.bytes.contains(secret), (secret + (" in " + file.bytes)).constData());
    }
    QVERIFY(fileOf(*bundle, "timeline.json").contains("/history/o.sqlite of user-"));
    notePlace(incident, QStringLiteral("somewhere"));
    QVERIFY(!incident.account.isEmpty());
    QCOMPARE(incident.machine, QSysInfo::machineHostName());
    QVERIFY(incident.folders.contains(QDir::homePath()) &&
            incident.folders.contains(QDir(QStringLiteral("somewhere")).absolutePath()));
}

void TestIncident::whatStandsInTheNameOfTheLock_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("owner");
    QTest::newRow("a host") << QByteArray("lock:redis-7.shop.internal") << Holder1;
    QTest::newRow("a client") << QByteArray("leader:billing-worker-3") << Holder1;
    QTest::newRow("a part of its owner")
        << QByteArray("leader:checkout-service-7")
        << QByteArray("checkout-service-7:6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f");
    QTest::newRow("its owner") << QByteArray("leader:checkout-service-7") << QByteArray("checkout-service-7");
}

void TestIncident::whatStandsInTheNameOfTheLock()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, owner);
    Incident incident = sample();
    incident.key = LockName{key};
    incident.audit.clear();
    Lock lock = *incident.detail.lock;
    lock.key = incident.key;
    lock.holders = {Holder{.id = OwnerId{owner}, .count = 1}};
    incident.detail.lock = std::make_shared<const Lock>(lock);
    const auto bundle = incidentBundle(incident);
    VERIFY_OK(bundle);
    QVERIFY(bundle->files.front().bytes.contains(key)); // The name of the lock is disclosed
    if (!key.contains(owner))
        QVERIFY(!bundle->files.front().bytes.contains(owner));
    // A password is never disclosed, even as part of the name.
    incident.spec.password = QString::fromUtf8(key.mid(key.indexOf(':') + 1));
    const auto refused = incidentBundle(incident);
    QVERIFY(!refused.ok());
    QVERIFY(!refused.failure().remedy.isEmpty());
}

void TestIncident::aConnectionNamedByItsAddress()
{
    Incident incident = sample();
    incident.spec.name = QStringLiteral("locks-operator@redis-7.shop.internal:6379");
    const auto bundle = incidentBundle(incident);
    VERIFY_OK(bundle);
    for (const IncidentFile &file : bundle->files)
        QVERIFY2(!file.bytes.contains("redis-7.shop"), qPrintable(file.name));
    QVERIFY(bundle->files.front().bytes.contains("connection: user-"));
}

void TestIncident::datesAndNumbersAreNobody()
{
    Redactor redactor;
    redactor.owner("ADDED:2026-11-23T02:15:00Z@app-17");
    redactor.owner("2026-11-23T02");
    redactor.owner("1771000000");
    redactor.owner("17710000001771000000");
    QCOMPARE(redactor.told().size(), 4u); // Parts of the first id are not owners by themselves
    QCOMPARE(redactor.leakIn("at 2026-11-23T02:16:00Z, 1771000000123 ms, 1771000000 s"), QByteArray());
    QCOMPARE(redactor.leakIn("(17710000001771000000)"), QByteArray("owner-4"));
    QCOMPARE(redactor.text(QStringLiteral("1771000000 held it at 1771000000123, 2026-11-23T02:16")),
             QStringLiteral("owner-3 held it at 1771000000123, 2026-11-23T02:16"));
}

void TestIncident::hostsThatServersNameAreInNoFile()
{
    Incident incident = sample();
    HealthReport &report = incident.health;
    report.findings.front().text = QStringLiteral("replica-3.internal and db-9 lag");
    report.findings.front().evidence = {QStringLiteral("slave0:ip=replica-3.internal,port=6380,state=online"),
                                        QStringLiteral("master_host:db-9"),
                                        QStringLiteral("replica-announce-ip \"db-11\""),
                                        QStringLiteral("fd00:1:2::7 answers at 12:30:45")};
    report.nodes.front().connection.reason.text = QStringLiteral("refused: addr=client-5.internal:50122");
    incident.unread = QStringLiteral("db-12 is gone, so is client-5.internal");
    report.nodes.front().replica.emplace().master = NodeId{"db-12:6379"};
    incident.detail = {};
    const auto bundle = incidentBundle(incident);
    VERIFY_OK(bundle);
    for (const IncidentFile &file : bundle->files) {
        for (const char *host :
             {"replica-3.internal", "db-9", "db-11", "db-12", "fd00:1:2", "client-5.internal"})
            QVERIFY2(!file.bytes.contains(host), (host + (" in " + file.bytes)).constData());
    }
    QVERIFY(fileOf(*bundle, "doctor.json").contains("slave0:ip=host-"));
    QVERIFY(fileOf(*bundle, "doctor.json").contains(" answers at 12:30:45"));
}

void TestIncident::severalOwnersAtOnce()
{
    Incident incident = sample();
    incident.audit.front().expectedOwner = Holder1 + ", " + Foreign + ", somebody-else-9";
    incident.audit.front().reason = QStringLiteral("somebody-else-9 was gone");
    const auto bundle = incidentBundle(incident);
    VERIFY_OK(bundle);
    const QJsonObject entry = QJsonDocument::fromJson(fileOf(*bundle, "audit.json"))
                                  .object()
                                  .value(QStringLiteral("audit"))
                                  .toArray()
                                  .at(0)
                                  .toObject();
    const QStringList names =
        entry.value(QStringLiteral("expected_owner")).toString().split(QStringLiteral(", "));
    QCOMPARE(names.size(), 3);
    QCOMPARE(names.front(), entry.value(QStringLiteral("found_owner")).toString());
    for (const QString &name : names)
        QVERIFY2(name.startsWith(QLatin1String("owner-")), qPrintable(name));
    QCOMPARE(entry.value(QStringLiteral("reason")).toString(), names.back() + QStringLiteral(" was gone"));
}

void TestIncident::addressesMayBeKept()
{
    Incident incident = sample();
    incident.keepAddresses = true;
    const auto bundle = incidentBundle(incident);
    VERIFY_OK(bundle);
    QByteArray all;
    for (const IncidentFile &file : bundle->files)
        all += file.bytes;
    QVERIFY(all.contains("redis-7.shop.internal:6379") && all.contains("10.20.30.40:51234"));
    for (const QByteArray &secret : secrets()) {
        for (const QByteArray &form : formsOf(secret))
            QVERIFY2(!all.contains(form), secret.constData());
    }
}

void TestIncident::theSameThingHasTheSameName()
{
    const auto bundle = incidentBundle(sample());
    VERIFY_OK(bundle);
    const QJsonObject lock = QJsonDocument::fromJson(fileOf(*bundle, "lock.json"))
                                 .object()
                                 .value(QStringLiteral("lock"))
                                 .toObject();
    const QString owner = lock.value(QStringLiteral("holders"))
                              .toArray()
                              .at(0)
                              .toObject()
                              .value(QStringLiteral("id"))
                              .toString();
    QVERIFY2(owner.startsWith(QLatin1String("owner-")), qPrintable(owner));
    const QJsonObject entry = QJsonDocument::fromJson(fileOf(*bundle, "audit.json"))
                                  .object()
                                  .value(QStringLiteral("audit"))
                                  .toArray()
                                  .at(0)
                                  .toObject();
    QCOMPARE(entry.value(QStringLiteral("found_owner")).toString(), owner);
    QVERIFY(fileOf(*bundle, "timeline.csv").contains(owner.toUtf8()));
    QVERIFY(fileOf(*bundle, "README.md").contains("| " + owner.toUtf8() + " | 39 | `h8-h4-h4-h4-h12:d2` |") ||
            fileOf(*bundle, "README.md").contains("| " + owner.toUtf8() + " | 39 |"));
    const QString field = lock.value(QStringLiteral("raw"))
                              .toObject()
                              .value(QStringLiteral("fields"))
                              .toArray()
                              .at(0)
                              .toObject()
                              .value(QStringLiteral("name"))
                              .toString();
    QCOMPARE(field, owner);
}

void TestIncident::theFilesTellWhatIsKnown()
{
    const auto bundle = incidentBundle(sample());
    VERIFY_OK(bundle);
    QVERIFY2(bundle->folder.startsWith(QLatin1String("lockscope-incident-order_77_lock-20260213T")),
             qPrintable(bundle->folder));
    QCOMPARE(bundle->files.front().name, QStringLiteral("README.md"));
    const QByteArray page = bundle->files.front().bytes;
    for (const char *part :
         {"# Incident: lock `order:77:lock`", "## Verdict", "no-expiry", "## Holders", "## Waiters", "alive",
          "## Copies", "other-owner", "## What happened", "## What was done", "owner-changed",
          "## Next steps", "redis-cli", "lockscope-cli 0.3.0", "Redis 7.0.15"}) {
        QVERIFY2(page.contains(part), (QByteArray(part) + " in\n" + page).constData());
    }
    QVERIFY(fileOf(*bundle, "doctor.json").contains("no-persistence"));
    QVERIFY(fileOf(*bundle, "versions.txt").contains("7.0.15"));
    for (const char *name : {"lock.json", "timeline.json", "nodes.json", "doctor.json", "audit.json"})
        QVERIFY2(QJsonDocument::fromJson(fileOf(*bundle, name)).isObject(), name);
    QCOMPARE(fileOf(*bundle, "timeline.csv").count('\n'), 3);
    const QJsonObject entry = QJsonDocument::fromJson(fileOf(*bundle, "audit.json"))
                                  .object()
                                  .value(QStringLiteral("audit"))
                                  .toArray()
                                  .at(0)
                                  .toObject();
    const QJsonObject sent = entry.value(QStringLiteral("sent")).toArray().at(0).toObject();
    const QJsonObject before = sent.value(QStringLiteral("before")).toArray().at(0).toObject();
    QVERIFY(before.value(QStringLiteral("existed")).toBool());
    QVERIFY(
        before.value(QStringLiteral("not_kept")).toString().startsWith(QString::number(4 + Holder1.size())));
    for (const char *field : {"dump_base64", "restore"})
        QVERIFY2(!before.contains(QLatin1String(field)), field);
}

// Running the file unchanged must be safe.
void TestIncident::commandsChangeNothingAsTheyStand()
{
    const auto bundle = incidentBundle(sample());
    VERIFY_OK(bundle);
    const QByteArrayList lines = fileOf(*bundle, "commands.sh").split('\n');
    QVERIFY(lines.join('\n').contains("EVAL"));
    for (const QByteArray &line : lines) {
        const bool reads = line.contains(" TYPE ") || line.contains(" PTTL ") || line.contains(" HGETALL ");
        QVERIFY2(line.isEmpty() || line.startsWith('#') || reads, line.constData());
    }
}

void TestIncident::aLockThatIsGone()
{
    Incident incident = sample();
    incident.detail = {};
    const auto bundle = incidentBundle(incident);
    VERIFY_OK(bundle);
    QVERIFY(bundle->files.front().bytes.contains("No lock has this name now."));
    QVERIFY(bundle->files.front().bytes.contains("owner-changed")); // Past acts stay listed
}

// Safe to open in a spreadsheet.
void TestIncident::nothingIsAFormula()
{
    QCOMPARE(csvLine({QStringLiteral("=1+2"), QStringLiteral("+a"), QStringLiteral("-cmd|x"),
                      QStringLiteral("@SUM(A1)"), QStringLiteral("=a,\"b\"")}),
             QByteArray("'=1+2,'+a,'-cmd|x,'@SUM(A1),\"'=a,\"\"b\"\"\"\n"));
    QCOMPARE(csvLine({QStringLiteral("-12"), QStringLiteral("-1.5"), QStringLiteral("a=b"),
                      QStringLiteral("-"), QString(), QStringLiteral("a-b")}),
             QByteArray("-12,-1.5,a=b,-,,a-b\n"));
    AuditEntry entry{.number = 1, .key = "=HYPERLINK(1)", .expectedOwner = "@owner"};
    entry.reason = QStringLiteral("+1 from me");
    const QByteArray csv = auditCsv({entry});
    QVERIFY2(csv.contains(",'=HYPERLINK(1),") && csv.contains(",'@owner,") && csv.contains(",'+1 from me,"),
             csv.constData());
}

void TestIncident::writtenAsAWholeOrNotAtAll()
{
    QTemporaryDir parent;
    const IncidentBundle good{
        .folder = QStringLiteral("one"),
        .files = {{QStringLiteral("README.md"), "text"}, {QStringLiteral("a.json"), "{}"}}};
    for (const char *name : {"one", "one-2"}) {
        const auto folder = writeIncident(good, parent.path());
        VERIFY_OK(folder);
        QCOMPARE(*folder, parent.filePath(QLatin1String(name)));
        QCOMPARE(QDir(*folder).entryList(QDir::Files).size(), 2);
        QCOMPARE(QFile::permissions(*folder) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
        QCOMPARE(QFile::permissions(*folder + QStringLiteral("/a.json")) &
                     (QFile::ReadGroup | QFile::ReadOther),
                 QFile::Permissions());
    }
    IncidentBundle bad = good;
    bad.folder = QStringLiteral("two");
    bad.files.push_back({QStringLiteral("no/such/folder"), "text"}); // The third file cannot be written
    QVERIFY(!writeIncident(bad, parent.path()).ok());
    QCOMPARE(QDir(parent.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot | QDir::Hidden),
             (QStringList{QStringLiteral("one"), QStringLiteral("one-2")}));
    QFile file(parent.filePath(QStringLiteral("file")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(!writeIncident(good, file.fileName()).ok());
}

LOCKSCOPE_TEST(TestIncident)

} // namespace tst_incident

#include "tst_incident.moc"
