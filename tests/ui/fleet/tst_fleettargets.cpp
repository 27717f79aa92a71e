// SPDX-License-Identifier: GPL-3.0-or-later
// Which connections of the files are followed, and which of them lack a password.

#include "core/config/profilestore.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "ui/fleet/fleettargets.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_fleettargets
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

ConnectionSpec profile(const char *name, const char *user = "", const char *folder = "")
{
    ConnectionSpec spec;
    spec.name = QLatin1String(name);
    spec.host = QStringLiteral("127.0.0.1");
    spec.user = QLatin1String(user);
    spec.folder = QLatin1String(folder);
    return spec;
}

FleetTarget targetOf(const std::vector<FleetTarget> &targets, const char *name)
{
    const auto found = std::ranges::find_if(
        targets, [name](const FleetTarget &one) { return one.spec.name == QLatin1String(name); });
    return found == targets.end() ? FleetTarget{} : *found;
}

} // namespace

class TestFleetTargets final : public QObject
{
    Q_OBJECT
private slots:
    void init();

    void aUserWithoutAPasswordIsNotTried();
    void unlessTheServerAcceptsIt();
    void aChangedPasswordIsNotTheOpenConnections();
    void anEmptyEntryOfTheKeychainIsNoPassword();
    void anotherFolderKeepsWhatWasFollowed();

private:
    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestFleetTargets::init()
{
    m_dir = std::make_unique<QTemporaryDir>();
}

void TestFleetTargets::aUserWithoutAPasswordIsNotTried()
{
    ConnectionSpec sentinel = profile("sentinel");
    sentinel.sentinel.user = QStringLiteral("watcher");
    ConnectionSpec group = redLockGroup({profile(""), profile("", "app"), profile("")});
    for (quint16 i = 0; i < 3; ++i)
        group.members[i].port = 6379 + i;
    group.name = QStringLiteral("group");
    VERIFY_OK(
        ProfileStore(m_dir->path())
            .save({profile("plain"), profile("default", "default"), profile("app", "app"), sentinel, group}));
    FleetTargets targets(m_dir->path());
    targets.load({});
    QCOMPARE(targetOf(targets.all(), "plain").obstacle, FleetObstacle::None);
    QCOMPARE(targetOf(targets.all(), "default").obstacle, FleetObstacle::None); // it may have none
    for (const char *name : {"app", "sentinel", "group"})
        QCOMPARE(targetOf(targets.all(), name).obstacle, FleetObstacle::Password);
    QVERIFY(targetOf(targets.all(), "app").why.text.contains(QStringLiteral("app")));
}

void TestFleetTargets::unlessTheServerAcceptsIt()
{
    VERIFY_OK(ProfileStore(m_dir->path()).save({profile("app", "app"), profile("other", "other")}));
    FleetTargets targets(m_dir->path());
    targets.load({});
    targets.learn(profile("app", "app")); // the main window is connected
    QCOMPARE(targetOf(targets.all(), "app").obstacle, FleetObstacle::None);
    QCOMPARE(targetOf(targets.all(), "other").obstacle, FleetObstacle::Password);
    ConnectionSpec typed = profile("other", "other");
    typed.password = QStringLiteral("secret");
    targets.learn(typed);
    QCOMPARE(targetOf(targets.all(), "other").obstacle, FleetObstacle::None);
    QCOMPARE(targetOf(targets.all(), "other").spec.password, typed.password);
    targets.forget(QStringLiteral("app"));
    targets.load({});
    QCOMPARE(targetOf(targets.all(), "app").obstacle, FleetObstacle::Password);
}

// The main window stays connected with the old one, and says so with each change of its state.
void TestFleetTargets::aChangedPasswordIsNotTheOpenConnections()
{
    ConnectionSpec app = profile("app", "app");
    app.inKeychain = true;
    VERIFY_OK(ProfileStore(m_dir->path()).save({app}));
    QString kept = QStringLiteral("old");
    FleetTargets targets(m_dir->path(), [&kept](const QString &, const Keychain::Read &told) {
        ConnectionSpec entry;
        entry.password = kept;
        told(secretsOf(entry));
    });
    ConnectionSpec open = app;
    open.password = kept;
    targets.load({});
    targets.learn(open);
    QCOMPARE(targetOf(targets.all(), "app").spec.password, QStringLiteral("old"));
    kept = QStringLiteral("new");
    targets.forget(QStringLiteral("app"));
    targets.load({});
    targets.learn(open);
    QCOMPARE(targetOf(targets.all(), "app").spec.password, QStringLiteral("new"));
}

void TestFleetTargets::anEmptyEntryOfTheKeychainIsNoPassword()
{
    ConnectionSpec app = profile("app", "app");
    app.inKeychain = true;
    VERIFY_OK(ProfileStore(m_dir->path()).save({app}));
    FleetTargets targets(m_dir->path(), [](const QString &, const Keychain::Read &told) { told(Secrets{}); });
    targets.load({});
    QCOMPARE(targetOf(targets.all(), "app").obstacle, FleetObstacle::Password);
}

void TestFleetTargets::anotherFolderKeepsWhatWasFollowed()
{
    VERIFY_OK(ProfileStore(m_dir->path())
                  .save({profile("a", "", "Shop"), profile("b", "", "Billing"), profile("c", "", "Mail")}));
    FleetTargets targets(m_dir->path());
    targets.load(QStringLiteral("Shop"));
    QCOMPARE(targets.all().size(), 1U);
    QVERIFY(targets.kept().empty());
    targets.load(QStringLiteral("Billing"));
    QCOMPARE(targets.all().size(), 1U);
    QCOMPARE(targets.kept().size(), 1U);
    QCOMPARE(targets.kept().front().spec.name, QStringLiteral("a"));
    QVERIFY(!targets.kept().front().isShown);
    VERIFY_OK(ProfileStore(m_dir->path()).save({profile("b", "", "Billing")})); // a was removed
    targets.load(QStringLiteral("Billing"));
    QVERIFY(targets.kept().empty());
}

LOCKSCOPE_UI_TEST(TestFleetTargets)

} // namespace tst_fleettargets

#include "tst_fleettargets.moc"
