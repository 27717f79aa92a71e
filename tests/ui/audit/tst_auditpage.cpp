// SPDX-License-Identifier: GPL-3.0-or-later
// The Audit page: its queries, its rows, and the details of one act.

#include "tests/support/uirunner.h"
#include "tests/ui/exportedfile.h"
#include "ui/audit/auditbar.h"
#include "ui/audit/auditdetails.h"
#include "ui/audit/auditpage.h"
#include "ui/text/format.h"
#include "ui/theme/language.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/codebox.h"
#include "ui/widgets/emptystate.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextEdit>
#include <QTreeView>

namespace tst_auditpage
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const WallTime Now{1'795'000'000'000ms};

AuditEntry sample(qint64 number)
{
    const bool odd = number % 2;
    AuditEntry entry{.number = number,
                     .atMs = 1'794'999'000'000 + number * 1000,
                     .user = QStringLiteral("ann"),
                     .host = QStringLiteral("ops-3"),
                     .program = QStringLiteral("lockscope 0.3.0"),
                     .profile = QStringLiteral("orders-prod"),
                     .act = odd ? "force-release" : "set-expiry",
                     .key = "lock:orders:" + QByteArray::number(number),
                     .kind = "rlock",
                     .node = "10.0.0.1:6379",
                     .expectedOwner = "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:1",
                     .expectedCount = 2,
                     .reason = QStringLiteral("host app-7 is gone since 03:12, OPS-1234"),
                     .result = odd ? "done" : "owner-changed",
                     .woken = 3,
                     .endedMs = 1'794'999'000'040 + number * 1000,
                     .commands = {QStringLiteral("redis-cli -h 10.0.0.1 -p 6379 EVAL '…' 1 lock")}};
    entry.steps = {{.atMs = entry.atMs + 10,
                    .node = "10.0.0.1:6379",
                    .cli = QStringLiteral("redis-cli -h 10.0.0.1 -p 6379"),
                    .act = entry.act,
                    .script = "redisson-force-release",
                    .foundOwner = "6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:1",
                    .foundCount = 2,
                    .before = {{.key = {entry.key}, .dump = QByteArray("\x04\x01\xff", 3), .ttl = 28'400ms},
                               {.key = {"queue"}},
                               {.key = {"heavy"}, .why = QStringLiteral("it weighs 2MiB")}}}};
    return entry;
}

std::vector<AuditEntry> samples(qint64 from, qint64 newest)
{
    std::vector<AuditEntry> entries;
    for (qint64 number = newest; number >= from; --number)
        entries.push_back(sample(number));
    return entries;
}

struct Page {
    AuditBridge bridge{};
    AuditPage page{bridge, [] { return Now; }};
    QSignalSpy asked{&bridge, &AuditBridge::wanted};
    QSignalSpy watched{&bridge, &AuditBridge::watchWanted};

    AuditQuery query() const { return asked.last().at(1).value<AuditQuery>(); }
    void answer(const std::vector<AuditEntry> &entries)
    {
        emit bridge.found(asked.last().at(0).toULongLong(), entries);
    }
    void shown(const std::vector<AuditEntry> &entries)
    {
        page.resize(1200, 300);
        page.show();
        answer(entries);
    }
    AuditDetails *details() const { return page.findChild<AuditDetails *>(); }
};

QMenu *withChosen(QMenu *menu, const char *word)
{
    for (QAction *action : menu->actions()) {
        if (action->data().toByteArray() == word)
            action->setChecked(true);
    }
    return menu;
}

} // namespace

class tst_AuditPage : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void asksWhileItCanBeSeen()
    {
        Page p;
        QAbstractItemModelTester tester(p.page.table().model());
        emit p.bridge.changed();
        QCOMPARE(p.asked.count(), 0);
        p.page.show();
        QCOMPARE(p.asked.count(), 1);
        QVERIFY(p.watched.last().at(0).toBool());
        QCOMPARE(p.query().most, AuditPage::MostActs);
        QVERIFY(!p.query().withValues);
        QVERIFY(p.page.isEmpty());
        p.answer(samples(1, 3));
        QVERIFY(!p.page.isEmpty());
        QCOMPARE(p.page.bar().count(), QStringLiteral("3 actions"));
        emit p.bridge.changed(); // While a query is pending, at most one more follows
        emit p.bridge.changed();
        emit p.bridge.changed();
        QCOMPARE(p.asked.count(), 2);
        p.answer(samples(1, 3));
        QCOMPARE(p.asked.count(), 3);
        p.answer(samples(1, 3));
        QCOMPARE(p.asked.count(), 3);
        p.page.hide();
        QVERIFY(!p.watched.last().at(0).toBool());
        emit p.bridge.changed();
        QCOMPARE(p.asked.count(), 3);
    }

    void saysWhyItIsEmpty()
    {
        Page p;
        p.page.show();
        QCOMPARE(p.page.empty().title(), QStringLiteral("Loading the audit log…"));
        p.answer({});
        QCOMPARE(p.page.empty().title(), QStringLiteral("No actions recorded yet"));
        p.page.bar().search()->setText(QStringLiteral("x"));
        QTRY_COMPARE(p.asked.count(), 2);
        QCOMPARE(p.query().text, QStringLiteral("x"));
        p.answer({});
        QCOMPARE(p.page.empty().title(), QStringLiteral("No matching actions"));
        const auto next = p.page.empty().findChildren<QAbstractButton *>();
        QVERIFY(!next.isEmpty());
        next.front()->click();
        QVERIFY(p.page.bar().search()->text().isEmpty());
        QTRY_COMPARE(p.asked.count(), 3);
        emit p.bridge.failed(p.asked.last().at(0).toULongLong(),
                             {.kind = ErrorKind::Internal, .text = QStringLiteral("it is broken")});
        QCOMPARE(p.page.empty().title(), QStringLiteral("Cannot read the audit log"));
        QVERIFY(p.page.empty().text().contains(QLatin1String("it is broken")));
        emit p.bridge.changed(); // The problem may be solved
        p.answer(samples(1, 1));
        QVERIFY(!p.page.isEmpty());
    }

    void choicesAreAsked()
    {
        Page p;
        p.shown(samples(1, 3));
        withChosen(p.page.bar().acts(), "wake");
        withChosen(p.page.bar().acts(), "force-release");
        withChosen(p.page.bar().results(), "unknown");
        p.page.bar().times()->setCurrentIndex(1);
        QTRY_COMPARE(p.asked.count(), 2); // One query for all changes
        QCOMPARE(p.query().acts, QList<QByteArray>({"force-release", "wake"}));
        QCOMPARE(p.query().results, QList<QByteArray>{"unknown"});
        QCOMPARE(p.query().from, std::optional(Now - 1h));
        const auto *button = qobject_cast<QPushButton *>(p.page.bar().acts()->parentWidget());
        QCOMPARE(button->text(), QStringLiteral("Actions: Release by force, Wake waiters"));
        withChosen(p.page.bar().acts(), "renew");
        QCOMPARE(button->text(), QStringLiteral("Actions: 3"));
        QVERIFY(p.page.bar().isFiltering());
        p.page.bar().clear();
        QVERIFY(!p.page.bar().isFiltering());
        p.answer({});
        QTRY_COMPARE(p.query().acts.size(), 0);
        QVERIFY(!p.query().from && p.query().results.isEmpty());
    }

    void rowsSayWhatHappened()
    {
        Page p;
        p.shown(samples(1, 2));
        const QAbstractItemModel &model = *p.page.table().model();
        const auto cell = [&model](int row, int column) {
            return model.index(row, column).data().toString();
        };
        QCOMPARE(cell(0, AuditModel::LockColumn), QStringLiteral("lock:orders:2"));
        QCOMPARE(cell(0, AuditModel::ActColumn), QStringLiteral("Set expiry"));
        QCOMPARE(cell(0, AuditModel::ResultColumn), QStringLiteral("owner changed"));
        QCOMPARE(cell(1, AuditModel::ActColumn), QStringLiteral("Release by force"));
        QCOMPARE(cell(1, AuditModel::WhoColumn), QStringLiteral("ann@ops-3"));
        QCOMPARE(cell(1, AuditModel::ProfileColumn), QStringLiteral("orders-prod"));
        QCOMPARE(cell(1, AuditModel::FoundColumn), QStringLiteral("6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:1"));
        QCOMPARE(cell(1, AuditModel::ReasonColumn), sample(1).reason);
        QVERIFY(!model.index(0, AuditModel::ResultColumn).data(Qt::DecorationRole).isNull());
        for (int column = 0; column < AuditModel::ColumnCount; ++column)
            QVERIFY(!model.headerData(column, Qt::Horizontal).toString().isEmpty());
    }

    // The selection stays selected and visible.
    void aNewActAppearsOnTop()
    {
        Page p;
        QAbstractItemModelTester tester(&const_cast<AuditModel &>(p.page.model()));
        p.shown(samples(1, 200));
        QTreeView &table = p.page.table();
        table.setCurrentIndex(table.model()->index(100, 0));
        const qint64 selected = 100;
        QCOMPARE(table.currentIndex().siblingAtColumn(AuditModel::LockColumn).data().toString(),
                 QStringLiteral("lock:orders:%1").arg(selected));
        QSignalSpy resets(table.model(), &QAbstractItemModel::modelReset);
        auto entries = samples(1, 202);
        entries[0].result = "unknown";
        entries[0].endedMs.reset();
        emit p.bridge.changed();
        p.answer(entries);
        QCOMPARE(resets.count(), 0);
        QCOMPARE(table.model()->rowCount(), 202);
        QCOMPARE(table.model()->index(0, AuditModel::ResultColumn).data().toString(),
                 QStringLiteral("unknown"));
        QCOMPARE(table.currentIndex().row(), 102);
        emit p.bridge.changed(); // The oldest entries are dropped
        p.answer(samples(3, 202));
        QCOMPARE(resets.count(), 0);
        QCOMPARE(table.model()->rowCount(), 200);
        QCOMPARE(table.model()->index(0, AuditModel::ResultColumn).data().toString(),
                 QStringLiteral("owner changed"));
        QCOMPARE(table.currentIndex().row(), 102);
        emit p.bridge.changed(); // A different set
        p.answer({sample(7), sample(2)});
        QCOMPARE(resets.count(), 1);
        QCOMPARE(table.model()->rowCount(), 2);
    }

    void saysThatThereAreMore()
    {
        Page p;
        p.shown(samples(1, AuditPage::MostActs));
        QVERIFY2(p.page.bar().count().startsWith(QLatin1String("the latest 10,000")),
                 qPrintable(p.page.bar().count()));
    }

    void worksByKeyboard()
    {
        Page p;
        p.shown(samples(1, 3));
        QTest::keyClicks(p.page.bar().search(), QStringLiteral("ops"));
        QTRY_COMPARE(p.query().text, QStringLiteral("ops"));
        p.answer(samples(1, 3));
        p.page.activateWindow();
        QTreeView &table = p.page.table();
        table.setCurrentIndex(table.model()->index(0, 0));
        QTest::keyClick(&table, Qt::Key_Return);
        QVERIFY(p.details());
        QCOMPARE(p.query().number, std::optional<qint64>(3));
        QVERIFY(p.query().withValues);
        p.details()->close();
        for (const QAction *action : table.actions()) {
            if (action->shortcut() == QKeySequence(QKeySequence::Copy))
                const_cast<QAction *>(action)->trigger();
        }
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(copied.contains(QLatin1String("lock:orders:3")) &&
                     copied.contains(QLatin1String("OPS-1234")),
                 qPrintable(copied));
        for (const QWidget *widget : p.page.findChildren<QWidget *>()) {
            const bool isHere = widget->window() == p.page.window(); // not a list that drops down
            if (isHere && widget->focusPolicy() & Qt::TabFocus && !qobject_cast<const QScrollBar *>(widget) &&
                !qobject_cast<const QHeaderView *>(widget))
                QVERIFY2(!widget->accessibleName().isEmpty() || qobject_cast<const QAbstractButton *>(widget),
                         widget->metaObject()->className());
        }
    }

    void detailsTellAllOfIt()
    {
        Page p;
        p.shown(samples(1, 3));
        p.page.table().setCurrentIndex(p.page.table().model()->index(0, 0));
        p.page.openDetails();
        p.answer({sample(3)});
        AuditDetails &details = *p.details();
        QString all;
        for (const QTextEdit *prose : details.findChildren<QTextEdit *>())
            all += prose->toPlainText() + u'\n';
        for (const char *said :
             {"host app-7 is gone", "redisson-force-release", "3 bytes, 28.4 s before its expiry",
              "queue: the key did not exist", "heavy: not saved: it weighs 2MiB", "watchdog", "BUSYKEY",
              "orders-prod", "ann@ops-3"})
            QVERIFY2(all.contains(QLatin1String(said)), qPrintable(QLatin1String(said) + u'\n' + all));
        const auto boxes = details.findChildren<CodeBox *>();
        QCOMPARE(boxes.size(), 2);
        QVERIFY2(boxes[0]->text().contains(QLatin1String("RESTORE")) &&
                     boxes[0]->text().contains(QLatin1String("28400")),
                 qPrintable(boxes[0]->text()));
        QCOMPARE(boxes[1]->text(), sample(3).commands.front());
        QSignalSpy wanted(&p.page, &AuditPage::lockWanted);
        for (QPushButton *button : details.findChildren<QPushButton *>()) {
            if (button->text() == QLatin1String("&Show lock"))
                button->click();
        }
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.front().front().value<LockName>(), LockName{"lock:orders:3"});
        QCOMPARE(wanted.front().at(1).toString(), QStringLiteral("orders-prod"));
    }

    void detailsFollowUntilTheAnswer()
    {
        AuditBridge bridge;
        QSignalSpy asked(&bridge, &AuditBridge::wanted);
        AuditDetails details(bridge, 3);
        AuditEntry running = sample(3);
        running.endedMs.reset();
        running.result = "unknown";
        emit bridge.found(asked.last().at(0).toULongLong(), {running});
        emit bridge.changed();
        QCOMPARE(asked.count(), 2);
        emit bridge.found(asked.last().at(0).toULongLong(), {sample(3)});
        QCOMPARE(details.entry().result, "done");
        emit bridge.changed();
        QCOMPARE(asked.count(), 2); // No further answers arrive
    }

    void whatIsShownIsExported()
    {
        Page p;
        QTemporaryDir folder;
        QSignalSpy saves(&p.bridge, &AuditBridge::saveWanted);
        QSignalSpy failures(&p.page, &AuditPage::failed);
        p.shown(samples(1, 3));
        p.page.bar().search()->setText(QStringLiteral("orders"));
        QTRY_COMPARE(p.asked.count(), 2);
        p.answer(samples(1, 3));
        for (QPushButton *button : p.page.findChildren<QPushButton *>()) {
            if (button->text().startsWith(QLatin1String("Export")))
                button->click();
        }
        const QString file = folder.filePath(QStringLiteral("acts.json"));
        QVERIFY(chooseFile(p.page, file));
        QTRY_COMPARE(saves.count(), 1);
        const auto query = saves.front().at(1).value<AuditQuery>();
        QCOMPARE(query.text, QStringLiteral("orders"));
        QVERIFY(query.withValues);
        QCOMPARE(saves.front().at(2).toString(), file);
        emit p.bridge.failed(saves.front().at(0).toULongLong(), {.text = QStringLiteral("no room")});
        QCOMPARE(failures.count(), 1);
        QVERIFY(!p.page.isEmpty());
        QSignalSpy exports(&p.page, &AuditPage::exported);
        emit p.bridge.saved(saves.front().at(0).toULongLong() + 1, QStringLiteral("another's"));
        QCOMPARE(exports.count(), 0);
        emit p.bridge.saved(saves.front().at(0).toULongLong(), file);
        QCOMPARE(exports.count(), 1);
        QCOMPARE(exports.front().front().toString(), file);
    }

    void aNarrowWindowShowsTheReason()
    {
        Page p;
        p.shown(samples(1, 3));
        const QHeaderView *header = p.page.table().header();
        const auto reason = [&] { return header->sectionViewportPosition(AuditModel::ReasonColumn); };
        for (const int width : {800, 2000, 1024}) {
            p.page.resize(width, 400);
            QTRY_COMPARE(header->isSectionHidden(AuditModel::FoundColumn), width < 2000);
            QTRY_VERIFY2(reason() + characters(p.page, 15) <= width, qPrintable(QString::number(width)));
            QVERIFY(!header->isSectionHidden(AuditModel::ResultColumn));
        }
    }

    void columnsAreRemembered()
    {
        Page first;
        first.page.table().header()->resizeSection(AuditModel::LockColumn, 333);
        first.page.table().header()->moveSection(AuditModel::ReasonColumn, 0);
        Page second;
        second.page.restoreColumns(first.page.columns());
        QCOMPARE(second.page.table().header()->sectionSize(AuditModel::LockColumn), 333);
        QCOMPARE(second.page.table().header()->visualIndex(AuditModel::ReasonColumn), 0);
        second.page.restoreColumns({});
        QCOMPARE(second.page.table().header()->visualIndex(AuditModel::ReasonColumn), 0);
    }
};

LOCKSCOPE_UI_TEST(tst_AuditPage)

} // namespace tst_auditpage

#include "tst_auditpage.moc"
