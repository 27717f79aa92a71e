// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the window Fleet: its columns, its order, and the last hour.

#include "tests/support/uirunner.h"
#include "tests/ui/fleet/fleetsamples.h"
#include "ui/fleet/fleettable.h"

#include <QHeaderView>
#include <QTest>

namespace tst_fleettable
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

class TestFleetTable final : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();

    void theLastHourIsInWordsToo();
    void theSortedColumnIsRemembered();
    void aLongNameLeavesRoomForTheWorstLock();
    void aNarrowWindowShowsTheWorstLock();
    void fewHoldsHaveNoPercentile();

private:
    void tell(const std::vector<FleetMember> &members);
    QModelIndex cell(const char *name, int column) const;

    std::unique_ptr<FleetModel> m_model;
    std::unique_ptr<FleetTable> m_table;
};

void TestFleetTable::init()
{
    m_model = std::make_unique<FleetModel>(
        FleetModel::Clocks{.now = [] { return Now; }, .wallNow = [] { return Today; }});
    m_table = std::make_unique<FleetTable>(
        *m_model, [] { return Today; }, nullptr);
    m_table->setTheme(Theme::of(m_table->palette()));
    m_table->resize(1000, 300);
    m_table->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_table.get()));
}

void TestFleetTable::cleanup()
{
    m_table.reset();
    m_model.reset();
}

void TestFleetTable::tell(const std::vector<FleetMember> &members)
{
    m_model->show(members);
    m_table->fitColumns();
}

QModelIndex TestFleetTable::cell(const char *name, int column) const
{
    return m_model->index(m_model->rowOf(QLatin1String(name)), column);
}

void TestFleetTable::theLastHourIsInWordsToo()
{
    FleetMember busy = member("busy", FleetState::Connected);
    for (const qint64 held : {3, 41, -1, 0, 12}) {
        const WallTime from = Today - 5min + std::chrono::minutes(busy.hour.size());
        busy.hour.push_back({.from = from, .held = held < 0 ? std::nullopt : std::optional(held)});
    }
    busy.holds = 41;
    busy.holdP90 = 4'100ms;
    tell({busy, member("new", FleetState::Connected)});
    QCOMPARE(cell("busy", FleetModel::HoldColumn).data().toString(), QStringLiteral("4.1 s"));
    QCOMPARE(cell("new", FleetModel::HoldColumn).data().toString(), QStringLiteral("—"));
    QCOMPARE(cell("busy", FleetModel::HourColumn).data().toString(), QStringLiteral("0 to 41, now 12"));
    QCOMPARE(cell("new", FleetModel::HourColumn).data().toString(), QStringLiteral("—"));
    const QString help = cell("busy", FleetModel::HourColumn).data(Qt::ToolTipRole).toString();
    for (const char *part : {"Held locks at the end of each minute since ", "  3 41 — 0 12", "—: unknown"})
        QVERIFY2(help.contains(QString::fromUtf8(part)), qPrintable(help));
    const QString spoken = cell("busy", FleetModel::HourColumn).data(Qt::AccessibleTextRole).toString();
    QCOMPARE(spoken, QStringLiteral("Held locks in the last hour: 0 to 41, now 12, 1 minute(s) not known"));
    QCOMPARE(cell("busy", FleetModel::HoldColumn).data(Qt::AccessibleTextRole).toString(),
             QStringLiteral("Hold p90: 4.1 s"));
    busy.hour.push_back({.from = Today});
    tell({busy});
    QCOMPARE(cell("busy", FleetModel::HourColumn).data().toString(), QStringLiteral("0 to 41, now unknown"));
}

void TestFleetTable::theSortedColumnIsRemembered()
{
    QCOMPARE(m_table->sorting(), QStringLiteral("state desc"));
    m_table->sortByColumn(FleetModel::LocksColumn, Qt::AscendingOrder);
    QCOMPARE(m_table->sorting(), QStringLiteral("locks asc"));
    m_table->setSorting(QStringLiteral("nonsense desc"));
    QCOMPARE(m_table->sorting(), QStringLiteral("locks asc"));
    m_table->setSorting(QStringLiteral("worst desc"));
    QCOMPARE(m_table->header()->sortIndicatorSection(), int(FleetModel::WorstColumn));
}

void TestFleetTable::aLongNameLeavesRoomForTheWorstLock()
{
    m_table->resize(1024, 400);
    const QString name = QStringLiteral("orders-production-europe-west-").repeated(4);
    FleetMember bad = troubled("a", VerdictLevel::Critical);
    bad.name = name;
    bad.environment = Environment::Production;
    bad.failover = {.from = NodeId{"10.0.0.1:6379"}, .to = NodeId{"10.0.0.1:6379"}, .at = Today, .lost = 20};
    tell({bad});
    const QHeaderView *header = m_table->header();
    QTRY_VERIFY(m_table->columnWidth(FleetModel::NameColumn) < 1024 / 3);
    const int left = header->sectionViewportPosition(FleetModel::WorstColumn);
    QVERIFY2(left < 1024 - 120, qPrintable(QString::number(left)));
    QVERIFY(cell(qPrintable(name), FleetModel::NameColumn).data(Qt::ToolTipRole).toString().contains(name));
}

// Details of other columns make room for it.
void TestFleetTable::aNarrowWindowShowsTheWorstLock()
{
    FleetMember bad = troubled("orders-production", VerdictLevel::Critical);
    bad.environment = Environment::Production;
    bad.failover = {.from = NodeId{"10.0.0.1:6379"}, .to = NodeId{"10.0.0.2:6379"}, .at = Today, .lost = 20};
    tell({bad, member("mail", FleetState::Connected)});
    const QHeaderView *header = m_table->header();
    const auto room = [&] { return 1024 - header->sectionViewportPosition(FleetModel::WorstColumn); };
    m_table->resize(1024, 400);
    QTRY_VERIFY(m_table->isColumnHidden(FleetModel::HourColumn));
    const int needed =
        m_table->fontMetrics().horizontalAdvance(QStringLiteral("lock:stock:1001: never expires"));
    QVERIFY2(room() >= needed, qPrintable(QStringLiteral("%1 of %2").arg(room()).arg(needed)));
    for (const int column : {FleetModel::StateColumn, FleetModel::LocksColumn, FleetModel::CriticalColumn,
                             FleetModel::WarningColumn, FleetModel::FailoverColumn})
        QVERIFY(!m_table->isColumnHidden(column));
    m_table->sortByColumn(FleetModel::HourColumn, Qt::DescendingOrder); // what is sorted by is shown
    QTRY_VERIFY(!m_table->isColumnHidden(FleetModel::HourColumn));
    m_table->sortByColumn(FleetModel::StateColumn, Qt::DescendingOrder);
    m_table->resize(1900, 400);
    QTRY_VERIFY(!m_table->isColumnHidden(FleetModel::HourColumn));
    QVERIFY(!m_table->isColumnHidden(FleetModel::HoldColumn));
    QVERIFY(!m_table->isColumnHidden(FleetModel::HeldColumn));
}

void TestFleetTable::fewHoldsHaveNoPercentile()
{
    FleetMember few = member("few", FleetState::Connected);
    few.hour.push_back({.from = Today, .held = 1});
    few.holds = 29;
    tell({few});
    QCOMPARE(cell("few", FleetModel::HoldColumn).data().toString(), QStringLiteral("—"));
    const QString help = cell("few", FleetModel::HoldColumn).data(Qt::ToolTipRole).toString();
    QVERIFY2(help.startsWith(QStringLiteral("29 hold(s)")) && help.contains(QStringLiteral("at least 30")),
             qPrintable(help));
}

LOCKSCOPE_UI_TEST(TestFleetTable)

} // namespace tst_fleettable

#include "tst_fleettable.moc"
