// SPDX-License-Identifier: GPL-3.0-or-later
// Two stretches of a recording side by side, from its window.

#include "tests/support/begunrecording.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/recording/shownrecording.h"
#include "ui/recording/comparedialog.h"
#include "ui/recording/comparetable.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

namespace tst_comparedialog
{

using namespace lockscope;
using namespace std::chrono_literals;

namespace
{

const WallTime Start{1'700'000'000s};

// Two hours. In the second one, the holds of one prefix are three times as long.
Done write(const QString &file)
{
    std::vector<LockEvent> events;
    for (int second = 0; second < 7'200; second += 10) {
        const milliseconds usual = 200ms + 7ms * (second / 10 % 31);
        const milliseconds order = second < 3'600 ? usual : 3 * usual;
        for (const auto &[key, length] : {std::pair("order:1", order), std::pair("stock:1", usual)}) {
            LockEvent event{.kind = EventKind::Acquired,
                            .key = {key},
                            .lockKind = {"rlock"},
                            .owner = {"ann"},
                            .count = 1,
                            .node = {"a:1"},
                            .wallAt = Start + 1000ms * second};
            events.push_back(event);
            event.kind = EventKind::Released;
            event.count = 0;
            event.held = length;
            event.wallAt += length;
            events.push_back(event);
        }
    }
    HistoryStore store(file);
    return test::allDone({test::beginRecording(store, Start), store.append(events), store.close(Start + 2h)});
}

} // namespace

class TestCompareDialog : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void beforeAndAfterTheMoment();
    void otherTimes();
    void anotherRecording();
    void copiedAndSaved();

private:
    QString path(const char *name) const { return m_folder.filePath(QLatin1String(name)); }
    CompareDialog *opened();

    QTemporaryDir m_folder;
    std::unique_ptr<test::ShownRecording> m_shown;
};

void TestCompareDialog::initTestCase()
{
    VERIFY_OK(write(path("one.lockscope")));
    VERIFY_OK(write(path("two.lockscope")));
}

void TestCompareDialog::init()
{
    m_shown.reset();
    m_shown = std::make_unique<test::ShownRecording>(path("one.lockscope"));
    QVERIFY(!m_shown->window.compareAction()->isEnabled());
    m_shown->window.open();
    QTRY_VERIFY(m_shown->window.compareAction()->isEnabled());
}

CompareDialog *TestCompareDialog::opened()
{
    m_shown->window.compareAction()->trigger();
    return m_shown->window.findChild<CompareDialog *>();
}

void TestCompareDialog::beforeAndAfterTheMoment()
{
    m_shown->window.playhead().moveTo(Start + 1h);
    CompareDialog *dialog = opened();
    QVERIFY(dialog && dialog->isVisible());
    QTRY_VERIFY(dialog->isShown());
    QVERIFY2(dialog->findings().contains(QStringLiteral("\nHold times of order:* are 3 times as long (p90 ")),
             qPrintable(dialog->findings()));
    const QAbstractItemModel &rows = *dialog->table().model();
    QCOMPARE(rows.rowCount(), 3); // all locks, and two prefixes
    QCOMPARE(rows.index(1, 0).data().toString(), QStringLiteral("order:*"));
    QCOMPARE(rows.index(0, 5, rows.index(1, 0)).data().toString(), QStringLiteral("significant"));
    QVERIFY(dialog->table().isExpanded(rows.index(1, 0)));
    dialog->by()->setCurrentIndex(1);
    QTRY_VERIFY(dialog->isShown());
    QTRY_COMPARE(rows.index(1, 0).data().toString(), QStringLiteral("order:1"));
}

void TestCompareDialog::otherTimes()
{
    CompareDialog *dialog = opened(); // at the beginning, there is nothing before
    QTRY_VERIFY(dialog->isShown());
    dialog->field(false, true)->setText(QStringLiteral("noon"));
    dialog->compareButton()->click();
    QVERIFY2(dialog->failure().contains(QStringLiteral("noon is not a time")), qPrintable(dialog->failure()));
    QVERIFY(!dialog->copyButton()->isEnabled() && !dialog->exportButton()->isEnabled());
    dialog->field(false, true)->clear(); // up to the end: it overlaps
    dialog->compareButton()->click();
    QTRY_VERIFY2(dialog->failure().contains(QStringLiteral("overlap")), qPrintable(dialog->failure()));
    dialog->field(false, true)->setText(dialog->field(true, false)->text());
    dialog->compareButton()->click();
    QTRY_VERIFY(dialog->isShown());
    QVERIFY(dialog->failure().isEmpty());
}

void TestCompareDialog::anotherRecording()
{
    CompareDialog *dialog = opened();
    QTRY_VERIFY(dialog->isShown());
    dialog->setOtherFile(path("two.lockscope"));
    QVERIFY(!dialog->isShown() && dialog->field(true, true)->text().isEmpty());
    QTRY_VERIFY(dialog->isShown());
    QCOMPARE(dialog->findings(), QStringLiteral("No difference that is more than chance."));
    dialog->setOtherFile(path("none.lockscope"));
    QTRY_VERIFY(!dialog->failure().isEmpty());
    QVERIFY(m_shown->window.failure().isEmpty()); // the window still shows its recording
}

void TestCompareDialog::copiedAndSaved()
{
    CompareDialog *dialog = opened();
    QTRY_VERIFY(dialog->isShown());
    dialog->copyButton()->click();
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(copied.startsWith(QStringLiteral("Before: 2023-11-")) &&
                 copied.contains(QStringLiteral("\nFigure\tBefore\tAfter\t")) &&
                 copied.contains(QStringLiteral("\norder:*\n")) &&
                 copied.contains(QStringLiteral("corrected for")),
             qPrintable(copied));
    QVERIFY(dialog->save(path("figures.csv")).ok() && dialog->save(path("all.txt")).ok());
    QFile csv(path("figures.csv"));
    QVERIFY(csv.open(QIODevice::ReadOnly));
    QVERIFY(csv.readAll().contains("\nnamed,order:,acquired,360,360,,,,,\n"));
    QFile all(path("all.txt"));
    QVERIFY(all.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(all.readAll()), copied);
}

LOCKSCOPE_UI_TEST(TestCompareDialog)

} // namespace tst_comparedialog

#include "tst_comparedialog.moc"
