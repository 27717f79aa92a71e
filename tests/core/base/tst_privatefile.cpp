// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/privatefile.h"
#include "tests/support/runner.h"

#include <sys/resource.h>

#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace tst_privatefile
{

using namespace lockscope;

class tst_privatefile : public QObject
{
    Q_OBJECT
private slots:
    void whatCannotBeWrittenLeavesTheOldFile_data();
    void whatCannotBeWrittenLeavesTheOldFile();
};

void tst_privatefile::whatCannotBeWrittenLeavesTheOldFile_data()
{
    QTest::addColumn<qsizetype>("size");
    QTest::newRow("shorter than a buffer") << qsizetype(200);
    QTest::newRow("longer than a buffer") << qsizetype(100'000);
}

// A limit of the process, as a full disk: what was written to a buffer does not reach the file.
void tst_privatefile::whatCannotBeWrittenLeavesTheOldFile()
{
    QFETCH(qsizetype, size);
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("rules.json"));
    QVERIFY(writePrivateFile(file, "old").ok());
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit full{.rlim_cur = 100, .rlim_max = before.rlim_max};
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &full), 0);
    const Done written = writePrivateFile(file, QByteArray(size, 'x'));
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    QVERIFY(!written.ok());
    QVERIFY2(written.failure().text.contains(file), qPrintable(written.failure().text));
    const auto kept = readPrivateFile(file, QStringLiteral("rules"));
    QVERIFY(kept.ok() && *kept);
    QCOMPARE(**kept, QByteArray("old"));
}

LOCKSCOPE_TEST(tst_privatefile)

} // namespace tst_privatefile

#include "tst_privatefile.moc"
