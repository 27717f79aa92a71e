// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/history.h"

#include "core/history/connectionhistory.h"
#include "core/history/memory/counters.h"
#include "core/history/memory/eventring.h"
#include "core/history/states/statebook.h"
#include "core/history/values/historyfiles.h"
#include "core/values/connection/connectionurl.h"

#include <QDir>
#include <QTimer>

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr int SecondsATrim = 10;
constexpr int SecondsADay = 86'400;
constexpr milliseconds TrimTime = 1s; // the longest duration of one trim
constexpr milliseconds RetryPeriod = 1min;
constexpr size_t OlderMost = 2'000; // locks in demand before the last hour

} // namespace

struct History::Private {
    History *q;
    QString folder;
    QString file{}; // of all connections; empty: one each in the folder
    HistorySettings settings{};
    QString name{}; // of the connection; empty: no file of its own
    QByteArray servers{};
    QTimer clock{};
    QTimer retry{}; // after a failure of the file
    ClockWatch watch{};
    EventRing ring{};
    UntoldWaiters untoldWaiters{};
    LockOrders orders{};
    Counters counters{wallNow()};
    std::unique_ptr<HistoryStore> store{};
    std::optional<RecordingPlace> place{}; // of the file after a rotation, until it is open
    HistoryStatus status{};
    qint64 uncommitted = 0; // of its events
    StateBook states{};
    int seconds = 0;
    qint64 bytesAtFirst = 0; // of a file after a rotation: with the holds that were open
    qint64 bytesToRotate() const { return std::max(settings.bytes, 2 * bytesAtFirst); }
    bool isGroup = false;
    std::optional<Tally> minute{}; // the unfinished one
    // A cache, because views ask for this repeatedly and it hardly changes.
    std::optional<HistoryRange> olderRange{};
    std::vector<Contention> older{};

    bool isOpen() const { return clock.isActive(); }
    QString fileName() const;
    void openStore();
    Done openFile();
    void closeStore();
    void catchUp(WallTime at, const std::vector<LockEvent> &held);
    void noticeClock();
    void check(const Done &written);
    void commit();
    template<class What> void append(const What &what)
    {
        if (store)
            check(store->append(what));
    }
    void mark(const Mark &mark);
    void remember(const std::vector<LockEvent> &events);
    void writeMinute(const Tally &second, const std::optional<Tally> &ended);
    const std::vector<Contention> &olderDemand(const HistoryRange &range);
    void tick();
    void trim();
    void rotate();
    void tellStatus();
    template<class T> std::optional<T> fromStore(Outcome<T> answer);
};

History::History(QString folder, QObject *parent) : QObject(parent), d(new Private{this, std::move(folder)})
{
    d->clock.setParent(this); // so that it moves with its parent
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
    d->file = file;
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

void History::open(const QString &name, int members, const QByteArray &servers)
{
    close();
    d->name = name;
    d->servers = servers;
    d->isGroup = members > 1;
    d->counters.begin(members, wallNow());
    d->clock.start();
    if (d->settings.keep)
        d->openStore();
    d->watch.begin(wallNow(), now());
    emit opened();
    d->tellStatus();
}

void History::close()
{
    const bool wasOpen = d->isOpen();
    d->clock.stop();
    d->closeStore();
    d->status = {};
    if (wasOpen)
        emit statusChanged(d->status);
    d->ring.clear(wallNow());
    d->untoldWaiters.clear();
    d->orders.clear();
    d->minute.reset();
    d->counters.end();
    d->states.clear();
    d->place.reset();
    d->seconds = 0;
}

void History::rename(const QString &from, const QString &to)
{
    const bool isOpen = d->isOpen() && d->name == from;
    if (isOpen)
        d->closeStore();
    const Done moved = renameHistoryFile(d->folder, from, to);
    if (isOpen)
        d->name = to;
    if (isOpen && d->settings.keep)
        d->openStore();
    if (!moved)
        emit failed(moved.failure());
}

QString History::Private::fileName() const
{
    if (!file.isEmpty() || name.isEmpty())
        return file;
    return QDir(folder).filePath(historyFileName(name));
}

void History::Private::openStore()
{
    retry.stop();
    if (fileName().isEmpty())
        return;
    status.failure = {};
    bytesAtFirst = uncommitted = 0;
    check(openFile());
    olderRange.reset();
    if (!store && place)
        place->isGapless = false; // the next try is later
    if (!store)
        return;
    place.reset();
    const WallTime at = wallNow();
    catchUp(at, ring.open().allAsFirstSights(at));
}

Done History::Private::openFile()
{
    if (!file.isEmpty()) {
        store = std::make_unique<HistoryStore>(file);
        return store->open(place);
    }
    auto opened = openHistoryOf(fileName(), servers);
    if (!opened)
        return opened.failure();
    store = std::move(*opened);
    return Nothing{};
}

// No later event reports what is so already. A full disk shows here, not a second later.
void History::Private::catchUp(WallTime at, const std::vector<LockEvent> &held)
{
    mark({.kind = Mark::Kind::Opened, .at = at});
    append(states.present(at));
    for (const Mark &lost : states.lost(at))
        append(lost);
    append(held);
    append(untoldWaiters.present(at));
    append(ring.unreadable().present(at));
    if (store)
        check(store->beginVerdicts(ring.verdicts().present(), at));
    commit();
}

// If the wall clock was set: ends what is dated by it as it was, and begins again.
void History::Private::noticeClock()
{
    const auto step = watch.look();
    if (!step)
        return;
    if (const auto ended = counters.goOn(*step); ended && seconds > 0)
        append(*ended);
    minute.reset();
    if (store)
        check(store->close(step->before));
    const std::vector<LockEvent> held = ring.goOn(*step);
    catchUp(step->after, held);
    emit q->clockSet(step->by());
}

void History::Private::commit()
{
    if (store)
        check(store->commit());
    uncommitted = 0;
}

void History::Private::closeStore()
{
    if (store && seconds > 0) {
        if (const auto ended = counters.endMinute(wallNow()))
            append(*ended);
        minute.reset();
    }
    if (store)
        check(store->close(wallNow()));
    if (place) // of the file that comes next
        place->isGapless = bool(store);
    store.reset();
    retry.stop();
    status.failure = {};
    olderRange.reset();
}

// The first failure ends the writing: a history with unknown gaps would be worse than none.
void History::Private::check(const Done &written)
{
    if (written.ok())
        return;
    status.failure = written.failure();
    status.events -= std::exchange(uncommitted, 0);
    store.reset();
    retry.start();
    tellStatus();
}

void History::Private::mark(const Mark &mark)
{
    ring.add(mark);
    status.gaps = counters.gaps();
    status.flushes = counters.flushes();
    append(mark);
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
    d->append(d->ring.verdicts().take(delta, at));
    for (const AcquireOrder &order : delta.orders)
        d->orders.note(order);
    d->append(delta.orders);
}

// events: all that the ring added.
void History::Private::remember(const std::vector<LockEvent> &events)
{
    if (events.empty())
        return;
    for (const LockEvent &event : events)
        untoldWaiters.note(event);
    append(events);
    if (!store && !status.failure.text.isEmpty()) // they are in no file
        return;
    status.events += qint64(events.size());
    uncommitted += qint64(events.size());
}

void History::takeNodes(const std::vector<NodeStatus> &nodes)
{
    if (!d->isOpen())
        return;
    d->counters.takeNodes(nodes);
    const WallTime at = wallNow();
    for (const Mark &mark : d->states.losses(nodes, at))
        d->mark(mark);
    d->append(d->states.take(nodes, at));
}

void History::takeFindings(const HealthReport &report)
{
    if (d->isOpen())
        d->append(d->states.take(report, wallNow()));
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
    commit();
    if (store && settings.rotated > 0 && store->bytes() >= bytesToRotate())
        rotate();
    if (store && ++seconds % SecondsATrim == 0)
        trim();
    if (store && seconds % SecondsADay == 0) // so that what is older than the limit can be deleted
        check(store->beginVerdicts(ring.verdicts().present(), at));
    tellStatus();
    emit q->tallied(second);
}

// Also writes the unfinished minute, so that a crash loses no more of it than of the events.
void History::Private::writeMinute(const Tally &second, const std::optional<Tally> &ended)
{
    if (ended)
        append(*ended);
    if (minute && !ended)
        minute->add(second);
    else
        minute = second;
    append(*minute);
}

// A reader keeps the write-ahead log, without which the file is not whole: then try again a second later.
void History::Private::rotate()
{
    store->moveLog(); // which is larger than what it adds to the file
    if (store->bytes() < bytesToRotate() || !store->endLog())
        return;
    place = store->place().next();
    closeStore();
    const Done moved = rotateHistoryFile(fileName(), settings.rotated);
    openStore();
    check(moved);
    bytesAtFirst = store ? store->bytes() : 0;
}

void History::Private::trim()
{
    const Instant deadline = now() + TrimTime;
    HistorySettings limits = settings;
    if (limits.rotated > 0) // a limit for a file that cannot be rotated
        limits.bytes = std::min(2 * bytesToRotate() + HistoryFile::LogReserve, 4 * bytesToRotate());
    while (store && now() < deadline) {
        const auto more = store->trim(limits, wallNow());
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

// The file contains all that memory has, and more. If it fails, memory answers.
template<class T> std::optional<T> History::Private::fromStore(Outcome<T> answer)
{
    if (answer)
        return *std::move(answer);
    check(answer.failure());
    return {};
}

std::vector<Tally> History::tallies(const HistoryRange &range, milliseconds step)
{
    // The file has minutes from before memory begins.
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
    auto answer = d->store ? d->fromStore(d->store->holds(query)) : std::nullopt;
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
    auto answer = d->store ? d->fromStore(d->store->lockEvents(key, most)) : std::nullopt;
    return answer ? *std::move(answer) : d->ring.lockEvents(key, most);
}

HistoryMoment History::moment(WallTime at, size_t most)
{
    if (auto answer = d->store ? d->fromStore(d->store->moment(at, most)) : std::nullopt)
        return *std::move(answer);
    return d->ring.moment(at, most);
}

// Cached by whole minutes, so that a range that moves with time repeats the question.
const std::vector<Contention> &History::Private::olderDemand(const HistoryRange &range)
{
    if (olderRange && olderRange->from == range.from && olderRange->to == range.to)
        return older;
    auto found = store ? fromStore(store->contention(range, OlderMost)) : std::nullopt;
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
    if (auto answer = d->store ? d->fromStore(d->store->orders(WallTime{})) : std::nullopt)
        return *std::move(answer);
    return d->orders.answer();
}

bool History::isContentionCut(const HistoryRange &range) const
{
    return d->counters.demand().isCut(range);
}

} // namespace lockscope
