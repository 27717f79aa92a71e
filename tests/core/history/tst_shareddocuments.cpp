// SPDX-License-Identifier: GPL-3.0-or-later
// The documents of an incident inside of a recording for others.

#include "core/history/sharing/incidentfolder.h"
#include "core/history/sharing/sharing.h"
#include "tests/core/history/historystoretest.h"
#include "tests/support/rawsql.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QFile>
#include <QSet>

namespace tst_shareddocuments
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

QByteArray contentOf(const QString &name)
{
    QFile file(name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestSharedDocuments : public test::HistoryStoreTest
{
    Q_OBJECT

private slots:
    void init() { start(); }
    void documentsOfAnIncident();
    void namesOfDocumentsAreChecked();

private:
    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    QString shared() const { return path("out.lockscope"); }
    ShareQuery query() const { return {.files = {file()}, .output = shared(), .keepsNames = true}; }
    void record();
};

void TestSharedDocuments::record()
{
    const auto store = opened();
    VERIFY_OK(store->append(Mark{.kind = Mark::Kind::Opened, .at = Start}));
    VERIFY_OK(store->append({lockEvent(EventKind::Acquired, "lock:a", "ann", 10s),
                             lockEvent(EventKind::Released, "lock:a", "ann", 40s, 30s)}));
    VERIFY_OK(store->close(Start + 90s));
}

void TestSharedDocuments::documentsOfAnIncident()
{
    record();
    const QDir folder(path("incident"));
    QVERIFY(QDir().mkpath(folder.path()));
    const auto put = [&folder](const char *name, const QByteArray &bytes) {
        QFile one(folder.filePath(QLatin1String(name)));
        return one.open(QIODevice::WriteOnly) && one.write(bytes) == bytes.size();
    };
    QVERIFY(put("README.md", "# lock:a\n`lock:a` in lockscope-incident-lock_a-2026, `lock\\:a`"));
    QVERIFY(
        put("lock.json",
            "{\"lock\":{\"companions\":[\"q:{lock:a}\"],\"key\":\"lock:a\",\"same_owner\":[\"lock:b\"]}}"));
    const auto documents = incidentFolder(folder.path());
    VERIFY_OK(documents);
    QCOMPARE(lockOfIncident(*documents), std::optional(LockName{"lock:a"}));
    ShareQuery wanted = query();
    wanted.keepsNames = false;
    wanted.attached = *documents;
    const auto receipt = share(wanted);
    VERIFY_OK(receipt);
    const QStringList names{QStringLiteral("README.md"), QStringLiteral("in-the-recording.txt"),
                            QStringLiteral("lock.json")};
    QCOMPARE(QSet<QString>(receipt->attached.begin(), receipt->attached.end()),
             QSet<QString>(names.begin(), names.end()));
    const auto files = attachedFiles(shared());
    VERIFY_OK(files);
    QCOMPARE(files->size(), size_t(3));
    QCOMPARE(files->at(0).bytes, documents->at(0).bytes); // as it was
    QCOMPARE(files->at(2).bytes, documents->at(1).bytes);
    // Says how the recording names the lock.
    const QByteArrayList words = files->at(1).bytes.split(' ');
    QCOMPARE(words.front(), QByteArray("lock:a"));
    HistoryReader copy(shared());
    VERIFY_OK(copy.openForReading());
    QVERIFY(!copy.lockEvents({words.at(2)}, 10)->events.empty());
    // A copy of the copy keeps them.
    ShareQuery once = query();
    once.files = {shared()};
    once.output = path("again.lockscope");
    VERIFY_OK(share(once));
    QCOMPARE(attachedFiles(once.output)->size(), size_t(3));
    const auto saved = saveAttached(*files, m_folder->path(), QStringLiteral("saved"));
    VERIFY_OK(saved);
    QCOMPARE(contentOf(*saved + QStringLiteral("/lock.json")), files->back().bytes);
    QCOMPARE(*saveAttached(*files, m_folder->path(), QStringLiteral("saved")), *saved + QStringLiteral("-2"));
    VERIFY_OK(attachedFiles(file())); // the source did not change
    QVERIFY(attachedFiles(file())->empty());
}

void TestSharedDocuments::namesOfDocumentsAreChecked()
{
    for (const char *name :
         {"", ".", "..", ".bashrc", "../x", "a/b", "a\\b", "C:x", "x y", "nul.", "\xc3\xa4"})
        QVERIFY(!isAttachedName(QString::fromUtf8(name)));
    QVERIFY(isAttachedName(QStringLiteral("README.md")));
    record();
    ShareQuery wanted = query();
    wanted.attached = {{QStringLiteral("good.txt"), "1"}};
    VERIFY_OK(share(wanted));
    QCOMPARE(test::sql(shared(), {QStringLiteral("INSERT INTO attached_file VALUES ('../bad', 'x')")}),
             QString());
    const auto files = attachedFiles(shared());
    VERIFY_OK(files);
    QCOMPARE(files->size(), size_t(1));
}

LOCKSCOPE_TEST(TestSharedDocuments)

} // namespace tst_shareddocuments

#include "tst_shareddocuments.moc"
