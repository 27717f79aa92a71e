// SPDX-License-Identifier: GPL-3.0-or-later
// The list of a recording, on real files: its filter, which is that of the live list, its columns, and the
// copied row.

#include "tests/support/uirunner.h"
#include "tests/ui/recording/openedrecording.h"
#include "ui/forms/filteredit.h"
#include "ui/forms/filterproblem.h"
#include "ui/text/format.h"
#include "ui/theme/language.h"

#include <QAbstractItemView>
#include <QClipboard>
#include <QCompleter>
#include <QGuiApplication>
#include <QHeaderView>
#include <QSignalSpy>

namespace tst_recordedfilter
{

using namespace lockscope;
using namespace std::chrono_literals;
using test::happened;
using test::Opened;
using test::Recorded;
using test::Start;

class tst_RecordedFilter : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void itFindsWhatTheListShows_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("locks");
        const auto row = [](const char *filter, const char *locks) {
            QTest::newRow(filter) << QString::fromLatin1(filter) << QString::fromLatin1(locks);
        };
        row("verdict>=warning", "stock");
        row("verdict:no-expiry", "stock");
        row("verdict:critical,warning", "stock");
        row("verdict:ok", "orders");
        row("-verdict:ok", "stock");
        row("kind:token", "orders stock");
        row("kind:rlock", "");
        row("-kind:token-lock", "");
        row("owner:ann", "orders");
        row("key:eve", "");
        row("EVE", "stock");
        row("o?d*", "orders");
        row("key:o?ders", "orders");
        row("held>8s", "orders");
        row("held<8s", "stock");
        row("waiters>=3", "orders");
        row("waiters>3", "");
        row("waiters<3", "");
        row("node:127.0.0.1", "orders stock");
        row("kind:token verdict>=warning owner:eve held<8s", "stock");
        row("kind:token verdict>=warning owner:ann", "");
    }
    void itFindsWhatTheListShows()
    {
        QFETCH(QString, filter);
        QFETCH(QString, locks);
        const Recorded recorded;
        Opened p(recorded.file());
        QVERIFY(p.isOpen() && p.goTo(15s, 2));
        QSignalSpy shown(&p.window.list(), &MomentView::shown);
        p.window.filter().setText(filter);
        QTRY_COMPARE(shown.count(), 1);
        QStringList found;
        for (int row = 0; row < p.window.list().model().rowCount(); ++row)
            found << p.cell(row, MomentModel::LockColumn);
        QCOMPARE(found.join(u' '), locks);
        QCOMPARE(p.window.filter().problem(), QString());
        QVERIFY(p.window.list().problem().isEmpty());
    }

    void whatIsUnknownMayMatch()
    {
        Recorded recorded;
        const Mark lost{.kind = Mark::Kind::Lost, .at = Start + 50s, .node = {"127.0.0.1:6379"}};
        QVERIFY(recorded.store.append(lost).ok() && recorded.store.commit().ok());
        Opened p(recorded.file());
        QVERIFY(p.isOpen() && p.goTo(55s, 2));
        for (const char *filter : {"verdict:ok", "verdict>=warning", "held>1s"}) {
            p.window.filter().setText(QString::fromLatin1(filter));
            QVERIFY(p.isAt(55s, 0));
            QVERIFY2(p.window.list().title().endsWith(QStringLiteral("0 of 2 holds, 2 holds may match")),
                     qPrintable(p.window.list().title()));
            p.window.filter().clear();
            QVERIFY(p.isAt(55s, 2));
        }
        p.window.filter().setText(QStringLiteral("verdict:ok owner:bob"));
        QVERIFY(p.isAt(55s, 0));
        QVERIFY2(p.window.list().title().endsWith(QStringLiteral("0 of 2 holds, 1 hold may match")),
                 qPrintable(p.window.list().title()));
    }

    void aWrongFilterKeepsTheLastGoodOne_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char *text, const char *problem) {
            QTest::newRow(text) << QString::fromLatin1(text) << QString::fromLatin1(problem);
        };
        row("owner:ann count>1", "recordings do not keep count for each moment, at column 11: available: "
                                 "owner, kind, verdict, ttl, held, "
                                 "key, waiters, node");
        row("-client:shop", "recordings do not keep client for each moment, at column 1: available: owner, "
                            "kind, verdict, ttl, held, key, waiters, node");
        row("kind:token-lok", "unknown kind token-lok, at column 6: did you mean token-lock? In quotes, it "
                              "is a kind of your own");
        row("held>soon", "held> needs a duration such as 30s, at column 6");
    }
    void aWrongFilterKeepsTheLastGoodOne()
    {
        QFETCH(QString, text);
        QFETCH(QString, problem);
        const Recorded recorded;
        Opened p(recorded.file());
        QVERIFY(p.isOpen() && p.goTo(15s, 2));
        p.window.filter().setText(QStringLiteral("owner:ann"));
        QVERIFY(p.isAt(15s, 1));
        const auto *shown = p.window.list().findChild<FilterProblem *>();
        QVERIFY(shown && !shown->isVisible());
        p.window.filter().setText(text);
        QCOMPARE(p.window.list().problem(), problem);
        QVERIFY(shown->isVisible());
        QVERIFY(p.goTo(16s, 1)); // Also at another moment
        QCOMPARE(p.cell(0, MomentModel::LockColumn), QStringLiteral("orders"));
        p.window.filter().clear();
        QVERIFY(p.isAt(16s, 2));
        QVERIFY(!shown->isVisible());
    }

    void completionsAreOfTheMoment()
    {
        const Recorded recorded;
        Opened p(recorded.file());
        QVERIFY(p.isOpen() && p.goTo(15s, 2) && QTest::qWaitForWindowActive(&p.window));
        FilterEdit &filter = p.window.filter();
        filter.setFocus();
        QAbstractItemView *popup = filter.completer()->popup();
        QTest::keyClicks(&filter, QStringLiteral("renew")); // No recording has it
        QVERIFY(!popup->isVisible());
        filter.clear();
        QTest::keyClick(&filter, Qt::Key_Space, Qt::ControlModifier);
        QTRY_VERIFY(popup->isVisible());
        QVERIFY(!p.window.playhead().isPlaying()); // The key is the field's, as in the main window
        QTest::keyClick(popup, Qt::Key_Escape);
        QTRY_VERIFY(!popup->isVisible());
        QTest::keyClicks(&filter, QStringLiteral("ki"));
        QTRY_VERIFY(popup->isVisible());
        QTest::keyClick(popup, Qt::Key_Down);
        QTest::keyClick(popup, Qt::Key_Return);
        QCOMPARE(filter.text(), QStringLiteral("kind:"));
        QTRY_VERIFY(popup->isVisible());
        QTest::keyClick(popup, Qt::Key_Down);
        QTest::keyClick(popup, Qt::Key_Return);
        QCOMPARE(filter.text(), QStringLiteral("kind:token-lock "));
        QTest::keyClick(&filter, Qt::Key_Down);
        QVERIFY(p.window.list().table()->hasFocus());
    }

    void locksAreSortedByKind()
    {
        Recorded recorded;
        LockEvent first = happened(EventKind::Acquired, "zone", "zoe", 70s);
        first.lockKind = Registry::builtIn().find("untokened-lock")->kind();
        QVERIFY(recorded.store.append({first}).ok() && recorded.store.commit().ok());
        Opened p(recorded.file());
        QVERIFY(p.isOpen() && p.goTo(70s, 3));
        p.window.list().table()->sortByColumn(MomentModel::KindColumn, Qt::AscendingOrder);
        QTRY_COMPARE(p.cell(2, MomentModel::KindColumn),
                     QStringLiteral("untokened-lock")); // the shortest hold
    }

    void namesHaveTheRoomThatOtherColumnsLeave()
    {
        Recorded recorded;
        const QByteArray name = "lock:billing:invoices:nightly-run:eu-central-1:copy";
        QVERIFY(recorded.store.append({happened(EventKind::Acquired, name, "zoe", 70s)}).ok() &&
                recorded.store.commit().ok());
        Opened p(recorded.file());
        p.window.resize(2000, 800);
        QVERIFY(p.isOpen() && p.goTo(70s, 3));
        const QTreeView &table = *p.window.list().table();
        const QAbstractItemView &measured = table; // Where its measure is public
        QTRY_VERIFY(table.columnWidth(MomentModel::LockColumn) >=
                    measured.sizeHintForColumn(MomentModel::LockColumn));
        QVERIFY(!table.isColumnHidden(MomentModel::KindColumn));
        p.window.resize(p.window.minimumSizeHint());
        QTRY_VERIFY(table.header()->length() <= table.viewport()->width());
        for (int column = MomentModel::KindColumn; column < MomentModel::ColumnCount; ++column)
            QVERIFY2(table.isColumnHidden(column) ||
                         table.columnWidth(column) >= measured.sizeHintForColumn(column),
                     qPrintable(QString::number(column)));
    }

    void theRowIsCopied()
    {
        const Recorded recorded;
        Opened p(recorded.file());
        QVERIFY(p.isOpen() && p.goTo(15s, 2) && QTest::qWaitForWindowActive(&p.window));
        QTreeView &table = *p.window.list().table();
        table.setFocus();
        table.setCurrentIndex(table.model()->index(0, 0));
        QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines[0].simplified(),
                 QStringLiteral("Lock Kind Owner TTL Held since Held for Waiters Verdict"));
        QCOMPARE(lines[1].simplified(), QStringLiteral("orders token-lock ann no expiry %1 10 s 3 OK")
                                            .arg(text::timeToTheSecond(Start + 5s)));
    }
};

LOCKSCOPE_UI_TEST(tst_RecordedFilter)

} // namespace tst_recordedfilter

#include "tst_recordedfilter.moc"
