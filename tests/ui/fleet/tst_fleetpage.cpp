// SPDX-License-Identifier: GPL-3.0-or-later
// The page Fleet: which connections it follows, their order and their words.

#include "core/base/privatefile.h"
#include "core/config/profilestore.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/fleet/fleetsamples.h"
#include "ui/fleet/fleetpage.h"
#include "ui/fleet/fleettext.h"
#include "ui/widgets/emptystate.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <algorithm>

namespace tst_fleetpage
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

QStringList words(std::initializer_list<const char *> latin)
{
    QStringList words;
    for (const char *word : latin)
        words << QLatin1String(word);
    return words;
}

ConnectionSpec saved(const char *name, const char *folder = "", bool inKeychain = false)
{
    ConnectionSpec spec;
    spec.name = QLatin1String(name);
    spec.host = QStringLiteral("127.0.0.1");
    spec.folder = QLatin1String(folder);
    spec.inKeychain = inKeychain;
    return spec;
}

} // namespace

class TestFleetPage final : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void cleanup();

    void followsWhileItIsVisible();
    void theWorstComesFirst();
    void equalOnesAreInTheOrderOfTheirNames();
    void theWorstIsSelectedUntilTheUserSelects();
    void aClickedRowStaysSelected();
    void whatIsUnknownIsNotZero();
    void lastKnownCountsAreGreyed();
    void aScanInProgressGivesLowerBounds();
    void enterOpensTheConnection();
    void aMissingPasswordIsAskedFor();
    void aRestartIsNoFailover();
    void aFolderIsChosenAndRemembered();
    void aFolderThatIsGoneShowsAll();
    void withoutConnectionsItSaysWhatToDo();
    void aBadFileIsNamed();
    void passwordsAreReadOneAfterAnotherAndOnce();
    void aKeychainThatFailsIsAskedOnce();
    void anUnconfirmedSshConfigurationIsNotRun();
    void aRowIsCopied();

private:
    using Told = Keychain::Read;

    void save(const QList<ConnectionSpec> &profiles);
    void show();
    void tell(const std::vector<FleetMember> &members);
    QStringList column(int column) const;
    QModelIndex cell(const char *name, int column) const;
    std::vector<FleetTarget> targets() const { return m_opened->last()[1].value<std::vector<FleetTarget>>(); }

    std::unique_ptr<QTemporaryDir> m_dir;
    std::unique_ptr<FleetBridge> m_bridge;
    std::unique_ptr<FleetPage> m_page;
    std::unique_ptr<QSignalSpy> m_opened;
    QStringList m_askedFor;
    std::vector<Told> m_asked;
};

void TestFleetPage::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
    m_bridge = std::make_unique<FleetBridge>();
    m_opened = std::make_unique<QSignalSpy>(m_bridge.get(), &FleetBridge::openWanted);
    m_askedFor.clear();
    m_asked.clear();
    m_page = std::make_unique<FleetPage>(
        *m_bridge, FleetPage::Needs{.configDir = m_dir->path(),
                                    .clocks = {.now = [] { return Now; }, .wallNow = [] { return Today; }},
                                    .readSecrets = [this](const QString &profile, const Told &told) {
                                        m_askedFor << profile;
                                        m_asked.push_back(told);
                                    }});
    new QAbstractItemModelTester(m_page->table().model(),
                                 QAbstractItemModelTester::FailureReportingMode::QtTest, m_page.get());
    m_page->resize(1000, 400);
}

void TestFleetPage::cleanup()
{
    m_page.reset();
    m_opened.reset();
    m_bridge.reset();
}

void TestFleetPage::save(const QList<ConnectionSpec> &profiles)
{
    VERIFY_OK(ProfileStore(m_dir->path()).save(profiles));
}

void TestFleetPage::show()
{
    m_page->show();
    m_page->activateWindow(); // for its shortcuts
    QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
}

// As a watch does, which has one member for each target.
void TestFleetPage::tell(const std::vector<FleetMember> &members)
{
    QList<ConnectionSpec> profiles;
    for (const FleetMember &member : members) {
        ConnectionSpec spec = saved("");
        spec.name = member.name;
        profiles << spec;
    }
    save(profiles);
    if (!m_page->isVisible())
        show();
    emit m_bridge->changed(members);
}

QStringList TestFleetPage::column(int column) const
{
    QStringList cells;
    const QAbstractItemModel *model = m_page->table().model();
    for (int row = 0; row < model->rowCount(); ++row)
        cells << model->index(row, column).data().toString();
    return cells;
}

QModelIndex TestFleetPage::cell(const char *name, int column) const
{
    return m_page->model().index(m_page->model().rowOf(QLatin1String(name)), column);
}

void TestFleetPage::followsWhileItIsVisible()
{
    save({saved("a"), saved("b")});
    QSignalSpy wanted(m_bridge.get(), &FleetBridge::wanted);
    QSignalSpy unwanted(m_bridge.get(), &FleetBridge::unwanted);
    QCOMPARE(m_opened->count(), 0);
    show();
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(m_opened->count(), 1);
    QCOMPARE(targets().size(), 2U);
    QCOMPARE(targets()[0].spec.name, QStringLiteral("a"));
    QCOMPARE(targets()[0].obstacle, FleetObstacle::None);
    save({saved("a"), saved("b"), saved("c")});
    m_page->reload();
    QCOMPARE(m_opened->count(), 2);
    emit m_bridge->changed({member("a", FleetState::Connected)});
    QCOMPARE(m_page->model().rowCount(), 1);
    m_page->hide();
    QCOMPARE(unwanted.count(), 1);
    QCOMPARE(m_page->model().rowCount(), 0); // it would be old when the window opens again
    m_page->reload();
    QCOMPARE(m_opened->count(), 2);
    m_page->show();
    QCOMPARE(wanted.count(), 2);
    QCOMPARE(m_opened->count(), 3);
}

void TestFleetPage::theWorstComesFirst()
{
    tell({member("ok", FleetState::Connected), troubled("warned", VerdictLevel::Warning),
          member("connecting", FleetState::Connecting), troubled("critical", VerdictLevel::Critical),
          lost("lost"), member("partly", FleetState::PartlyReached), member("failed", FleetState::Failed)});
    QCOMPARE(column(FleetModel::NameColumn),
             words({"failed", "lost", "critical", "partly", "warned", "connecting", "ok"}));
    tell({member("ok", FleetState::Unreachable), troubled("warned", VerdictLevel::Warning),
          member("connecting", FleetState::Connected), troubled("critical", VerdictLevel::Ok),
          member("lost", FleetState::Connected), member("partly", FleetState::NoQuorum),
          member("failed", FleetState::Connected)});
    QCOMPARE(column(FleetModel::NameColumn).mid(0, 3), words({"ok", "partly", "warned"}));
}

void TestFleetPage::equalOnesAreInTheOrderOfTheirNames()
{
    tell({member("shop-10", FleetState::Connected), member("Shop-9", FleetState::Connected),
          member("billing", FleetState::Connected)});
    QCOMPARE(column(FleetModel::NameColumn), words({"billing", "Shop-9", "shop-10"}));
    m_page->table().sortByColumn(FleetModel::LocksColumn, Qt::AscendingOrder);
    QCOMPARE(column(FleetModel::NameColumn), words({"billing", "Shop-9", "shop-10"}));
    m_page->table().sortByColumn(FleetModel::NameColumn, Qt::DescendingOrder);
    QCOMPARE(column(FleetModel::NameColumn), words({"shop-10", "Shop-9", "billing"}));
}

void TestFleetPage::theWorstIsSelectedUntilTheUserSelects()
{
    tell({member("a", FleetState::Connecting), member("b", FleetState::Connecting)});
    QCOMPARE(m_page->selected(), QStringLiteral("a"));
    tell({member("a", FleetState::Connected), lost("b")});
    QCOMPARE(m_page->selected(), QStringLiteral("b"));
    QTest::keyClick(&m_page->table(), Qt::Key_Down);
    QCOMPARE(m_page->selected(), QStringLiteral("a"));
    tell({member("a", FleetState::Failed), member("b", FleetState::Connected)}); // exchanged
    QCOMPARE(m_page->selected(), QStringLiteral("a"));
    tell({member("new", FleetState::Failed), member("a", FleetState::Connected)}); // other rows
    QCOMPARE(m_page->selected(), QStringLiteral("a"));
}

void TestFleetPage::aClickedRowStaysSelected()
{
    tell({member("a", FleetState::Connected), member("b", FleetState::Connected)});
    QTreeView &table = m_page->table();
    QCOMPARE(m_page->selected(), QStringLiteral("a"));
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(table.currentIndex()).center());
    tell({member("a", FleetState::Connected), lost("b")});
    QCOMPARE(m_page->selected(), QStringLiteral("a"));
}

void TestFleetPage::whatIsUnknownIsNotZero()
{
    FleetMember unread = member("a", FleetState::Connected);
    QCOMPARE(text::fleetLevel(unread), VerdictLevel::Ok);
    unread.totals.reset(); // Connected, but no lock was read yet
    QCOMPARE(text::fleetLevel(unread), VerdictLevel::Info);
    tell({member("never", FleetState::Unreachable), member("empty", FleetState::Connected, {})});
    for (const int column :
         {FleetModel::LocksColumn, FleetModel::HeldColumn, FleetModel::WaitingColumn,
          FleetModel::CriticalColumn, FleetModel::WarningColumn, FleetModel::NodesColumn}) {
        QCOMPARE(cell("never", column).data().toString(), QStringLiteral("unknown"));
        QVERIFY(cell("empty", column).data().toString() != QStringLiteral("unknown"));
    }
    QCOMPARE(cell("empty", FleetModel::LocksColumn).data().toString(), QStringLiteral("0"));
    QVERIFY2(!m_page->summary().contains(QStringLiteral("0 critical")), qPrintable(m_page->summary()));
    FleetMember polled = member("polled", FleetState::Connected);
    polled.hasWaiters = false; // Clients that poll leave no trace
    FleetMember refused = member("refused", FleetState::Connected, {});
    refused.keysRefused = 2; // This user may see the names of these only
    refused.scanFailure = {.kind = ErrorKind::NoPerm, .text = QStringLiteral("no permission")};
    tell({polled, refused, member("never", FleetState::Unreachable)});
    QCOMPARE(cell("polled", FleetModel::WaitingColumn).data().toString(), QStringLiteral("unknown"));
    QCOMPARE(cell("polled", FleetModel::LocksColumn).data().toString(), QStringLiteral("7"));
    QCOMPARE(cell("refused", FleetModel::StateColumn).data().toString(), QStringLiteral("Scan incomplete"));
    QCOMPARE(cell("refused", FleetModel::LocksColumn).data().toString(), QStringLiteral("≥ 0"));
    QVERIFY(text::fleetDetails(refused, {}, {}).contains(QStringLiteral("could not be read")));
    FleetMember out = member("out", FleetState::NoQuorum);
    QVERIFY(text::fleetDetails(out, {}, {}).contains(QStringLiteral("(since ")));
    out.wasSoAtFirst = true; // since when is not known
    QVERIFY(text::fleetDetails(out, {}, {}).contains(QStringLiteral("(at least since ")));
    out.state = FleetState::Connected; // by this window itself
    QVERIFY(text::fleetDetails(out, {}, {}).contains(QStringLiteral("(since ")));
    QCOMPARE(cell("never", FleetModel::StateColumn).data().toString(), QStringLiteral("Unreachable"));
}

void TestFleetPage::lastKnownCountsAreGreyed()
{
    tell({lost("lost"), troubled("live", VerdictLevel::Critical)});
    const QVariant muted = Theme::of(m_page->palette()).muted;
    QCOMPARE(cell("lost", FleetModel::LocksColumn).data().toString(), QStringLiteral("1,281"));
    QCOMPARE(cell("lost", FleetModel::LocksColumn).data(Qt::ForegroundRole), muted);
    QCOMPARE(cell("lost", FleetModel::CriticalColumn).data(Qt::ForegroundRole), muted);
    QVERIFY(cell("live", FleetModel::CriticalColumn).data(Qt::ForegroundRole) != muted);
    QVERIFY(!cell("live", FleetModel::LocksColumn).data(Qt::ForegroundRole).isValid());
    // A selected row has another colour.
    QVERIFY(cell("lost", FleetModel::LocksColumn).data(Qt::FontRole).value<QFont>().italic());
    QVERIFY(!cell("live", FleetModel::LocksColumn).data(Qt::FontRole).isValid());
    QVERIFY(!cell("live", FleetModel::StateColumn).data(Qt::DecorationRole).isNull()); // not colour alone
    QCOMPARE(m_page->selected(), QStringLiteral("lost"));
    for (const char *part : {"connection refused", "as last known", "Retrying in 3 s", "lock:stock:1001"})
        QVERIFY2(m_page->details().contains(QLatin1String(part)), qPrintable(m_page->details()));
    QVERIFY2(m_page->summary().contains(QStringLiteral("1 not connected")), qPrintable(m_page->summary()));
}

void TestFleetPage::aScanInProgressGivesLowerBounds()
{
    FleetMember scanning = member("a", FleetState::Connected);
    scanning.scanning = true;
    tell({scanning, member("b", FleetState::Connected)});
    QCOMPARE(cell("a", FleetModel::LocksColumn).data().toString(), QStringLiteral("≥ 7"));
    QCOMPARE(cell("a", FleetModel::StateColumn).data().toString(), QStringLiteral("Scanning"));
    QCOMPARE(cell("b", FleetModel::LocksColumn).data().toString(), QStringLiteral("7"));
}

void TestFleetPage::enterOpensTheConnection()
{
    save({saved("a", "Stores"), saved("b")});
    show();
    m_page->folders().setFocus(); // as Qt does when the window is activated
    emit m_bridge->changed({member("a", FleetState::Connected), lost("b")});
    QVERIFY(m_page->table().hasFocus());
    QSignalSpy wanted(m_page.get(), &FleetPage::connectionWanted);
    QTest::keyClick(&m_page->table(), Qt::Key_Return);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.last().first().toString(), QStringLiteral("b"));
    const QModelIndex second = m_page->table().model()->index(1, FleetModel::NameColumn);
    const QPoint at = m_page->table().visualRect(second).center();
    QTest::mouseClick(m_page->table().viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(wanted.count(), 1);
    QTest::mouseDClick(m_page->table().viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(wanted.count(), 2);
    QCOMPARE(wanted.last().first().toString(), QStringLiteral("a"));
}

void TestFleetPage::aMissingPasswordIsAskedFor()
{
    tell({member("a", FleetState::NeedsPassword)});
    QSignalSpy opened(m_page.get(), &FleetPage::connectionWanted);
    QSignalSpy asked(m_page.get(), &FleetPage::passwordWanted);
    QTest::keyClick(&m_page->table(), Qt::Key_Return);
    QCOMPARE(opened.count(), 0);
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.last().first().toString(), QStringLiteral("a"));
    QVERIFY(!asked.last()[1].toString().isEmpty());
    QVERIFY(m_page->retryButton().isEnabled());
    QSignalSpy retried(m_bridge.get(), &FleetBridge::retryWanted);
    QTest::keyClick(&m_page->table(), Qt::Key_F5);
    QCOMPARE(retried.count(), 1);
}

void TestFleetPage::aRestartIsNoFailover()
{
    show();
    FleetMember again = member("a", FleetState::Connected);
    again.failover = {.from = NodeId{"10.0.0.1:6379"}, .to = NodeId{"10.0.0.1:6379"}, .at = Today, .lost = 2};
    tell({again});
    const QModelIndex index = cell("a", FleetModel::FailoverColumn);
    QVERIFY2(index.data().toString().startsWith(QStringLiteral("restart ")),
             qPrintable(index.data().toString()));
    QVERIFY(index.data(Qt::ToolTipRole).toString().startsWith(QStringLiteral("Restart of 10.0.0.1:6379")));
    again.failover->from = NodeId{"10.0.0.2:6379"};
    tell({again});
    QVERIFY(cell("a", FleetModel::FailoverColumn)
                .data(Qt::ToolTipRole)
                .toString()
                .startsWith(QStringLiteral("Failover ")));
}

void TestFleetPage::aFolderIsChosenAndRemembered()
{
    save({saved("a", "Shop"), saved("b", "Billing"), saved("c")});
    show();
    QCOMPARE(m_page->folders().count(), 3);
    QCOMPARE(m_page->folders().itemText(1), QStringLiteral("Billing"));
    QCOMPARE(targets().size(), 3U);
    m_page->folders().setFocus();
    QTest::keyClick(&m_page->folders(), Qt::Key_Down);
    QCOMPARE(m_page->folder(), QStringLiteral("Billing"));
    QCOMPARE(targets().front().spec.name, QStringLiteral("b"));
    QCOMPARE(std::ranges::count(targets(), true, &FleetTarget::isShown), 1); // the others stay as they are
}

void TestFleetPage::aFolderThatIsGoneShowsAll()
{
    save({saved("a", "Shop"), saved("b")});
    m_page->setFolder(QStringLiteral("Gone"));
    show();
    QCOMPARE(m_page->folder(), QString());
    QCOMPARE(targets().size(), 2U);
}

void TestFleetPage::withoutConnectionsItSaysWhatToDo()
{
    show();
    QVERIFY(m_page->isEmpty());
    QCOMPARE(m_page->empty().title(), QStringLiteral("No saved connections"));
    QSignalSpy wanted(m_page.get(), &FleetPage::newConnectionWanted);
    auto *button = m_page->empty().findChild<QPushButton *>();
    QVERIFY(button);
    button->click();
    QCOMPARE(wanted.count(), 1);
    tell({member("a", FleetState::Connected)});
    m_page->reload();
    QVERIFY(!m_page->isEmpty());
}

void TestFleetPage::aBadFileIsNamed()
{
    VERIFY_OK(writePrivateFile(ProfileStore(m_dir->path()).fileName(), "{"));
    show();
    QVERIFY(m_page->isEmpty());
    QCOMPARE(m_page->empty().title(), QStringLiteral("Cannot read the saved connections"));
    QVERIFY(m_page->empty().text().contains(QStringLiteral("profiles.json")));
    QVERIFY(m_page->retryButton().isEnabled());
    save({saved("a")}); // The file is mended
    QTest::keyClick(m_page.get(), Qt::Key_F5);
    QCOMPARE(targets().size(), size_t(1));
    QCOMPARE(m_page->empty().title(), QStringLiteral("Connecting…"));
}

void TestFleetPage::passwordsAreReadOneAfterAnotherAndOnce()
{
    save({saved("a", "", true), saved("b"), saved("c", "", true)});
    show();
    QCOMPARE(m_askedFor, words({"a"}));
    QCOMPARE(targets()[0].obstacle, FleetObstacle::Keychain);
    QCOMPARE(targets()[1].obstacle, FleetObstacle::None);
    m_asked[0](Secrets{.password = QStringLiteral("one")});
    QCOMPARE(m_askedFor, words({"a", "c"}));
    QCOMPARE(targets()[0].obstacle, FleetObstacle::None);
    QCOMPARE(targets()[0].spec.password, QStringLiteral("one"));
    m_asked[1](Secrets{}); // no entry: the server may need none
    QCOMPARE(targets()[2].obstacle, FleetObstacle::None);
    m_page->hide();
    m_page->show();
    QCOMPARE(m_askedFor.size(), 2);
    QCOMPARE(targets()[0].spec.password, QStringLiteral("one"));
    m_page->forgetSecrets(QStringLiteral("a"));
    QCOMPARE(m_askedFor, words({"a", "c", "a"}));
}

void TestFleetPage::aKeychainThatFailsIsAskedOnce()
{
    save({saved("a", "", true), saved("b", "", true)});
    show();
    m_asked[0](Failure{.kind = ErrorKind::Unsupported, .text = QStringLiteral("it is locked")});
    QCOMPARE(m_askedFor, words({"a"}));
    for (const FleetTarget &target : targets()) {
        QCOMPARE(target.obstacle, FleetObstacle::Password);
        QCOMPARE(target.why.text, QStringLiteral("it is locked"));
    }
    emit m_bridge->changed({member("a", FleetState::NeedsPassword), member("b", FleetState::NeedsPassword)});
    m_page->retryButton().click();
    QCOMPARE(m_askedFor, words({"a", "a"}));
}

void TestFleetPage::anUnconfirmedSshConfigurationIsNotRun()
{
    ConnectionSpec imported = saved("a");
    imported.ssh.destination = QStringLiteral("jump");
    imported.ssh.configFile = m_dir->filePath(QStringLiteral("ssh_config"));
    imported.ssh.unconfirmed = true;
    VERIFY_OK(writePrivateFile(imported.ssh.configFile, "Host jump\n  ProxyCommand touch /nowhere\n"));
    save({imported});
    show();
    QCOMPARE(targets().front().obstacle, FleetObstacle::SshConsent);
    emit m_bridge->changed({member("a", FleetState::NeedsSshConsent)});
    QVERIFY2(m_page->details().contains(QStringLiteral("SSH configuration")), qPrintable(m_page->details()));
}

void TestFleetPage::aRowIsCopied()
{
    tell({troubled("a", VerdictLevel::Critical)});
    QTest::keyClick(&m_page->table(), Qt::Key_C, Qt::ControlModifier);
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(
        copied.startsWith(QStringLiteral("a\tConnected\t1,281\t900\t12\t2\t0\t—\t—\t1/1\tlock:stock:1001")),
        qPrintable(copied));
}

LOCKSCOPE_UI_TEST(TestFleetPage)

} // namespace tst_fleetpage

#include "tst_fleetpage.moc"
