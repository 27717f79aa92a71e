// SPDX-License-Identifier: GPL-3.0-or-later
// What a fleet costs: twelve deployments of all topologies, sixty servers, with 20,000 locks, of which some
// are renewed. How long until all of them are complete; the CPU time of the fleet's thread afterwards, as a
// share of one core; how long until a killed deployment is named, and whether the others go on meanwhile.
// Servers and fleet share the cores.
//   bench_fleet [--locks N] [--seconds N]

#include "core/fleet/fleetwatch.h"
#include "core/lab/sandbox/sandboxdeployment.h"
#include "tests/bench/benchkit.h"
#include "tests/support/threaded.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>

using namespace lockscope;
using namespace lockscope::bench;

namespace
{

using namespace std::chrono_literals;

struct Setting {
    int locks = 20'000;
    int seconds = 20;
};

struct Place {
    QString name{};
    std::unique_ptr<SandboxDeployment> servers{};
    int locks = 0; // that it has
};

constexpr int Renewed = 10; // one of so many

QByteArray keyOf(int number)
{
    return "lock:" + QByteArray::number(number);
}

QCoro::Task<bool> sendTask(Session *session, Batch batch)
{
    const Outcome<Replies> replies = co_await session->send(std::move(batch), 60s);
    co_return replies.ok();
}

bool isWrittenTo(const Place &place, size_t node)
{
    switch (place.servers->topology()) {
    case SandboxTopology::Cluster: // each master takes the keys of its slots
    case SandboxTopology::RedLock:
        return true;
    default:
        return node == 0;
    }
}

void fill(Place &place)
{
    for (size_t i = 0; i < place.servers->size(); ++i) {
        if (!isWrittenTo(place, i))
            continue;
        Session session(place.servers->node(i).spec());
        session.open();
        Batch batch;
        for (int number = 0; number < place.locks; ++number)
            batch.add({"SET", keyOf(number), "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "PX", "3600000"});
        if (!test::finished(sendTask(&session, std::move(batch))))
            qFatal("the keys could not be written");
        session.close();
    }
}

std::vector<Place> start(const Setting &setting)
{
    std::vector<std::pair<SandboxTopology, DeploymentOptions>> wanted;
    for (int i = 0; i < 4; ++i) // 24 servers
        wanted.push_back({SandboxTopology::Cluster, {}});
    for (int i = 0; i < 3; ++i) // 18
        wanted.push_back({SandboxTopology::Sentinel, {}});
    for (int i = 0; i < 2; ++i) // 10
        wanted.push_back({SandboxTopology::RedLock, {}});
    for (int i = 0; i < 2; ++i) // 7
        wanted.push_back({SandboxTopology::Replica, {.replicas = 2 + i}});
    wanted.push_back({SandboxTopology::Standalone, {}});
    std::vector<Place> places;
    for (const auto &[topology, options] : wanted) {
        Place place{.name = QStringLiteral("%1 %2").arg(QLatin1String(name(topology))).arg(places.size()),
                    .servers = orDie(SandboxDeployment::start(topology, options)),
                    .locks = setting.locks / int(wanted.size())};
        fill(place);
        places.push_back(std::move(place));
    }
    return places;
}

// The last report, and the watch on its thread.
class Fleet final : public QObject
{
public:
    Fleet() : m_watch(new FleetWatch)
    {
        connect(m_watch.object, &FleetWatch::changed, this,
                [this](quint64, const std::vector<FleetMember> &members) { m_members = members; });
    }
    void open(const std::vector<FleetTarget> &targets)
    {
        QMetaObject::invokeMethod(m_watch.object, [this, targets] { m_watch.object->open(1, targets); });
    }
    microseconds cpu()
    {
        microseconds used{};
        QMetaObject::invokeMethod(
            m_watch.object, [&used] { used = cpuOfThisThread(); }, Qt::BlockingQueuedConnection);
        return used;
    }
    const std::vector<FleetMember> &members() const { return m_members; }
    const FleetMember *of(const QString &name) const
    {
        const auto found = std::ranges::find(m_members, name, &FleetMember::name);
        return found == m_members.end() ? nullptr : &*found;
    }

private:
    std::vector<FleetMember> m_members{};
    test::Threaded<FleetWatch> m_watch;
};

bool isComplete(const Fleet &fleet, const std::vector<Place> &places)
{
    return std::ranges::all_of(places, [&fleet](const Place &place) {
        const FleetMember *member = fleet.of(place.name);
        return member && member->totals && !member->scanning && isLive(member->state) &&
               member->totals->locks == place.locks;
    });
}

double secondsUntil(const std::function<bool()> &reached)
{
    QElapsedTimer timer;
    timer.start();
    if (!QTest::qWaitFor(reached, 120'000)) {
        line(QStringLiteral("waited in vain"));
        std::exit(5);
    }
    return double(timer.elapsed()) / 1000;
}

FleetTarget targetOf(const Place &place)
{
    FleetTarget target{
        .spec = place.servers->spec(), .options = {.patterns = {"lock:*"}}, .why = {.text = {}}};
    target.spec.name = place.name;
    return target;
}

// Renews each tenth lock every ten seconds, as a watchdog does.
class Renewing final : public QObject
{
public:
    explicit Renewing(const std::vector<Place> &places)
    {
        for (const Place &place : places) {
            for (size_t i = 0; i < place.servers->size(); ++i) {
                if (!isWrittenTo(place, i))
                    continue;
                auto session = std::make_unique<Session>(place.servers->node(i).spec());
                session->open();
                m_sessions.push_back({std::move(session), place.locks});
            }
        }
        startTimer(100ms);
    }

protected:
    void timerEvent(QTimerEvent *) override
    {
        constexpr int Rounds = 100; // in ten seconds
        for (auto &[session, locks] : m_sessions) {
            Batch batch;
            for (int number = m_round; number < locks / Renewed; number += Rounds)
                batch.add({"PEXPIRE", keyOf(number * Renewed), "3600000"});
            if (batch.count() > 0)
                sendTask(session.get(), std::move(batch));
        }
        m_round = (m_round + 1) % Rounds;
    }

private:
    std::vector<std::pair<std::unique_ptr<Session>, int>> m_sessions{};
    int m_round = 0;
};

double coreShare(Fleet &fleet, int seconds)
{
    const microseconds before = fleet.cpu();
    QTest::qWait(seconds * 1000);
    return double((fleet.cpu() - before).count()) / 1e6 / seconds;
}

void kill(const Place &place)
{
    for (size_t i = 0; i < place.servers->size(); ++i)
        place.servers->node(i).kill();
    for (size_t i = 0; i < place.servers->sentinelCount(); ++i)
        place.servers->sentinel(i).kill();
}

void measure(const Setting &setting)
{
    const std::vector<Place> places = start(setting);
    size_t servers = 0;
    std::vector<FleetTarget> targets;
    for (const Place &place : places) {
        servers += place.servers->size() + place.servers->sentinelCount();
        targets.push_back(targetOf(place));
    }
    line(QStringLiteral("%1 deployments, %2 servers, %3 locks")
             .arg(places.size())
             .arg(servers)
             .arg(setting.locks));
    Fleet fleet;
    fleet.open(targets);
    const double complete = secondsUntil([&] { return isComplete(fleet, places); });
    line(QStringLiteral("complete after %1 s, with %2 s of CPU time")
             .arg(complete, 0, 'f', 1)
             .arg(double(fleet.cpu().count()) / 1e6, 0, 'f', 2));
    QTest::qWait(3000);
    const double idle = coreShare(fleet, setting.seconds);
    line(QStringLiteral("then %1 % of a core without changes").arg(idle * 100, 0, 'f', 1));
    {
        const Renewing renewing(places);
        QTest::qWait(3000);
        const double busy = coreShare(fleet, setting.seconds);
        line(QStringLiteral("then %1 % of a core, with one lock of %2 renewed every 10 s")
                 .arg(busy * 100, 0, 'f', 1)
                 .arg(Renewed));
    }
    const Place &victim = places.front();
    const Place &other = places.back();
    kill(victim);
    const double named = secondsUntil([&] { return isOut(fleet.of(victim.name)->state); });
    line(QStringLiteral("%1 killed: named after %2 s").arg(victim.name).arg(named, 0, 'f', 1));
    if (const auto added = other.servers->node(0).ask({"SET", "lock:new", "x", "PX", "3600000"}); !added)
        qFatal("%s", qPrintable(added.failure().line()));
    const double seen = secondsUntil([&] { return fleet.of(other.name)->totals->locks == other.locks + 1; });
    line(QStringLiteral("meanwhile a new lock on %1 was counted after %2 s")
             .arg(other.name)
             .arg(seen, 0, 'f', 1));
}

} // namespace

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    Setting setting;
    const QStringList words = QCoreApplication::arguments();
    for (qsizetype i = 1; i + 1 < words.size(); i += 2) {
        if (words[i] == QLatin1String("--locks"))
            setting.locks = words[i + 1].toInt();
        else if (words[i] == QLatin1String("--seconds"))
            setting.seconds = words[i + 1].toInt();
    }
    measure(setting);
    return 0;
}
