// SPDX-License-Identifier: GPL-3.0-or-later
// The Audit page on a log that others write to, and its verification.

#include "core/history/audit/auditreader.h"
#include "tests/support/rawsql.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/exportedfile.h"
#include "ui/audit/auditpage.h"
#include "ui/text/format.h"
#include "ui/theme/language.h"
#include "ui/widgets/emptystate.h"

#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>
#include <QTreeView>

namespace tst_auditfile
{

using namespace lockscope;
using namespace lockscope::test;

class tst_AuditFile : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }
    // With the reader on its thread, and another program that writes.
    void followsWhatOthersWrite()
    {
        QTemporaryDir folder;
        QThread thread;
        auto *reader = new AuditReader(folder.path());
        reader->moveToThread(&thread);
        connect(&thread, &QThread::finished, reader, &QObject::deleteLater);
        thread.start();
        {
            AuditBridge bridge;
            bridge.attach(reader);
            AuditPage page(bridge);
            page.show();
            QTRY_COMPARE(page.empty().title(), QStringLiteral("No actions recorded yet"));
            AuditLog writer(folder.path());
            const ActRequest request{.act = ActKind::ForceRelease, .key = {"lock:\xff"}};
            const auto number = writer.asked(request, {});
            VERIFY_OK(number);
            QTRY_COMPARE(page.model().rowCount(), 1);
            VERIFY_OK(writer.answered(
                *number, {.act = ActKind::ForceRelease, .result = ActResult::Done, .key = request.key}));
            QTRY_COMPARE(page.model().entryAt(0)->result, QByteArray("done"));
            QSignalSpy saved(&bridge, &AuditBridge::saved);
            bridge.save({}, folder.filePath(QStringLiteral("acts.csv")));
            QTRY_COMPARE(saved.count(), 1);
            const auto rows = csvOf(folder.filePath(QStringLiteral("acts.csv")));
            QCOMPARE(rows.size(), 2);
            QVERIFY(rows[1].contains("lock:\\xff"));
            bridge.save({}, folder.filePath(QStringLiteral("acts.json")));
            QTRY_COMPARE(saved.count(), 2);
            QFile json(folder.filePath(QStringLiteral("acts.json")));
            QVERIFY(json.open(QIODevice::ReadOnly));
            QVERIFY(json.readAll().contains("\"key_base64\": \"bG9jazr/\""));
        }
        thread.quit();
        QVERIFY(thread.wait());
    }

    // The first changed act is named and selected; an intact log says its newest hash.
    void verifiesTheLog()
    {
        QTemporaryDir folder;
        QThread thread;
        auto *reader = new AuditReader(folder.path());
        reader->moveToThread(&thread);
        connect(&thread, &QThread::finished, reader, &QObject::deleteLater);
        thread.start();
        {
            AuditLog writer(folder.path());
            for (int i = 0; i < 3; ++i)
                VERIFY_OK(writer.asked(
                    {.act = ActKind::ForceRelease, .key = {"lock:" + QByteArray::number(i)}}, {}));
            AuditBridge bridge;
            bridge.attach(reader);
            AuditPage page(bridge);
            page.show();
            QTRY_COMPARE(page.model().rowCount(), 3);
            QPushButton *verify = nullptr;
            for (QPushButton *button : page.findChildren<QPushButton *>()) {
                if (button->text() == QStringLiteral("Verify"))
                    verify = button;
            }
            QVERIFY(verify);
            const auto said = [&] {
                verify->click();
                QPointer<QMessageBox> box;
                if (!QTest::qWaitFor([&] { return box = page.findChild<QMessageBox *>(); }, 30'000))
                    return QString();
                const QString text = box->text() + u'\n' + box->informativeText();
                box->button(QMessageBox::Close)->click();
                return QTest::qWaitFor([&] { return !box; }, 30'000) ? text : QString();
            };
            const QString intact = said();
            QVERIFY2(intact.startsWith(QStringLiteral("Intact: 3 rows\nNewest hash: %1\n")
                                           .arg(QString::fromLatin1(writer.verify()->newestHash))),
                     qPrintable(intact));
            QCOMPARE(sql(folder.filePath(QStringLiteral("audit.sqlite")),
                         {QStringLiteral("DROP TRIGGER act_UPDATE"),
                          QStringLiteral("UPDATE act SET reason = 'another' WHERE id = 2")}),
                     QString());
            const QString altered = said();
            QVERIFY2(altered.startsWith(
                         QStringLiteral("The audit log does not match its hashes. The first difference:\n"
                                        "action 2, request (")),
                     qPrintable(altered));
            QVERIFY2(altered.contains(QStringLiteral("changed after it was written")), qPrintable(altered));
            const QModelIndex chosen = page.table().currentIndex().siblingAtColumn(AuditModel::LockColumn);
            QCOMPARE(chosen.data().toString(), QStringLiteral("lock:1"));
            QVERIFY(verify->isEnabled());
        }
        thread.quit();
        QVERIFY(thread.wait());
    }
};

LOCKSCOPE_UI_TEST(tst_AuditFile)

} // namespace tst_auditfile

#include "tst_auditfile.moc"
