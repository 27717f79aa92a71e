// SPDX-License-Identifier: GPL-3.0-or-later
// A connection of the window Fleet that another main window may show.
#include "core/config/profilestore.h"
#include "core/values/lock.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "ui/bridges/enginebridge.h"
#include "ui/bridges/historybridge.h"
#include "ui/fleet/fleetpage.h"
#include "ui/status/statusline.h"
#include "ui/window/mainwindow.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_fleetelsewhere
{

using namespace lockscope;

class tst_FleetElsewhere final : public QObject
{
    Q_OBJECT

    QTemporaryDir m_dir;
    EngineBridge m_bridge;
    HistoryBridge m_history;
    std::unique_ptr<MainWindow> m_window;
    QStringList m_asked; // The connections for which the other windows were asked
    bool m_isElsewhere = true;

    FleetPage &fleet() { return m_window->fleetPage(); }

private slots:
    void init()
    {
        ConnectionSpec shop = *parseConnectionUrl(QStringLiteral("redis://127.0.0.1:1"));
        shop.name = QStringLiteral("shop");
        VERIFY_OK(ProfileStore(m_dir.path()).save({shop}));
        m_asked.clear();
        m_isElsewhere = true;
        m_window = std::make_unique<MainWindow>(m_bridge, m_history, m_dir.path());
        m_window->setElsewhere([this](const ShownConnection &wanted, const std::function<void(bool)> &then) {
            m_asked << wanted.connection;
            then(m_isElsewhere);
        });
        m_window->show();
        m_window->openFleet();
    }
    void cleanup() { m_window.reset(); }

    void isNotOpenedAgain()
    {
        emit fleet().connectionWanted(QStringLiteral("shop"));
        QCOMPARE(m_asked, QStringList{QStringLiteral("shop")});
        QCOMPARE(m_window->status().told(), QStringLiteral("shop is open in another window"));
        QVERIFY(!m_window->deployment().spec);
        m_isElsewhere = false;
        emit fleet().connectionWanted(QStringLiteral("shop"));
        QVERIFY(m_window->deployment().spec);
    }

    void isNotOpenedAgainForALockOfIt()
    {
        Lock lock;
        lock.key = LockName{"lock:a"};
        const LockPtr found = std::make_shared<const Lock>(lock);
        emit fleet().lockWanted(QStringLiteral("shop"), found);
        QCOMPARE(m_asked, QStringList{QStringLiteral("shop")});
        QVERIFY(!m_window->deployment().spec);
        m_isElsewhere = false;
        emit fleet().lockWanted(QStringLiteral("shop"), found);
        QVERIFY(m_window->deployment().spec);
    }
};

LOCKSCOPE_UI_TEST(tst_FleetElsewhere)

} // namespace tst_fleetelsewhere

#include "tst_fleetelsewhere.moc"
