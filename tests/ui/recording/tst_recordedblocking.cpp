// SPDX-License-Identifier: GPL-3.0-or-later
// The page Blocking of a recording: who held locks at the moment while others waited.

#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/recording/openedrecording.h"
#include "ui/recording/recordedblocking.h"
#include "ui/recording/recordedlock.h"
#include "ui/theme/language.h"
#include "ui/widgets/emptystate.h"

#include <QAbstractItemModel>
#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QTabWidget>
#include <QTest>
#include <QTreeView>

namespace tst_recordedblocking
{

using namespace lockscope;
using namespace std::chrono_literals;
using test::Opened;
using test::Recorded;

class tst_RecordedBlocking : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void eachMomentHasItsBlockers()
    {
        const Recorded recorded;
        Opened p(recorded.file());
        RecordedBlocking &page = p.window.blocking();
        p.window.pages()->setCurrentWidget(&page);
        QVERIFY(p.isOpen() && p.goTo(15s, 2));
        const QAbstractItemModel &model = *page.tree()->model();
        QTRY_COMPARE(texts(model, {}), QStringList{QStringLiteral("ann|holds 1 lock|≥ 3")});
        QCOMPARE(texts(model, model.index(0, 0)), QStringList{QStringLiteral("orders|held for 10 s|≥ 3")});
        QVERIFY2(page.summary().startsWith(QStringLiteral("3 waiters for 1 lock when last counted.")),
                 qPrintable(page.summary()));
        QVERIFY(page.tree()->isVisible());
        QVERIFY(p.goTo(9s, 2)); // Nobody is known to wait yet
        QTRY_VERIFY(page.emptyState().isVisible());
        QCOMPARE(page.emptyState().title(), QStringLiteral("No contended locks found"));
    }

    // As on the command line.
    void whatIsLeftOutIsSaid()
    {
        Recorded recorded;
        LockEvent waiting = test::happened(EventKind::Waiters, "free", {}, 61s);
        waiting.count = 2;
        VERIFY_OK(recorded.store.append({waiting}));
        VERIFY_OK(recorded.store.append(Mark{
            .kind = Mark::Kind::Lost, .at = test::Start + 62s, .node = {QByteArrayLiteral("replica:6379")}}));
        VERIFY_OK(recorded.store.append({test::happened(EventKind::Renewed, "stock", "eve", 70s)}));
        VERIFY_OK(recorded.store.commit());
        {
            QSqlDatabase file = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), QStringLiteral("some"));
            file.setDatabaseName(recorded.file());
            QVERIFY(file.open() && QSqlQuery(file).exec(QStringLiteral("CREATE TABLE selection (of_locks)")));
        }
        QSqlDatabase::removeDatabase(QStringLiteral("some"));
        Opened p(recorded.file());
        RecordedBlocking &page = p.window.blocking();
        p.window.pages()->setCurrentWidget(&page);
        QVERIFY(p.isOpen() && p.goTo(65s, 2));
        QTRY_VERIFY(!page.isWaiting() && page.emptyState().title() == QStringLiteral("Waiters unknown"));
        for (const char *remark :
             {"Clients waited for 1 lock without a recorded holder", "replica:6379 could not be reached then",
              "The recording has some locks only."})
            QVERIFY2(page.emptyState().text().contains(QLatin1String(remark)), remark);
    }

    // It was lost in a minute in which everything was seen.
    void aLostReplicaHidesNothing()
    {
        Recorded recorded;
        VERIFY_OK(recorded.store.append(Mark{
            .kind = Mark::Kind::Lost, .at = test::Start + 62s, .node = {QByteArrayLiteral("replica:6379")}}));
        for (const WallTime at : {test::Start - 20s, test::Start + 40s}) // whole minutes
            VERIFY_OK(recorded.store.append(Tally{.from = at, .length = 60s}));
        VERIFY_OK(recorded.store.append({test::happened(EventKind::Renewed, "stock", "eve", 70s)}));
        VERIFY_OK(recorded.store.commit());
        Opened p(recorded.file());
        RecordedBlocking &page = p.window.blocking();
        QVERIFY(p.isOpen() && p.goTo(65s, 2));
        p.window.pages()->setCurrentWidget(&page);
        QTRY_COMPARE(texts(*page.tree()->model(), {}), QStringList{QStringLiteral("bob|holds 1 lock|≥ 3")});
        QVERIFY2(!page.summary().contains(QStringLiteral("replica")), qPrintable(page.summary()));
        for (const Unjudged &part : p.window.list().model().moment()->unjudged)
            QVERIFY2(part.node.isEmpty(), part.node.bytes.constData());
    }

    void aClickSelectsTheLock()
    {
        const Recorded recorded;
        Opened p(recorded.file());
        RecordedBlocking &page = p.window.blocking();
        QVERIFY(p.isOpen() && p.goTo(15s, 2));
        p.window.pages()->setCurrentWidget(&page); // It shows the moment that came before
        const QAbstractItemModel &model = *page.tree()->model();
        QTRY_COMPARE(model.rowCount(), 1);
        const QModelIndex lock = model.index(0, 0, model.index(0, 0));
        const auto place = [&] { return page.tree()->visualRect(lock).center(); };
        QTRY_VERIFY(page.tree()->viewport()->rect().contains(place()));
        QCOMPARE(page.tree()->indexAt(place()), lock);
        QSignalSpy wanted(&page, &RecordedBlocking::lockWanted);
        QTest::mouseClick(page.tree()->viewport(), Qt::LeftButton, {}, place());
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(p.window.lock().key().bytes, QByteArray("orders"));
        QTRY_VERIFY(!p.window.isWaiting());
        QTRY_COMPARE(page.tree()->currentIndex().data().toString(), QStringLiteral("orders"));
    }

private:
    static QStringList texts(const QAbstractItemModel &model, const QModelIndex &parent)
    {
        QStringList rows;
        for (int row = 0; row < model.rowCount(parent); ++row) {
            QStringList cells;
            for (int column = 0; column < model.columnCount(parent); ++column)
                cells << model.index(row, column, parent).data().toString();
            rows << cells.join(u'|');
        }
        return rows;
    }
};

LOCKSCOPE_UI_TEST(tst_RecordedBlocking)

} // namespace tst_recordedblocking

#include "tst_recordedblocking.moc"
