// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/auditlog.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace lockscope;

class TestAuditLog : public QObject
{
    Q_OBJECT

private slots:
    void keepsWhatWasDoneAcrossReopening();
    void keepsTheOwnerAnActWasMeantFor();
    void looksWithoutLeavingAFile();
    void tellsWhenItCannotWrite();
};

void TestAuditLog::keepsWhatWasDoneAcrossReopening()
{
    QTemporaryDir folder;
    const QByteArray key("lock:\x00\xff", 7);
    const ActRequest request{.act = ActKind::ForceRelease,
                             .key = {key},
                             .expectedOwner = OwnerId{"alice"},
                             .reason = QStringLiteral("stuck since 3 a.m.")};
    const Receipt receipt{.act = ActKind::ForceRelease,
                          .result = ActResult::OwnerChanged,
                          .key = {key},
                          .foundOwner = OwnerId{"bob"},
                          .at = wallNow()};
    {
        AuditLog log(folder.path());
        QVERIFY(log.append(request, receipt).ok());
    }
    AuditLog log(folder.path());
    QVERIFY(log.append(request, receipt).ok());
    const auto entries = log.since({});
    QVERIFY(entries.ok());
    QCOMPARE(entries->size(), 2u);
    const AuditEntry &entry = entries->front();
    QCOMPARE(entry.key, key);
    QCOMPARE(entry.expectedOwner, QByteArray("alice"));
    QCOMPARE(entry.foundOwner, QByteArray("bob"));
    QCOMPARE(entry.result, QByteArray("owner-changed"));
    QCOMPARE(entry.reason, request.reason);
    QVERIFY(
        log.append({}, {.at = wallNow()}).ok()); // an act without a key was refused, and that is recorded too
    QCOMPARE(log.since({})->size(), 3u);
    QVERIFY(log.since(wallNow() + std::chrono::hours(1))->empty());
    const QFile::Permissions others =
        QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther;
    QCOMPARE(QFile::permissions(folder.filePath(QStringLiteral("audit.sqlite"))) & others,
             QFile::Permissions());
}

void TestAuditLog::keepsTheOwnerAnActWasMeantFor()
{
    QTemporaryDir folder;
    AuditLog log(folder.path());
    ActRequest request{.act = ActKind::SetExpiry, .key = {"lock:a"}, .expectedOwner = OwnerId{"alice"}};
    QVERIFY(log.append(request, {.act = ActKind::SetExpiry, .key = {"lock:a"}}).ok());
    request = {.act = ActKind::Release, .key = {"lock:a"}, .owner = {"bob"}};
    QVERIFY(log.append(request, {.act = ActKind::Release, .key = {"lock:a"}, .owner = {"bob"}}).ok());
    const auto entries = log.since({});
    QVERIFY(entries.ok());
    QCOMPARE(entries->at(0).expectedOwner, QByteArray("alice"));
    QCOMPARE(entries->at(1).expectedOwner, QByteArray("bob"));
}

void TestAuditLog::looksWithoutLeavingAFile()
{
    QTemporaryDir folder;
    AuditLog log(folder.path());
    QVERIFY(log.since({})->empty());
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("audit.sqlite"))));
}

void TestAuditLog::tellsWhenItCannotWrite()
{
    QTemporaryDir folder;
    QFile blocker(folder.filePath(QStringLiteral("file")));
    QVERIFY(blocker.open(QIODevice::WriteOnly));
    AuditLog log(folder.filePath(QStringLiteral("file/below")));
    const Done done = log.append({}, {});
    QVERIFY(!done.ok());
    QVERIFY(!done.failure().text.isEmpty());
}

QTEST_GUILESS_MAIN(TestAuditLog)
#include "tst_auditlog.moc"
