// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/history.h"

#include "core/history/counters.h"
#include "core/history/eventring.h"
#include "core/history/historystore.h"

#include <QCryptographicHash>
#include <QDir>
#include <QTimer>
#include <QUrl>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr int SecondsATrim = 10;
constexpr milliseconds TrimTime = 1s; // of those, at most
constexpr milliseconds RetryPeriod = 1min;
constexpr size_t StoryMost = 2'000;
constexpr size_t MomentMost = 50'000;

// A name may hold anything; a file's may not, and is not as long.
QString fileNameOf(const QString &name)
{
    constexpr qsizetype Longest = 200;
    const QString escaped = QString::fromLatin1(QUrl::toPercentEncoding(name, " ", ".~"));
    const QByteArray digest =
        QCryptographicHash::hash(name.toUtf8(), QCryptographicHash::Sha256).toHex().left(16);
    return (escaped.size() <= Longest ? escaped
                                      : escaped.left(Longest) + u'-' + QString::fromLatin1(digest)) +
           QStringLiteral(".sqlite");
}

// Of a group by a majority.
bool isHeld(const Lock &lock)
{
    return lock.held() && (!lock.quorum() || lock.quorum()->reached());
}

} // namespace

struct History::Private {
    History *q;
    QString folder;
    HistorySettings settings{};
    QString name{}; // of the file; empty: none
    QTimer clock{};
    QTimer retry{}; // of a file that failed
    EventRing ring{};
    Counters counters{wallNow()};
    std::unique_ptr<HistoryStore> store{};
    HistoryStatus status{};
    QHash<NodeId, LinkPhase> phases{};
    QHash<LockName, LockPtr> held{}; // now: for a file that is opened while they are
    int seconds = 0;

    bool isOpen() const { return clock.isActive(); }
    void openStore();
    void closeStore();
    void catchUp();
    void keepHeld(const LockDelta &delta);
    void check(const Done &written);
    void mark(const Mark &mark);
    void tick();
    void trim();
    void tellStatus();
    template<class T> std::optional<T> fromStore(Outcome<T> answer);
};

History::History(QString folder, QObject *parent) : QObject(parent), d(new Private{this, std::move(folder)})
{
    d->clock.setParent(this); // to move with it
    d->clock.setInterval(1s);
    d->clock.setTimerType(Qt::PreciseTimer);
    connect(&d->clock, &QTimer::timeout, this, [this] { d->tick(); });
    d->retry.setParent(this);
    d->retry.setSingleShot(true);
    d->retry.setInterval(RetryPeriod);
    connect(&d->retry, &QTimer::timeout, this, [this] {
        d->openStore();
        d->tellStatus();
    });
}

History::~History()
{
    close();
}

void History::observe(Engine *engine)
{
    connect(engine, &Engine::opened, this, [this](const ConnectionSpec &spec, const EngineOptions &options) {
        open(options.historyName, std::max(1, int(spec.members.size())));
    });
    connect(engine, &Engine::closed, this, &History::close);
    connect(engine, &Engine::tableChanged, this, &History::take);
    connect(engine, &Engine::nodesChanged, this, &History::takeNodes);
    connect(engine, &Engine::liveChanged, this, &History::takeLive);
    connect(engine, &Engine::failedOver, this, &History::takeFailover);
}

void History::setRetryPeriod(milliseconds period)
{
    d->retry.setInterval(period);
}

void History::configure(const HistorySettings &settings)
{
    if (std::exchange(d->settings, settings) == settings || !d->isOpen())
        return;
    if (!settings.keep)
        d->closeStore();
    else if (!d->store)
        d->openStore();
    d->tellStatus();
}

void History::open(const QString &name, int members)
{
    close();
    d->name = name;
    d->status = {};
    d->counters.begin(members, wallNow());
    d->clock.start();
    if (d->settings.keep)
        d->openStore();
    emit opened();
    d->tellStatus();
}

void History::close()
{
    const bool wasOpen = d->isOpen();
    d->clock.stop();
    d->closeStore();
    d->held.clear();
    d->status = {};
    if (wasOpen)
        emit statusChanged(d->status);
    d->ring.clear();
    d->counters.end();
    d->phases.clear();
    d->seconds = 0;
}

void History::Private::openStore()
{
    retry.stop();
    if (name.isEmpty())
        return;
    status.failure = {};
    store = std::make_unique<HistoryStore>(QDir(folder).filePath(fileNameOf(name)));
    check(store->open());
    if (store)
        mark({.kind = Mark::Kind::Opened, .at = wallNow()});
    catchUp();
}

// Of what is held no event tells any more. On a disk that is full it shows here, not a second later.
void History::Private::catchUp()
{
    for (auto lock = held.cbegin(); store && lock != held.cend(); ++lock) {
        const milliseconds age = millisecondsBetween((*lock)->readAt, now());
        check(store->appendSeen(**lock, wallNow() - age));
    }
    if (store)
        check(store->commit());
}

void History::Private::closeStore()
{
    if (store && seconds > 0) {
        if (const auto minute = counters.endMinute(wallNow()))
            check(store->append(*minute));
    }
    if (store)
        check(store->close(wallNow()));
    store.reset();
    retry.stop();
    status.failure = {};
}

// The first failure ends the writing: a history with holes that nobody knows of is worse than none.
void History::Private::check(const Done &written)
{
    if (written.ok())
        return;
    status.failure = written.failure();
    store.reset();
    retry.start();
    tellStatus();
}

void History::Private::mark(const Mark &mark)
{
    ring.add(mark);
    if (store)
        check(store->append(mark));
}

void History::Private::keepHeld(const LockDelta &delta)
{
    if (delta.reset)
        held.clear();
    for (const LockName &key : delta.removed)
        held.remove(key);
    for (const LockPtr &lock : delta.upserted) {
        if (isHeld(*lock))
            held.insert(lock->key, lock);
        else
            held.remove(lock->key);
    }
}

void History::take(const LockDelta &delta)
{
    if (!d->isOpen())
        return;
    d->keepHeld(delta);
    const WallTime at = wallNow();
    const std::vector<LockEvent> &events = d->counters.take(delta, at);
    for (const LockEvent &event : events)
        d->ring.add(event);
    d->status.events += qint64(events.size());
    if (d->store)
        d->check(d->store->append(events));
    for (const LockPtr &lock : delta.upserted) {
        if (d->store && isHeld(*lock))
            d->check(d->store->appendSeen(*lock, at));
    }
}

void History::takeNodes(const std::vector<NodeStatus> &nodes)
{
    if (!d->isOpen())
        return;
    d->counters.takeNodes(nodes);
    for (const NodeStatus &status : nodes) {
        const auto known = d->phases.constFind(status.node);
        const bool wasReady = known != d->phases.cend() && *known == LinkPhase::Ready;
        const bool wasLost = known != d->phases.cend() && *known == LinkPhase::Waiting;
        const LinkPhase phase = status.link.phase;
        if (phase != LinkPhase::Ready && phase != LinkPhase::Waiting)
            continue;
        d->phases.insert(status.node, phase);
        if (wasReady && phase == LinkPhase::Waiting)
            d->mark({.kind = Mark::Kind::Lost, .at = wallNow(), .node = status.node});
        else if (wasLost && phase == LinkPhase::Ready)
            d->mark({.kind = Mark::Kind::Back, .at = wallNow(), .node = status.node});
    }
}

void History::takeLive(const LiveStatus &live)
{
    if (!d->isOpen())
        return;
    if (d->counters.takeLive(live))
        d->mark({.kind = Mark::Kind::Gap, .at = wallNow()});
}

void History::takeFailover(const FailoverReport &report)
{
    if (d->isOpen())
        d->mark({.kind = Mark::Kind::Failover, .at = wallNow(), .node = report.to, .other = report.from});
}

void History::Private::tick()
{
    const WallTime at = wallNow();
    std::optional<Tally> ended;
    const Tally second = counters.turn(at, &ended);
    if (ended && store)
        check(store->append(*ended));
    if (store)
        check(store->commit());
    if (store && ++seconds % SecondsATrim == 0)
        trim();
    tellStatus();
    emit q->tallied(second);
}

void History::Private::trim()
{
    const Instant deadline = now() + TrimTime;
    while (store && now() < deadline) {
        const auto more = store->trim(settings, wallNow());
        if (!more)
            return check(more.failure());
        if (!*more)
            return;
    }
}

void History::Private::tellStatus()
{
    status.since = ring.since();
    status.bytes = store ? store->bytes() : 0;
    if (store) {
        if (const auto since = store->since(); since && *since)
            status.since = *since;
    }
    emit q->statusChanged(status);
}

HistoryStatus History::status() const
{
    return d->status;
}

// The file knows what memory knows, and more. Where it fails, memory answers.
template<class T> std::optional<T> History::Private::fromStore(Outcome<T> answer)
{
    if (answer)
        return *std::move(answer);
    check(answer.failure());
    return {};
}

std::vector<Tally> History::tallies(const HistoryRange &range, milliseconds step)
{
    // What memory does not reach back to, the file knows by the minute.
    const WallTime known = std::min(d->counters.tallies().since().value_or(range.to), range.to);
    if (!d->store || range.from >= known)
        return d->counters.tallies().tallies(range, step);
    auto steps = d->fromStore(d->store->minutes({range.from, known}, step)).value_or(std::vector<Tally>{});
    for (const Tally &tally : d->counters.tallies().tallies(range, step))
        addToSteps(steps, tally, step);
    return steps;
}

HoldsAnswer History::holds(const HoldsQuery &query)
{
    if (d->store) {
        if (auto answer = d->fromStore(d->store->holds(query)))
            return *std::move(answer);
    }
    return d->ring.holds(query);
}

std::vector<LockEvent> History::story(const LockName &key, size_t most)
{
    if (d->store) {
        if (auto answer = d->fromStore(d->store->story(key, most)))
            return *std::move(answer);
    }
    return d->ring.story(key, most);
}

HistoryMoment History::moment(WallTime at, size_t most)
{
    if (d->store) {
        if (auto answer = d->fromStore(d->store->moment(at, most)))
            return *std::move(answer);
    }
    return d->ring.moment(at, most);
}

std::vector<Contention> History::contention(const HistoryRange &range, size_t most)
{
    return d->counters.demand().contention(range, most, wallNow());
}

void History::requestTallies(quint64 id, const HistoryRange &range, milliseconds step)
{
    emit talliesReady(id, tallies(range, step));
}

void History::requestHolds(quint64 id, const HoldsQuery &query)
{
    emit holdsReady(id, holds(query));
}

void History::requestStory(quint64 id, const LockName &key)
{
    emit storyReady(id, story(key, StoryMost));
}

void History::requestMoment(quint64 id, WallTime at)
{
    emit momentReady(id, moment(at, MomentMost));
}

void History::requestContention(quint64 id, const HistoryRange &range, qint64 most)
{
    emit contentionReady(id, contention(range, size_t(std::max<qint64>(most, 0))));
}

} // namespace lockscope
