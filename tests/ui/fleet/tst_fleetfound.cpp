// SPDX-License-Identifier: GPL-3.0-or-later
// The search in the window Fleet: what it asks for, its rows and its words.

#include "core/config/profilestore.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/fleet/fleetsamples.h"
#include "ui/fleet/fleetfoundpane.h"
#include "ui/fleet/fleetpage.h"
#include "ui/forms/filteredit.h"
#include "ui/widgets/emptystate.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QCompleter>
#include <QIcon>
#include <QImage>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <algorithm>

namespace tst_fleetfound
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

FleetFound rowOf(const char *connection, const QByteArray &key, VerdictLevel level = VerdictLevel::Critical,
                 bool isOld = false)
{
    Lock lock = samples::stuck(Now);
    lock.key = {key};
    lock.verdict.level = level;
    return {.connection = QLatin1String(connection), .lock = samples::shared(lock), .isOld = isOld};
}

FleetSearched searched(const char *name, FleetCoverage coverage, qint64 found = 0)
{
    return {.name = QLatin1String(name), .coverage = coverage, .found = found};
}

} // namespace

class TestFleetFound final : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();

    void typingSearchesAndEscapeClears();
    void aMistakeIsNamedAndTheLastFilterStays();
    void theLineSaysWhereItCouldNotSearch();
    void moreThanIsShownIsCounted();
    void nothingFoundClaimsNoMoreThanWasSearched();
    void lastKnownRowsAreGreyed();
    void unknownClientsAreSaid();
    void theArrowGoesToTheRows();
    void escapeClosesTheCompletionsFirst();
    void theSelectedLockStaysSelected();
    void enterOpensTheLock();
    void theSearchGoesOnWhenTheWindowOpensAgain();

private:
    void type(const char *text);
    void tell(const FleetFindings &findings) { emit m_bridge->found(findings); }
    QTreeView &table() { return m_page->found().table(); }
    QVariant cell(int row, int column, int role = Qt::DisplayRole)
    {
        return table().model()->index(row, column).data(role);
    }
    bool isListShown() { return m_page->found().isVisible(); }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<FleetBridge> m_bridge;
    std::unique_ptr<QSignalSpy> m_asked;
    std::unique_ptr<QSignalSpy> m_ended;
    std::unique_ptr<FleetPage> m_page;
};

void TestFleetFound::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    QList<ConnectionSpec> profiles;
    for (const char *name : {"orders", "payments", "mail", "vault"}) {
        ConnectionSpec spec;
        spec.name = QLatin1String(name);
        spec.host = QStringLiteral("127.0.0.1");
        profiles << spec;
    }
    VERIFY_OK(ProfileStore(m_dir->path()).save(profiles));
    m_bridge = std::make_unique<FleetBridge>();
    m_asked = std::make_unique<QSignalSpy>(m_bridge.get(), &FleetBridge::searchWanted);
    m_ended = std::make_unique<QSignalSpy>(m_bridge.get(), &FleetBridge::endSearchWanted);
    m_page = std::make_unique<FleetPage>(
        *m_bridge, FleetPage::Needs{.configDir = m_dir->path(),
                                    .clocks = {.now = [] { return Now; }, .wallNow = [] { return Today; }}});
    new QAbstractItemModelTester(m_page->found().table().model(),
                                 QAbstractItemModelTester::FailureReportingMode::QtTest, m_page.get());
    m_page->resize(1000, 400);
    m_page->show();
    m_page->activateWindow(); // for its shortcuts
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    emit m_bridge->changed({troubled("orders", VerdictLevel::Critical), lost("payments"),
                            member("mail", FleetState::Connected),
                            member("vault", FleetState::NeedsPassword)});
}

void TestFleetFound::cleanup()
{
    m_page.reset();
    m_ended.reset();
    m_asked.reset();
    m_bridge.reset();
}

void TestFleetFound::type(const char *text)
{
    QTest::keyClick(m_page.get(), Qt::Key_F, Qt::ControlModifier);
    QVERIFY(m_page->search().hasFocus());
    m_page->search().setText(QLatin1String(text));
}

void TestFleetFound::typingSearchesAndEscapeClears()
{
    QVERIFY(!isListShown());
    QVERIFY(m_page->search().placeholderText().contains(QStringLiteral("client:")));
    type("orders-7");
    QVERIFY(isListShown());
    QCOMPARE(m_asked->count(), 1);
    QVERIFY(!m_asked->last()[1].value<LockFilter>().isEmpty());
    QCOMPARE(m_page->found().empty().title(), QStringLiteral("Searching…"));
    tell({.searched = {searched("orders", FleetCoverage::Whole, 1)}, .rows = {rowOf("orders", "lock:a")}});
    QCOMPARE(table().model()->rowCount(), 1);
    QCOMPARE(cell(0, FleetFoundModel::ConnectionColumn).toString(), QStringLiteral("orders"));
    QCOMPARE(cell(0, FleetFoundModel::LockColumn).toString(), QStringLiteral("lock:a"));
    QVERIFY(!cell(0, FleetFoundModel::VerdictColumn, Qt::DecorationRole).isNull()); // not colour alone
    QVERIFY(!cell(0, FleetFoundModel::VerdictColumn).toString().isEmpty());
    QTest::keyClick(&m_page->search(), Qt::Key_Return);
    QVERIFY(table().hasFocus());
    QVERIFY2(m_page->details().startsWith(QStringLiteral("orders: lock:a")), qPrintable(m_page->details()));
    QTest::keyClick(&table(), Qt::Key_Escape);
    QVERIFY(m_page->search().text().isEmpty());
    QVERIFY(!isListShown());
    QVERIFY(m_page->table().hasFocus());
    QCOMPARE(m_ended->count(), 1);
    QVERIFY2(m_page->summary().startsWith(QStringLiteral("4 connection(s)")), qPrintable(m_page->summary()));
}

void TestFleetFound::aMistakeIsNamedAndTheLastFilterStays()
{
    type("orders");
    type("orders verdict:crtical");
    QVERIFY2(m_page->problem().contains(QStringLiteral("column")), qPrintable(m_page->problem()));
    QCOMPARE(m_asked->count(), 1);
    QVERIFY(isListShown());
    type("orders verdict:critical");
    QCOMPARE(m_page->problem(), QString());
    QCOMPARE(m_asked->count(), 2);
}

void TestFleetFound::theLineSaysWhereItCouldNotSearch()
{
    type("lock");
    std::vector<FleetFound> rows;
    for (int i = 0; i < 37; ++i)
        rows.push_back(rowOf("orders", "lock:" + QByteArray::number(i)));
    tell({.searched = {searched("orders", FleetCoverage::Whole, 36),
                       searched("payments", FleetCoverage::LastKnown, 1),
                       searched("mail", FleetCoverage::Partly), searched("vault", FleetCoverage::NotRead)},
          .rows = rows});
    const QString line = m_page->summary();
    for (const char *part : {"37 lock(s) in 2 of 4 connection(s)", "Not searched: vault (Password needed)",
                             "Searched in part: mail (Connected)", "As last known: payments (Unreachable)"})
        QVERIFY2(line.contains(QLatin1String(part)), qPrintable(line));
    tell({.searched = {searched("orders", FleetCoverage::Whole, 1), searched("mail", FleetCoverage::Whole)},
          .rows = {rowOf("orders", "lock:a")}});
    QCOMPARE(m_page->summary(), QStringLiteral("1 lock(s) in 1 of 2 connection(s)"));
}

void TestFleetFound::moreThanIsShownIsCounted()
{
    type("lock");
    tell(
        {.searched = {searched("orders", FleetCoverage::Whole, 4'021)}, .rows = {rowOf("orders", "lock:a")}});
    QVERIFY2(m_page->summary().contains(QStringLiteral("4,021 lock(s)")), qPrintable(m_page->summary()));
    QVERIFY2(m_page->summary().contains(QStringLiteral("the worst 1 are shown")),
             qPrintable(m_page->summary()));
}

void TestFleetFound::nothingFoundClaimsNoMoreThanWasSearched()
{
    const EmptyState &empty = m_page->found().empty();
    type("nothing");
    tell({.searched = {searched("orders", FleetCoverage::Whole), searched("mail", FleetCoverage::Whole)}});
    QCOMPARE(empty.title(), QStringLiteral("No matching locks in 2 connection(s)"));
    QVERIFY2(!empty.text().contains(QStringLiteral("They may have")), qPrintable(empty.text()));
    tell({.searched = {searched("orders", FleetCoverage::Whole), searched("vault", FleetCoverage::NotRead)}});
    QCOMPARE(empty.title(),
             QStringLiteral("No matching locks in the 1 connection(s) that were searched completely"));
    QVERIFY2(empty.text().contains(QStringLiteral("Not searched: vault (Password needed). They may have")),
             qPrintable(empty.text()));
    tell({.searched = {searched("vault", FleetCoverage::NotRead)}});
    QCOMPARE(empty.title(), QStringLiteral("No connection could be searched completely"));
    tell({.searched = {searched("orders", FleetCoverage::Pending)}});
    QCOMPARE(empty.title(), QStringLiteral("Searching…"));
    QCOMPARE(m_page->summary(), QString());
}

void TestFleetFound::lastKnownRowsAreGreyed()
{
    type("lock");
    tell({.searched = {searched("orders", FleetCoverage::Whole, 1),
                       searched("payments", FleetCoverage::LastKnown, 1)},
          .rows = {rowOf("orders", "lock:a"), rowOf("payments", "lock:b", VerdictLevel::Critical, true)}});
    const QVariant muted = Theme::of(m_page->palette()).muted;
    for (int column = 0; column < FleetFoundModel::ColumnCount; ++column) {
        QCOMPARE(cell(1, column, Qt::ForegroundRole), muted);
        QVERIFY(cell(0, column, Qt::ForegroundRole) != muted);
    }
    QVERIFY(cell(1, FleetFoundModel::VerdictColumn).toString().endsWith(QStringLiteral("(as last known)")));
    const auto alpha = [this](int row) { // The most of its icon
        const QImage icon =
            cell(row, FleetFoundModel::VerdictColumn, Qt::DecorationRole).value<QIcon>().pixmap(32).toImage();
        int most = 0;
        for (int y = 0; y < icon.height(); ++y) {
            for (int x = 0; x < icon.width(); ++x)
                most = std::max(most, qAlpha(icon.pixel(x, y)));
        }
        return most;
    };
    QCOMPARE(alpha(0), 255);
    QVERIFY(alpha(1) < 150);
    QCOMPARE(cell(1, FleetFoundModel::TtlColumn).toString(), QStringLiteral("unknown"));
    QVERIFY(
        cell(1, FleetFoundModel::TtlColumn, Qt::ToolTipRole).toString().startsWith(QStringLiteral("Read ")));
}

void TestFleetFound::unknownClientsAreSaid()
{
    const EmptyState &empty = m_page->found().empty();
    type("client:10.0.3.7");
    FleetSearched unsure = searched("orders", FleetCoverage::Whole);
    unsure.unsure = 312;
    tell({.searched = {unsure, searched("mail", FleetCoverage::Whole)}});
    QCOMPARE(empty.title(),
             QStringLiteral("No lock is known to match. Clients are unknown in 1 connection(s)"));
    QVERIFY2(empty.text().contains(QStringLiteral("Clients not known: orders (312 lock(s))")),
             qPrintable(empty.text()));
    tell(
        {.searched = {unsure, searched("mail", FleetCoverage::Whole, 1)}, .rows = {rowOf("mail", "lock:a")}});
    QVERIFY2(m_page->summary().contains(QStringLiteral("Clients not known: orders")),
             qPrintable(m_page->summary()));
}

void TestFleetFound::theArrowGoesToTheRows()
{
    type("lock");
    tell({.searched = {searched("orders", FleetCoverage::Whole, 1)}, .rows = {rowOf("orders", "lock:a")}});
    QVERIFY(m_page->search().hasFocus());
    QTest::keyClick(&m_page->search(), Qt::Key_Down);
    QVERIFY(table().hasFocus());
    QCOMPARE(table().currentIndex().row(), 0);
}

void TestFleetFound::escapeClosesTheCompletionsFirst()
{
    type("");
    QTest::keyClicks(&m_page->search(), QStringLiteral("ver"));
    QWidget *popup = m_page->search().completer()->popup();
    QTRY_VERIFY(popup->isVisible());
    QTest::keyClick(&m_page->search(), Qt::Key_Escape);
    QVERIFY(!popup->isVisible());
    QCOMPARE(m_page->search().text(), QStringLiteral("ver"));
    QVERIFY(m_page->search().hasFocus());
    QTest::keyClick(&m_page->search(), Qt::Key_Escape);
    QCOMPARE(m_page->search().text(), QString());
}

void TestFleetFound::theSelectedLockStaysSelected()
{
    type("lock");
    const FleetFound a = rowOf("orders", "lock:a"), b = rowOf("orders", "lock:b"),
                     c = rowOf("mail", "lock:a");
    tell({.searched = {searched("orders", FleetCoverage::Whole, 2)}, .rows = {a, b}});
    QCOMPARE(table().currentIndex().row(), 0);
    table().setFocus();
    QTest::keyClick(&table(), Qt::Key_Down);
    QCOMPARE(table().currentIndex().row(), 1);
    tell({.searched = {searched("orders", FleetCoverage::Whole, 3)}, .rows = {b, c, a}});
    QCOMPARE(table().currentIndex().row(), 0); // lock:b
    QTest::keyClick(&table(), Qt::Key_Down);   // lock:a of mail
    tell({.searched = {searched("orders", FleetCoverage::Whole, 2)}, .rows = {a, c}});
    QCOMPARE(table().currentIndex().row(), 1);
    tell({.searched = {searched("orders", FleetCoverage::Whole, 1)}, .rows = {a}});
    QVERIFY(!table().currentIndex().isValid()); // its lock is gone, and Enter must not open another one
    QCOMPARE(table().model()->rowCount(), 1);
    type("lock:"); // Another search begins with its first row
    tell({.searched = {searched("orders", FleetCoverage::Whole, 1)}, .rows = {a}});
    QCOMPARE(table().currentIndex().row(), 0);
}

void TestFleetFound::enterOpensTheLock()
{
    type("lock");
    tell({.searched = {searched("orders", FleetCoverage::Whole, 2)},
          .rows = {rowOf("orders", "lock:a"), rowOf("mail", "lock:b")}});
    QSignalSpy wanted(m_page.get(), &FleetPage::lockWanted);
    QSignalSpy opened(m_page.get(), &FleetPage::connectionWanted);
    QTest::keyClick(&m_page->search(), Qt::Key_Return); // goes to the list
    QCOMPARE(wanted.count(), 0);
    QTest::keyClick(&table(), Qt::Key_Return);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.last()[0].toString(), QStringLiteral("orders"));
    QCOMPARE(wanted.last()[1].value<LockPtr>()->key, LockName{"lock:a"});
    const QPoint at = table().visualRect(table().model()->index(1, FleetFoundModel::LockColumn)).center();
    QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(table().viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(wanted.last()[0].toString(), QStringLiteral("mail"));
    QCOMPARE(opened.count(), 0);
}

void TestFleetFound::theSearchGoesOnWhenTheWindowOpensAgain()
{
    type("lock");
    tell({.searched = {searched("orders", FleetCoverage::Whole, 1)}, .rows = {rowOf("orders", "lock:a")}});
    m_page->hide();
    QCOMPARE(table().model()->rowCount(), 0); // it would be old
    QCOMPARE(m_asked->count(), 1);
    m_page->show();
    QCOMPARE(m_asked->count(), 2);
}

LOCKSCOPE_UI_TEST(TestFleetFound)

} // namespace tst_fleetfound

#include "tst_fleetfound.moc"
