// SPDX-License-Identifier: GPL-3.0-or-later
// What the audit keeps before and after an act, and finds again.

#include "core/history/audit/auditdocument.h"
#include "core/history/audit/auditlog.h"
#include "tests/core/history/audit/auditacts.h"
#include "tests/support/rawsql.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>

namespace tst_auditlog
{

using namespace lockscope;
using test::sql;
using namespace std::chrono_literals;
using namespace lockscope::test::audit;

class TestAuditLog : public QObject
{
    Q_OBJECT

private slots:
    void aServerOfThisMachineHasOneName_data();
    void aServerOfThisMachineHasOneName();
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void keepsTheWholeActAcrossReopening();
    void keepsTheOwnersAnActWasMeantFor();
    void aNodeEach();
    void oneAnswerAnAct();
    void finds_data();
    void finds();
    void findsByTimeKeyAndNumber();
    void tellsWhoFoundWhom();
    void restoresByLine();
    void aPermitIsWrittenAsItsProgramKnowsIt();
    void countsWhatWasSent();
    void tellsOfChanges();
    void anActUnderWayDoesNotAnswerForAnother();

private:
    QString file() const { return m_folder->filePath(QStringLiteral("audit.sqlite")); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestAuditLog::keepsTheWholeActAcrossReopening()
{
    const WallTime at(1'700'000'000'000ms);
    {
        AuditLog log(m_folder->path());
        const auto number = log.asked(forced(), profile(), at);
        VERIFY_OK(number);
        QCOMPARE(*number, 1);
        VERIFY_OK(log.sending(1, step(), at + 5ms));
        VERIFY_OK(log.answered(1, receipt(ActResult::OwnerChanged), at + 9ms));
    }
    AuditLog log(m_folder->path());
    append(log, forced());
    const auto entries = log.find({});
    VERIFY_OK(entries);
    QCOMPARE(entries->size(), 2u);
    const AuditEntry &entry = entries->front();
    QCOMPARE(entry.number, 1);
    QCOMPARE(entry.atMs, 1'700'000'000'000);
    QVERIFY(!entry.user.isEmpty() && !entry.host.isEmpty());
    QCOMPARE(entry.profile, QStringLiteral("orders"));
    QCOMPARE(entry.act, "force-release");
    QCOMPARE(entry.key, Key);
    QCOMPARE(entry.kind, "rlock");
    QCOMPARE(entry.node, "10.0.0.1:6379");
    QCOMPARE(entry.expectedOwner, "alice");
    QCOMPARE(entry.expectedCount, 2);
    QCOMPARE(entry.foundOwner, "bob");
    QCOMPARE(entry.foundCount, 1);
    QCOMPARE(entry.reason, QStringLiteral("stuck since 3 a.m."));
    QCOMPARE(entry.result, "owner-changed");
    QCOMPARE(entry.woken, 3);
    QCOMPARE(entry.endedMs, std::optional<qint64>(1'700'000'000'009));
    QCOMPARE(entry.commands, QStringList({QStringLiteral("redis-cli a"), QStringLiteral("redis-cli b")}));
    QCOMPARE(entry.steps.size(), 1u);
    const AuditStep expected{.atMs = 1'700'000'000'005,
                             .node = "10.0.0.1:6379",
                             .cli = step().cli,
                             .act = "force-release",
                             .script = "rlock_force",
                             .foundOwner = "alice",
                             .foundCount = 2,
                             .before = step().before};
    QVERIFY(entry.steps.front() == expected);
}

void TestAuditLog::keepsTheOwnersAnActWasMeantFor()
{
    AuditLog log(m_folder->path());
    VERIFY_OK(log.asked(
        {.act = ActKind::SetExpiry, .key = {"a"}, .owner = {"bob"}, .expectedOwner = OwnerId{"alice"}},
        profile()));
    VERIFY_OK(log.asked({.act = ActKind::Release, .key = {"a"}, .owner = {"bob"}}, profile()));
    ActRequest several{.act = ActKind::ForceRelease, .key = {"a"}};
    several.expectedHolders = {Holder{.id = {"r1"}}, Holder{.id = {"r2"}}};
    VERIFY_OK(log.asked(several, profile()));
    const auto entries = log.find({});
    VERIFY_OK(entries);
    QCOMPARE(entries->at(0).expectedOwner, "alice");
    QCOMPARE(entries->at(1).expectedOwner, "bob");
    QCOMPARE(entries->at(2).expectedOwner, "r1, r2");
}

void TestAuditLog::aNodeEach()
{
    AuditLog log(m_folder->path());
    VERIFY_OK(log.asked(forced(), profile()));
    VERIFY_OK(log.sending(1, step("n1")));
    VERIFY_OK(log.sending(1, step("n2")));
    Receipt whole = receipt();
    whole.nodes = {{.node = {"n1"}, .result = ActResult::Done},
                   {.node = {"n2"}, .result = ActResult::Unknown, .foundOwner = OwnerId{"\xff"}}};
    whole.nodes.back().failure.text = QStringLiteral("no answer within 1 s");
    VERIFY_OK(log.answered(1, whole));
    const auto entries = log.find({});
    VERIFY_OK(entries);
    QCOMPARE(entries->size(), 1u);
    QCOMPARE(entries->front().steps.size(), 2u);
    QCOMPARE(entries->front().steps[1].node, "n2");
    QCOMPARE(entries->front().answers.size(), 2u);
    const AuditAnswer late{.node = "n2",
                           .result = "unknown",
                           .foundOwner = "\xff",
                           .failure = QStringLiteral("no answer within 1 s")};
    QVERIFY(entries->front().answers[1] == late);
}

void TestAuditLog::oneAnswerAnAct()
{
    AuditLog log(m_folder->path());
    append(log, forced());
    QVERIFY(!log.answered(1, receipt(ActResult::Refused)).ok());
    const auto entries = log.find({});
    VERIFY_OK(entries);
    QCOMPARE(entries->size(), 1u);
    QCOMPARE(entries->front().result, "done");
}

void TestAuditLog::finds_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<int>>("numbers");
    using Numbers = QList<int>;
    QTest::newRow("nothing wanted") << QString() << Numbers{1, 2, 3};
    QTest::newRow("key") << QStringLiteral("LOCK:b") << Numbers{2};
    QTest::newRow("byte of a key, as shown") << QStringLiteral("\\xff") << Numbers{1};
    QTest::newRow("what is behind a NUL") << QStringLiteral("%_") << Numbers{1};
    QTest::newRow("percent stands for itself") << QStringLiteral("50%") << Numbers{3};
    QTest::newRow("underscore stands for itself") << QStringLiteral("k_b") << Numbers();
    QTest::newRow("expected owner") << QStringLiteral("alice") << Numbers{1, 2, 3}; // Also found as an owner
    QTest::newRow("found owner") << QStringLiteral("bob") << Numbers{1, 2, 3};
    QTest::newRow("owner expected of one") << QStringLiteral("carol") << Numbers{2};
    QTest::newRow("reason") << QStringLiteral("3 A.M.") << Numbers{1};
    QTest::newRow("reason in capitals that are no ASCII") << QStringLiteral("ÜBER") << Numbers{3};
    QTest::newRow("reason in Chinese") << QStringLiteral("卡住") << Numbers{2};
    QTest::newRow("profile") << QStringLiteral("paym") << Numbers{3};
    QTest::newRow("node") << QStringLiteral("10.0.0.1:63") << Numbers{1, 2, 3};
    QTest::newRow("act") << QStringLiteral("set-exp") << Numbers{2};
    QTest::newRow("result") << QStringLiteral("owner-ch") << Numbers{3};
    QTest::newRow("kind") << QStringLiteral("RLock") << Numbers{1, 2, 3};
    QTest::newRow("quote") << QStringLiteral("' OR 1=1 --") << Numbers();
}

void TestAuditLog::finds()
{
    QFETCH(QString, text);
    QFETCH(QList<int>, numbers);
    AuditLog log(m_folder->path());
    append(log, forced());
    append(log, {.act = ActKind::SetExpiry,
                 .key = {"lock:b"},
                 .expectedOwner = OwnerId{"carol"},
                 .reason = QStringLiteral("卡住了")});
    append(log, {.act = ActKind::ForceRelease, .key = {"c"}, .reason = QStringLiteral("über 50% wait")},
           profile(QStringLiteral("Payments")), ActResult::OwnerChanged);
    const auto entries = log.find({.text = text});
    VERIFY_OK(entries);
    QList<int> found;
    for (const AuditEntry &entry : *entries)
        found << int(entry.number);
    QCOMPARE(found, numbers);
    QVERIFY(log.find({.text = log.find({})->front().user})->size() == 3);
    QVERIFY(log.find({.text = log.find({})->front().host})->size() == 3);
}

void TestAuditLog::findsByTimeKeyAndNumber()
{
    AuditLog log(m_folder->path());
    const WallTime begin(1'700'000'000'000ms);
    for (int i = 0; i < 5; ++i) {
        const ActKind act = i % 2 ? ActKind::Wake : ActKind::ForceRelease;
        VERIFY_OK(log.asked({.act = act, .key = {"k" + QByteArray::number(i)}}, profile(), begin + i * 1s));
    }
    VERIFY_OK(log.answered(5, receipt()));
    const auto count = [&log](const AuditQuery &query) { return log.find(query)->size(); };
    QCOMPARE(count({.from = begin + 3s}), 2u);
    QCOMPARE(count({.to = begin + 1s}), 2u);
    QCOMPARE(count({.from = begin + 1s, .to = begin + 3s}), 3u);
    QCOMPARE(count({.key = "k3"}), 1u);
    QCOMPARE(count({.key = "k"}), 0u);
    QCOMPARE(count({.acts = {"wake"}}), 2u);
    QCOMPARE(count({.acts = {"wake", "force-release"}}), 5u);
    QCOMPARE(count({.results = {"done"}}), 1u);
    QCOMPARE(count({.results = {"done", "unknown"}}), 5u);
    const auto newest = log.find({.most = 2});
    VERIFY_OK(newest);
    QCOMPARE(newest->size(), 2u);
    QCOMPARE(newest->front().key, "k3");
    QCOMPARE(newest->back().key, "k4");
    QCOMPARE(log.find({.text = QStringLiteral("k1"), .most = 1})->front().key, "k1"); // Searches all entries
    VERIFY_OK(log.sending(2, step()));
    QCOMPARE(log.find({.number = 2})->front().steps.front().before.size(), 3u);
    QVERIFY(log.find({.number = 2, .withValues = false})->front().steps.front().before.empty());
}

void TestAuditLog::tellsWhoFoundWhom()
{
    AuditEntry entry{.foundOwner = "after"};
    QCOMPARE(ownerFound(entry), "after"); // Version 1 stored nothing else
    entry.steps = {AuditStep{}, AuditStep{.foundOwner = "before"}};
    entry.result = "done";
    QCOMPARE(ownerFound(entry), "before");
    entry.result = "owner-changed";
    QCOMPARE(ownerFound(entry), "after");
    entry = {.foundOwner = "me", .result = "done", .steps = {AuditStep{}}};
    QCOMPARE(ownerFound(entry), QByteArray()); // It was free
}

void TestAuditLog::restoresByLine()
{
    AuditStep step{.cli = QStringLiteral("redis-cli -p 7000"),
                   .before = {{.key = {"plain"}, .dump = "text", .ttl = 0ms},
                              {.key = {"forever"}, .dump = "text"},
                              {.key = {QByteArray("n\0", 2)}, .dump = "\xff'", .ttl = 5s},
                              {.key = {"absent"}},
                              {.key = {"heavy"}, .why = QStringLiteral("too heavy")}}};
    const QStringList lines = restoreLines(step);
    QCOMPARE(lines.size(), 3);
    QVERIFY2(lines[0].startsWith(QLatin1String("redis-cli -p 7000 ")) && lines[0].contains(u'1'),
             qPrintable(lines[0]));
    QVERIFY2(lines[1].contains(u'0'), qPrintable(lines[1]));
    QVERIFY2(lines[2].endsWith(QLatin1String("| redis-cli -p 7000")) &&
                 lines[2].contains(QLatin1String("5000")),
             qPrintable(lines[2]));
    QVERIFY(!lines.join(u' ').contains(QLatin1String("REPLACE")));
}

void TestAuditLog::countsWhatWasSent()
{
    AuditLog log(m_folder->path());
    const WallTime at(1'700'000'000'000ms);
    for (int i = 0; i < 3; ++i)
        VERIFY_OK(log.asked(forced(), profile(), at));
    VERIFY_OK(log.asked(forced(), profile(QStringLiteral("other")), at));
    VERIFY_OK(log.sending(1, step("n1"), at + 1s));
    VERIFY_OK(log.sending(1, step("n2"), at + 1s));
    VERIFY_OK(log.sending(2, step(), at + 2s));
    VERIFY_OK(log.sending(4, step(), at + 2s));
    const auto recent = log.sentSince(profile(), at);
    VERIFY_OK(recent);
    QCOMPARE(recent->count, 2); // of the group one
    QCOMPARE(recent->first, std::optional(at + 1s));
    QCOMPARE(log.sentSince(profile(), at + 1s)->count, 1);
}

void TestAuditLog::tellsOfChanges()
{
    AuditLog reader(m_folder->path());
    QCOMPARE(reader.changes(), -1);
    QVERIFY(!QFile::exists(file()));
    AuditLog writer(m_folder->path());
    append(writer, forced());
    const qint64 first = reader.changes();
    QVERIFY(first >= 0);
    QCOMPARE(reader.changes(), first);
    VERIFY_OK(writer.asked(forced(), profile()));
    QVERIFY(reader.changes() != first);
}

// Its number is that of another act in the new file, or of none.
void TestAuditLog::anActUnderWayDoesNotAnswerForAnother()
{
    AuditLog log(m_folder->path());
    const WallTime before = wallNow() - 1min;
    const auto underWay = log.asked(forced(), profile(), before);
    VERIFY_OK(underWay);
    const auto second = log.asked(forced(), profile(), before);
    VERIFY_OK(second);
    QTemporaryDir archive;
    for (const QString &name : QDir(m_folder->path()).entryList(QDir::Files))
        QVERIFY(QFile::rename(m_folder->filePath(name), archive.filePath(name)));
    AuditLog other(m_folder->path());
    const auto others = other.asked(forced(), profile());
    VERIFY_OK(others);
    QCOMPARE(*others, *underWay);
    for (const qint64 act : {*underWay, *second}) {
        const Done sent = log.sending(act, step());
        QVERIFY(!sent.ok());
        QVERIFY2(sent.failure().text.contains(QLatin1String("moved away")), qPrintable(sent.failure().text));
        QVERIFY(!log.answered(act, receipt()).ok());
    }
    VERIFY_OK(other.sending(*others, step()));
    const auto all = *log.find({});
    QCOMPARE(all.size(), 1u);
    QCOMPARE(all[0].steps.size(), 1u);
    QVERIFY(!all[0].endedMs);
    VERIFY_OK(other.answered(*others, receipt())); // nobody was there before
}

void TestAuditLog::aServerOfThisMachineHasOneName_data()
{
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("asked");
    const QStringList names{QStringLiteral("localhost"), QStringLiteral("127.0.0.1"), QStringLiteral("::1"),
                            QStringLiteral("LocalHost")};
    for (const QString &written : names) {
        for (const QString &asked : names)
            QTest::addRow("%s, %s", qPrintable(written), qPrintable(asked)) << written << asked;
    }
}

void TestAuditLog::aServerOfThisMachineHasOneName()
{
    QFETCH(QString, written);
    QFETCH(QString, asked);
    const QTemporaryDir folder;
    AuditLog log(folder.path());
    const auto on = [](const QString &host, quint16 port = 7000) {
        ConnectionSpec spec;
        spec.host = host;
        spec.port = port;
        return spec;
    };
    append(log, forced(), on(written));
    append(log, forced(), on(written, 7001));
    append(log, forced(), on(QStringLiteral("10.0.0.1")));
    const auto entries = log.find({.profile = auditedProfile(on(asked))});
    VERIFY_OK(entries);
    QCOMPARE(entries->size(), size_t(1));
    // As earlier releases wrote it.
    QCOMPARE(
        sql(log.fileName(),
            {QStringLiteral("INSERT INTO act (at, user, host, program, profile, act, key, reason) SELECT at, "
                            "user, host, program, replace(profile, '127.0.0.1', 'localhost'), act, key, "
                            "reason FROM act")}),
        QString());
    const auto older = log.find({.profile = auditedProfile(on(asked))});
    VERIFY_OK(older);
    QCOMPARE(older->size(), size_t(2));
}

void TestAuditLog::aPermitIsWrittenAsItsProgramKnowsIt()
{
    const QByteArray hex = "e4dccc960102030405060708090a0b0c";
    AuditEntry entry{.key = "permits", .kind = "permit-semaphore", .expectedOwner = QByteArray::fromHex(hex)};
    const auto hasHex = [&] {
        return auditJson({entry}, QJsonDocument::Compact).contains("\"expected_owner_hex\":\"" + hex + '"');
    };
    QVERIFY(hasHex());
    entry.kind = "token-lock";
    QVERIFY(!hasHex());
}

LOCKSCOPE_TEST(TestAuditLog)

} // namespace tst_auditlog

#include "tst_auditlog.moc"
