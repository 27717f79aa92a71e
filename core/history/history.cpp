// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/history.h"

#include "core/history/historywriter.h"
#include "core/history/memory/counters.h"
#include "core/history/memory/eventring.h"
#include "core/history/states/statebook.h"
#include "core/values/connection/connectionurl.h"

#include <QTimer>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr int SecondsATrim = 10;
constexpr int SecondsADay = 86'400;
constexpr size_t OlderMost = 2'000; // locks in demand before the last hour

} // namespace

struct History::Private {
    History *q;
    HistoryWriter writer;
    QTimer clock{};
    ClockWatch watch{};
    EventRing ring{};
    UntoldWaiters untoldWaiters{};
    LockOrders orders{};
    Counters counters{wallNow()};
    HistoryStatus status{}; // without what the writer knows: see History::status()
    StateBook states{};
    int seconds = 0; // with a file
    bool isGroup = false;
    std::optional<Tally> minute{}; // the unfinished one
    // A cache, because views ask for this repeatedly and it hardly changes.
    std::optional<HistoryRange> olderRange{};
    std::vector<Contention> older{};

    bool isOpen() const { return clock.isActive(); }
    void openFile();
    void closeFile();
    void catchUp(WallTime at, const std::vector<LockEvent> &held);
    void noticeClock();
    void beginVerdicts(WallTime at);
    void mark(const Mark &mark);
    void remember(const std::vector<LockEvent> &events);
    void writeMinute(const Tally &second, const std::optional<Tally> &ended);
    const std::vector<Contention> &olderDemand(const HistoryRange &range);
    void tick();
    void rotate();
    void tellStatus();
};

History::History(QString folder, QObject *parent)
    : QObject(parent), d(new Private{this, HistoryWriter(std::move(folder), this)})
{
    d->clock.setParent(this); // so that it moves with its parent
    d->clock.setInterval(1s);
    d->clock.setTimerType(Qt::PreciseTimer);
    connect(&d->clock, &QTimer::timeout, this, [this] { d->tick(); });
    connect(&d->writer, &HistoryWriter::ended, this, [this] { d->tellStatus(); });
    connect(&d->writer, &HistoryWriter::retryDue, this, [this] {
        d->openFile();
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
        open(options.historyName, std::max(1, int(spec.members.size())), serversUrl(spec));
    });
    connect(engine, &Engine::closed, this, &History::close);
    connect(engine, &Engine::tableChanged, this, &History::take);
    connect(engine, &Engine::nodesChanged, this, &History::takeNodes);
    connect(engine, &Engine::liveChanged, this, &History::takeLive);
    connect(engine, &Engine::failedOver, this, &History::takeFailover);
    connect(engine, &Engine::healthChecked, this,
            [this](quint64, const HealthReport &report) { takeFindings(report); });
}

void History::setFile(const QString &file)
{
    d->writer.setFile(file);
}

void History::setRetryPeriod(milliseconds period)
{
    d->writer.setRetryPeriod(period);
}

void History::configure(const HistorySettings &settings)
{
    const bool isSame = d->writer.settings() == settings;
    d->writer.setSettings(settings);
    if (isSame || !d->isOpen())
        return;
    if (!settings.keep)
        d->closeFile();
    else if (!d->writer.isOpen())
        d->openFile();
    d->tellStatus();
}

void History::open(const QString &name, int members, const QByteArray &servers)
{
    close();
    d->writer.setConnection(name, servers);
    d->isGroup = members > 1;
    d->counters.begin(members, wallNow());
    d->clock.start();
    if (d->writer.settings().keep)
        d->openFile();
    d->watch.begin(wallNow(), now());
    emit opened();
    d->tellStatus();
}

void History::close()
{
    const bool wasOpen = d->isOpen();
    d->clock.stop();
    d->closeFile();
    d->writer.forget();
    d->status = {};
    if (wasOpen)
        emit statusChanged(d->status);
    d->ring.clear(wallNow());
    d->untoldWaiters.clear();
    d->orders.clear();
    d->minute.reset();
    d->counters.end();
    d->states.clear();
    d->seconds = 0;
}

void History::rename(const QString &from, const QString &to)
{
    const bool isOpen = d->isOpen() && d->writer.name() == from;
    if (isOpen)
        d->closeFile();
    const Done moved = d->writer.rename(from, to);
    if (isOpen && d->writer.settings().keep)
        d->openFile();
    if (!moved)
        emit failed(moved.failure());
}

void History::Private::openFile()
{
    if (!writer.hasFile())
        return;
    const bool isOpen = writer.open();
    olderRange.reset();
    if (!isOpen)
        return;
    const WallTime at = wallNow();
    catchUp(at, ring.open().allAsFirstSights(at));
}

// No later event reports what is so already. A full disk shows here, not a second later.
void History::Private::catchUp(WallTime at, const std::vector<LockEvent> &held)
{
    mark({.kind = Mark::Kind::Opened, .at = at});
    writer.append(states.present(at));
    for (const Mark &lost : states.lost(at))
        writer.append(lost);
    writer.append(held);
    writer.append(untoldWaiters.present(at));
    writer.append(ring.unreadable().present(at));
    beginVerdicts(at);
    writer.commit();
}

void History::Private::beginVerdicts(WallTime at)
{
    writer.write([&](HistoryStore &store) { return store.beginVerdicts(ring.verdicts().present(), at); });
}

// If the wall clock was set: ends what is dated by it as it was, and begins again.
void History::Private::noticeClock()
{
    const auto step = watch.look();
    if (!step)
        return;
    if (const auto ended = counters.goOn(*step); ended && seconds > 0)
        writer.append(*ended);
    minute.reset();
    writer.write([&step](HistoryStore &store) { return store.close(step->before); });
    const std::vector<LockEvent> held = ring.goOn(*step);
    catchUp(step->after, held);
    emit q->clockSet(step->by());
}

void History::Private::closeFile()
{
    if (writer.isOpen() && seconds > 0) {
        if (const auto ended = counters.endMinute(wallNow()))
            writer.append(*ended);
        minute.reset();
    }
    writer.close();
    olderRange.reset();
}

void History::Private::mark(const Mark &mark)
{
    ring.add(mark);
    status.gaps = counters.gaps();
    status.flushes = counters.flushes();
    writer.append(mark);
}

void History::take(const LockDelta &told)
{
    if (!d->isOpen())
        return;
    d->noticeClock();
    const auto redated = d->watch.redated(told);
    const LockDelta &delta = redated ? *redated : told;
    const WallTime at = wallNow();
    const std::vector<LockEvent> &events = d->counters.take(delta, at);
    if (delta.dropped > 0)
        d->mark({.kind = Mark::Kind::Gap, .at = at});
    d->remember(d->ring.take(delta, events, d->isGroup, at));
    d->remember(d->ring.add(d->untoldWaiters.take(delta, at)));
    d->writer.append(d->ring.verdicts().take(delta, at));
    for (const AcquireOrder &order : delta.orders)
        d->orders.note(order);
    d->writer.append(delta.orders);
}

// events: all that the ring added.
void History::Private::remember(const std::vector<LockEvent> &events)
{
    if (events.empty())
        return;
    for (const LockEvent &event : events)
        untoldWaiters.note(event);
    writer.remember(events);
}

void History::takeNodes(const std::vector<NodeStatus> &nodes)
{
    if (!d->isOpen())
        return;
    d->counters.takeNodes(nodes);
    const WallTime at = wallNow();
    for (const Mark &mark : d->states.losses(nodes, at))
        d->mark(mark);
    d->writer.append(d->states.take(nodes, at));
}

void History::takeFindings(const HealthReport &report)
{
    if (d->isOpen())
        d->writer.append(d->states.take(report, wallNow()));
}

void History::takeLive(const LiveStatus &live)
{
    for (const Mark &mark : d->isOpen() ? d->counters.takeLive(live, wallNow()) : std::vector<Mark>())
        d->mark(mark);
}

void History::takeFailover(const FailoverReport &report)
{
    if (d->isOpen())
        d->mark({.kind = Mark::Kind::Failover, .at = wallNow(), .node = report.to, .other = report.from});
}

void History::Private::tick()
{
    noticeClock();
    const WallTime at = wallNow();
    remember(ring.add(untoldWaiters.endsOfWaiting(at)));
    std::optional<Tally> ended;
    const Tally second = counters.turn(at, &ended);
    writeMinute(second, ended);
    writer.commit();
    rotate();
    if (writer.isOpen() && ++seconds % SecondsATrim == 0)
        writer.trim();
    if (writer.isOpen() && seconds % SecondsADay == 0) // so that what is older than the limit can be deleted
        beginVerdicts(at);
    tellStatus();
    emit q->tallied(second);
}

// Also writes the unfinished minute, so that a crash loses no more of it than of the events.
void History::Private::writeMinute(const Tally &second, const std::optional<Tally> &ended)
{
    if (ended)
        writer.append(*ended);
    if (minute && !ended)
        minute->add(second);
    else
        minute = second;
    writer.append(*minute);
}

void History::Private::rotate()
{
    if (!writer.mayRotate())
        return;
    closeFile();
    const Done rotated = writer.rotate();
    openFile();
    writer.beginRotated(rotated);
}

void History::Private::tellStatus()
{
    status.since = ring.since();
    status.bytes = writer.bytes();
    if (const auto since = writer.since())
        status.since = *since;
    emit q->statusChanged(q->status());
}

HistoryStatus History::status() const
{
    HistoryStatus status = d->status;
    status.events = d->writer.events();
    status.failure = d->writer.failure();
    return status;
}

std::vector<Tally> History::tallies(const HistoryRange &range, milliseconds step)
{
    // The file has minutes from before memory begins.
    const WallTime known = std::min(d->counters.tallies().since().value_or(range.to), range.to);
    if (!d->writer.isOpen() || range.from >= known)
        return d->counters.tallies().tallies(range, step);
    const auto earlier = [&](HistoryStore &store) { return store.minutes({range.from, known}, step); };
    auto steps = d->writer.ask(earlier).value_or(std::vector<Tally>{});
    for (const Tally &tally : d->counters.tallies().tallies(range, step))
        addToSteps(steps, tally, step);
    return steps;
}

// The file contains all that memory has, and more. If it fails, memory answers.
HoldsAnswer History::holds(const HoldsQuery &query)
{
    auto answer = d->writer.ask([&](HistoryStore &store) { return store.holds(query); });
    return answer ? *std::move(answer) : d->ring.holds(query);
}

void History::requestHolds(quint64 id, const HoldsQuery &query)
{
    HoldsAnswer answer = holds(query);
    if (d->isGroup) // a lost node is a matter of the verdict
        std::erase_if(answer.unjudged, [](const Unjudged &part) { return !part.node.isEmpty(); });
    emit holdsReady(id, answer);
}

LockEvents History::lockEvents(const LockName &key, size_t most)
{
    auto answer = d->writer.ask([&](HistoryStore &store) { return store.lockEvents(key, most); });
    return answer ? *std::move(answer) : d->ring.lockEvents(key, most);
}

HistoryMoment History::moment(WallTime at, size_t most)
{
    if (auto answer = d->writer.ask([&](HistoryStore &store) { return store.moment(at, most); }))
        return *std::move(answer);
    return d->ring.moment(at, most);
}

// Cached by whole minutes, so that a range that moves with time repeats the question.
const std::vector<Contention> &History::Private::olderDemand(const HistoryRange &range)
{
    if (olderRange && olderRange->from == range.from && olderRange->to == range.to)
        return older;
    auto found = writer.ask([&](HistoryStore &store) { return store.contention(range, OlderMost); });
    older = found ? *std::move(found) : ring.contention(range, OlderMost);
    olderRange = range;
    return older;
}

std::vector<Contention> History::contention(const HistoryRange &range, size_t most)
{
    const ContentionBook &book = d->counters.demand();
    const WallTime known = book.since();
    if (!d->isOpen() || range.from >= known)
        return book.contention(range, most, wallNow());
    const std::vector<Contention> &older =
        d->olderDemand({std::chrono::floor<std::chrono::minutes>(range.from), std::min(range.to, known)});
    if (range.to <= known)
        return demandOfBoth(older, {}, most);
    std::vector<Contention> both =
        demandOfBoth(older, book.contention({known, range.to}, OlderMost, wallNow()), most);
    if (older.empty() && d->status.since) { // nothing happened before, as far back as the history goes
        const WallTime from = std::max(range.from, *d->status.since);
        for (Contention &lock : both)
            lock.over.from = std::min(lock.over.from, from);
    }
    return both;
}

OrdersAnswer History::orders()
{
    if (auto answer = d->writer.ask([&](HistoryStore &store) { return store.orders(WallTime{}); }))
        return *std::move(answer);
    return d->orders.answer();
}

bool History::isContentionCut(const HistoryRange &range) const
{
    return d->counters.demand().isCut(range);
}

} // namespace lockscope
