// SPDX-License-Identifier: GPL-3.0-or-later
// The alerts of many connections, on real servers.

#include "tests/live/fleet/fleetservers.h"
#include "tests/support/runner.h"
#include "tests/support/threaded.h"
#include "tests/support/verify.h"

#include <QTest>

#include <algorithm>
#include <utility>

namespace tst_fleetalerts
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

FleetTarget target(const ConnectionSpec &spec, const char *name)
{
    FleetTarget target = targetNamed(spec, name);
    target.alerting.rules = {QStringLiteral("key:lock:alarm*")};
    return target;
}

class Fleet final : public QObject
{
public:
    Fleet() : m_watch(new FleetWatch)
    {
        connect(m_watch.object, &FleetWatch::changed, this,
                [this](quint64 id, const std::vector<FleetMember> &members) {
                    m_id = id;
                    m_members = members;
                });
        connect(m_watch.object, &FleetWatch::alerted, this, [this](const std::vector<Alert> &alerts) {
            for (const Alert &alert : alerts)
                m_told << alert.connection.toUtf8() + ": " + name(alert.what) + ' ' + alert.key.bytes;
        });
    }
    void open(const std::vector<FleetTarget> &targets)
    {
        QMetaObject::invokeMethod(m_watch.object,
                                  [this, targets, id = ++m_asked] { m_watch.object->open(id, targets); });
    }
    bool isReported(qsizetype members) const
    {
        return m_id == m_asked && qsizetype(m_members.size()) == members;
    }
    qint64 locks(size_t member) const
    {
        return isReported(qsizetype(m_members.size())) && member < m_members.size() &&
                       m_members[member].totals
                   ? m_members[member].totals->locks
                   : -1;
    }
    QByteArrayList told() const // Sorted
    {
        QByteArrayList all = m_told;
        std::sort(all.begin(), all.end());
        return all;
    }
    void forget() { m_told.clear(); }
    qsizetype count() const { return m_told.size(); }

private:
    quint64 m_asked = 0;
    quint64 m_id = 0;
    std::vector<FleetMember> m_members{};
    QByteArrayList m_told{};
    Threaded<FleetWatch> m_watch;
};

} // namespace

class TestFleetAlerts final : public QObject
{
    Q_OBJECT
private slots:
    void eachConnectionRaisesItsOwn();
    void pinnedLocksAreReported();
    void nothingIsSaidOfWhatIsNotShown();
    void aNewRuleIsCheckedAgainstKnownLocks();
};

void TestFleetAlerts::eachConnectionRaisesItsOwn()
{
    const auto one = startedServer();
    const auto two = startedServer();
    for (const auto *each : {&one, &two})
        VERIFY_OK(ask(**each, {"SET", "lock:alarm", "x", "PX", "600000"}));
    Fleet fleet;
    fleet.open({target(one->tcp(), "one"), target(two->tcp(), "two")});
    QTRY_COMPARE(fleet.count(), 2);
    QCOMPARE(fleet.told(), QByteArrayList({"one: began lock:alarm", "two: began lock:alarm"}));
    fleet.forget();
    VERIFY_OK(ask(*two, {"DEL", "lock:alarm"}));
    QTRY_COMPARE(fleet.told(), QByteArrayList{"two: over lock:alarm"});
    fleet.forget();
    one->stop(); // as last known, it is not over
    VERIFY_OK(ask(*two, {"SET", "lock:alarm2", "x", "PX", "600000"}));
    QTRY_COMPARE(fleet.told(), QByteArrayList{"two: began lock:alarm2"});
    fleet.forget();
}

void TestFleetAlerts::pinnedLocksAreReported()
{
    const auto one = startedServer();
    VERIFY_OK(ask(*one, {"SET", "lock:pinned", "x", "PX", "600000"}));
    FleetTarget pinned = target(one->tcp(), "one");
    pinned.alerting.pins = {LockName{"lock:pinned"}};
    Fleet fleet;
    fleet.open({pinned});
    QTRY_COMPARE(fleet.locks(0), 1);
    VERIFY_OK(ask(*one, {"DEL", "lock:pinned"}));
    QTRY_COMPARE(fleet.told(), QByteArrayList{"one: freed lock:pinned"});
    fleet.forget();
}

void TestFleetAlerts::nothingIsSaidOfWhatIsNotShown()
{
    const auto one = startedServer();
    const auto two = startedServer();
    Fleet fleet;
    fleet.open({target(one->tcp(), "one"), target(two->tcp(), "two")});
    QTRY_VERIFY(fleet.locks(0) == 0 && fleet.locks(1) == 0);
    FleetTarget hidden = target(two->tcp(), "two");
    hidden.isShown = false;
    fleet.open({target(one->tcp(), "one"), hidden});
    QTRY_VERIFY(fleet.isReported(1));
    VERIFY_OK(ask(*two, {"SET", "lock:alarm", "x", "PX", "600000"}));
    VERIFY_OK(ask(*one, {"SET", "lock:alarm", "x", "PX", "600000"}));
    QTRY_COMPARE(fleet.told(), QByteArrayList{"one: began lock:alarm"});
    fleet.forget();
    fleet.open({target(one->tcp(), "one"), target(two->tcp(), "two")});
    QTRY_COMPARE(fleet.told(), QByteArrayList{"two: began lock:alarm"});
    fleet.forget();
}

void TestFleetAlerts::aNewRuleIsCheckedAgainstKnownLocks()
{
    const auto one = startedServer();
    VERIFY_OK(ask(*one, {"SET", "lock:a", "x", "PX", "600000"}));
    FleetTarget silent = target(one->tcp(), "one");
    silent.alerting.rules.clear();
    Fleet fleet;
    fleet.open({silent});
    QTRY_COMPARE(fleet.locks(0), 1);
    FleetTarget ruled = silent;
    ruled.alerting.rules = {QStringLiteral("key:lock:a")};
    fleet.open({ruled});
    QTRY_COMPARE(fleet.told(), QByteArrayList{"one: began lock:a"});
    fleet.forget();
    ruled.alerting.least = Confidence::Certain; // a plain string is less
    VERIFY_OK(ask(*one, {"DEL", "lock:a"}));
    QTRY_COMPARE(fleet.told(), QByteArrayList{"one: over lock:a"});
    fleet.forget();
    fleet.open({ruled});
    QTRY_VERIFY(fleet.isReported(1));
    VERIFY_OK(ask(*one, {"SET", "lock:a", "x", "PX", "600000"}));
    QTRY_COMPARE(fleet.locks(0), 1);
    QCOMPARE(fleet.count(), 0);
}

LOCKSCOPE_TEST(TestFleetAlerts)

} // namespace tst_fleetalerts

#include "tst_fleetalerts.moc"
