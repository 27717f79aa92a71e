// SPDX-License-Identifier: GPL-3.0-or-later
// The search over all connections, on real servers: what it finds, what it follows, and where it could not
// search.

#include "tests/live/fleet/fleetservers.h"
#include "tests/support/runner.h"
#include "tests/support/threaded.h"
#include "tests/support/verify.h"

#include <QCoreApplication>
#include <QTest>

#include <algorithm>

namespace tst_fleetsearch
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

// The last findings of a watch on its own thread.
class Searched final : public QObject
{
public:
    Searched() : m_watch(new FleetWatch)
    {
        connect(m_watch.object, &FleetWatch::found, this, [this](quint64 id, const FleetFindings &findings) {
            m_id = id;
            m_findings = findings;
            ++m_reports;
        });
    }
    void open(const std::vector<FleetTarget> &targets)
    {
        QMetaObject::invokeMethod(m_watch.object, [this, targets] { m_watch.object->open(1, targets); });
    }
    void find(const char *text)
    {
        const auto filter = LockFilter::parse(QLatin1String(text));
        if (!filter)
            qFatal("%s", qPrintable(filter.failure().line()));
        QMetaObject::invokeMethod(
            m_watch.object, [this, filter = *filter, id = ++m_asked] { m_watch.object->search(id, filter); });
    }
    // Afterwards all it reported before has been counted.
    void end()
    {
        QMetaObject::invokeMethod(m_watch.object, &FleetWatch::endSearch, Qt::BlockingQueuedConnection);
        QCoreApplication::sendPostedEvents(this);
    }
    QStringList rows() const // "connection key", in order
    {
        QStringList rows;
        for (const FleetFound &one : m_id == m_asked ? m_findings.rows : std::vector<FleetFound>())
            rows << one.connection + u' ' + QString::fromLatin1(one.lock->key.bytes);
        return rows;
    }
    const std::vector<FleetFound> &found() const { return m_findings.rows; }
    FleetCoverage coverage(const char *name) const { return of(name).coverage; }
    qint64 count(const char *name) const { return of(name).found; }
    int reports() const { return m_reports; }

private:
    FleetSearched of(const char *name) const
    {
        const auto found = std::ranges::find(m_findings.searched, QLatin1String(name), &FleetSearched::name);
        return m_id == m_asked && found != m_findings.searched.end() ? *found : FleetSearched{};
    }
    quint64 m_asked = 0;
    quint64 m_id = 0;
    FleetFindings m_findings{};
    int m_reports = 0;
    Threaded<FleetWatch> m_watch;
};

QStringList lines(std::initializer_list<const char *> latin)
{
    QStringList all;
    for (const char *line : latin)
        all << QLatin1String(line);
    return all;
}

} // namespace

class TestFleetSearch final : public QObject
{
    Q_OBJECT
private slots:
    void findsInAllConnectionsAndFollows();
    void aClientIsFoundByItsName();
    void saysWhereItCouldNotSearch();
    void aLostConnectionHasItsLastKnownLocks();
    void manyLocksAreCountedAndTheWorstShown();
    void anEndedSearchReportsNothing();
};

void TestFleetSearch::findsInAllConnectionsAndFollows()
{
    const auto one = startedServer();
    const auto two = startedServer();
    VERIFY_OK(ask(*one, {"SET", "lock:orders:1", "pod-7", "PX", "600000"}));
    VERIFY_OK(ask(*one, {"SET", "lock:stock:1", "pod-8", "PX", "600000"}));
    VERIFY_OK(ask(*two, {"SET", "lock:orders:2", "pod-8"})); // never expires: worse
    Searched fleet;
    fleet.open({targetNamed(one->tcp(), "one"), targetNamed(two->tcp(), "two")});
    fleet.find("orders"); // before they are read
    QTRY_COMPARE(fleet.rows(), lines({"two lock:orders:2", "one lock:orders:1"}));
    QTRY_COMPARE(fleet.coverage("one"), FleetCoverage::Whole);
    QTRY_COMPARE(fleet.coverage("two"), FleetCoverage::Whole);
    fleet.find("owner:pod-8");
    QTRY_COMPARE(fleet.rows(), lines({"two lock:orders:2", "one lock:stock:1"}));
    QCOMPARE(fleet.count("one"), 1);
    VERIFY_OK(ask(*two, {"DEL", "lock:orders:2"}));
    QTRY_COMPARE(fleet.rows(), lines({"one lock:stock:1"}));
    VERIFY_OK(ask(*two, {"SET", "lock:new", "pod-8", "PX", "600000"}));
    QTRY_VERIFY(fleet.rows().contains(QStringLiteral("two lock:new")));
    const auto three = startedServer(); // joins the search
    VERIFY_OK(ask(*three, {"SET", "lock:later", "pod-8", "PX", "600000"}));
    fleet.open({targetNamed(one->tcp(), "one"), targetNamed(three->tcp(), "three")});
    QTRY_COMPARE(fleet.count("three"), 1);
    QCOMPARE(fleet.rows().size(), 2);
}

void TestFleetSearch::aClientIsFoundByItsName()
{
    const auto one = startedServer();
    FleetTarget target = targetNamed(one->tcp(), "one");
    target.options.aliases = {{.pattern = "6f96ab12*", .name = QStringLiteral("orders-7")}};
    VERIFY_OK(ask(*one, {"SET", "lock:a", "6f96ab12-1", "PX", "600000"}));
    VERIFY_OK(ask(*one, {"SET", "lock:b", "77777777-1", "PX", "600000"}));
    Searched fleet;
    fleet.open({target});
    fleet.find("client:orders-7");
    QTRY_COMPARE(fleet.rows(), lines({"one lock:a"}));
}

void TestFleetSearch::saysWhereItCouldNotSearch()
{
    const auto open = startedServer();
    const auto frozen = startedServer();
    const auto locked = startedServer({.password = QStringLiteral("secret")});
    ConnectionSpec wrong = locked->tcp();
    wrong.password = QStringLiteral("wrong");
    FleetTarget keychain = targetNamed(open->tcp(), "keychain");
    keychain.obstacle = FleetObstacle::Password;
    frozen->pause();
    Searched fleet;
    fleet.open({targetNamed(open->tcp(), "open"), targetNamed(wrong, "wrong"), keychain,
                targetNamed(frozen->tcp(), "frozen")});
    fleet.find("lock:");
    QTRY_COMPARE(fleet.coverage("open"), FleetCoverage::Whole);
    QCOMPARE(fleet.rows(), QStringList());
    for (const char *name : {"wrong", "keychain", "frozen"})
        QCOMPARE(fleet.coverage(name), FleetCoverage::NotRead);
    frozen->resume();
    QTRY_COMPARE(fleet.coverage("frozen"), FleetCoverage::Whole);
}

void TestFleetSearch::aLostConnectionHasItsLastKnownLocks()
{
    const auto one = startedServer();
    const auto two = startedServer();
    VERIFY_OK(ask(*one, {"SET", "lock:a", "pod-7", "PX", "600000"}));
    VERIFY_OK(ask(*two, {"SET", "lock:b", "pod-7", "PX", "600000"}));
    Searched fleet;
    fleet.open({targetNamed(one->tcp(), "one"), targetNamed(two->tcp(), "two")});
    fleet.find("pod-7");
    QTRY_COMPARE(fleet.rows().size(), 2);
    QVERIFY(std::ranges::none_of(fleet.found(), &FleetFound::isOld));
    two->stop();
    QTRY_COMPARE(fleet.coverage("two"), FleetCoverage::LastKnown);
    QCOMPARE(fleet.rows().size(), 2);
    for (const FleetFound &found : fleet.found())
        QCOMPARE(found.isOld, found.connection == QStringLiteral("two"));
    QCOMPARE(fleet.coverage("one"), FleetCoverage::Whole);
}

void TestFleetSearch::manyLocksAreCountedAndTheWorstShown()
{
    const auto one = startedServer();
    VERIFY_OK(ask(
        *one,
        {"EVAL", "for i = 1, 20000 do redis.call('SET', 'lock:' .. i, 'pod-' .. i, 'PX', 600000) end", "0"}));
    VERIFY_OK(ask(*one, {"SET", "lock:bad", "pod-1"}));
    FleetTarget target = targetNamed(one->tcp(), "one");
    target.options.thresholds.grace = 100ms;
    Searched fleet;
    fleet.open({target});
    fleet.find("pod-");
    QTRY_COMPARE_WITH_TIMEOUT(fleet.count("one"), 20'001, 2 * Patience);
    QTRY_COMPARE(fleet.rows().value(0), QStringLiteral("one lock:bad"));
    QCOMPARE(fleet.found().size(), FleetFindings::MostRows);
    fleet.find("pod-20000");
    QTRY_COMPARE(fleet.rows(), lines({"one lock:20000"}));
}

void TestFleetSearch::anEndedSearchReportsNothing()
{
    const auto one = startedServer();
    Searched fleet;
    fleet.open({targetNamed(one->tcp(), "one")});
    fleet.find("lock:");
    QTRY_COMPARE(fleet.coverage("one"), FleetCoverage::Whole);
    fleet.end();
    const int before = fleet.reports();
    VERIFY_OK(ask(*one, {"SET", "lock:a", "x", "PX", "600000"}));
    Searched other; // as long as a search would have taken
    other.open({targetNamed(one->tcp(), "one")});
    other.find("lock:");
    QTRY_COMPARE(other.count("one"), 1);
    QCOMPARE(fleet.reports(), before);
}

LOCKSCOPE_TEST(TestFleetSearch)

} // namespace tst_fleetsearch

#include "tst_fleetsearch.moc"
