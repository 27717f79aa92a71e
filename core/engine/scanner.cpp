// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/scanner.h"

#include "core/engine/keyprobe.h"
#include "core/engine/patternset.h"
#include "core/engine/scanpolicy.h"

#include <qcorotimer.h>

#include <algorithm>

namespace lockscope
{

namespace
{

Command dbSize() // not in the coroutine: GCC 12 fails on a braced list in a co_await
{
    return {QByteArrayLiteral("DBSIZE")};
}

std::optional<quint64> bytesAsCursor(const QByteArray &bytes)
{
    bool ok = false;
    const quint64 cursor = bytes.toULongLong(&ok);
    return ok ? std::optional(cursor) : std::nullopt;
}

} // namespace

// One run. The coroutine holds it, so it outlives a scanner that dies during a trip.
class Scanner::Pass
{
public:
    Pass(Scanner &scanner, ScanOptions options, Sink sink);

    static QCoro::Task<ScanProgress> drive(std::shared_ptr<Pass> pass);
    static QCoro::Task<ScanProgress> refuse(NodeId node);
    void stop() { m_stopped = true; }
    void abandon();
    bool isRunning() const { return m_progress.phase == ScanPhase::Running; }
    const QSet<LockName> &seen() const { return m_seen; }

private:
    Batch nextTrip() const;
    std::optional<Failure> take(const Replies &replies);
    std::optional<Failure> takeProbes(const Reply *&next, const Replies &replies);
    std::optional<Failure> takeNames(const Reply &reply, microseconds trip);
    std::optional<Failure> refused(const QByteArray &serverText, const QByteArray &key);
    void admit(const std::vector<Reply> &names);
    void found(KeyReading &&reading);
    void deliverLater();
    void deliver();
    std::optional<milliseconds> rest() const;
    void report();
    ScanProgress fail(Failure failure);
    ScanProgress end(ScanPhase phase);

    QPointer<Scanner> m_scanner;
    QPointer<Session> m_session;
    const Registry &m_registry;
    const ScanOptions m_options;
    const PatternSet m_patterns;
    const QByteArray m_serverGlob;
    Sink m_sink;

    QByteArray m_cursor{QByteArrayLiteral("0")};
    bool m_walked = false;           // the cursor came back to 0
    std::vector<KeyProbe> m_probes;  // asked something in each trip
    std::vector<KeyReading> m_found; // not delivered yet
    bool m_deliveryDue = false;
    QSet<LockName> m_seen;
    bool m_weighable = true;
    bool m_stopped = false;

    int m_count;
    microseconds m_roundTrip{0};
    bool m_passing = false; // the last trip met LOADING, BUSY or the like
    int m_refusals = 0;     // such trips, one after the other
    Failure m_lastRefusal;
    qint64 m_names = 0;
    ScanProgress m_progress;
    Instant m_reportedAt{};
};

Scanner::Pass::Pass(Scanner &scanner, ScanOptions options, Sink sink)
    : m_scanner(&scanner), m_session(scanner.m_session), m_registry(scanner.m_registry),
      m_options(std::move(options)), m_patterns(m_options.patterns), m_serverGlob(m_patterns.serverGlob()),
      m_sink(std::move(sink)), m_count(std::max(m_options.firstCount, 1))
{
    m_progress.phase = ScanPhase::Running;
    m_progress.startedAt = now();
    if (m_session)
        m_progress.nodes = {m_session->node()};
}

QCoro::Task<ScanProgress> Scanner::Pass::drive(std::shared_ptr<Pass> pass)
{
    if (!pass->m_session)
        co_return pass->fail(
            {.kind = ErrorKind::NotConnected, .text = QStringLiteral("there is no connection")});
    const Outcome<Reply> keys = co_await pass->m_session->call(dbSize());
    if (keys) // else nothing is estimated: the right to DBSIZE is not needed
        pass->m_progress.keysEstimated = keys->integer;
    pass->m_roundTrip = std::chrono::duration_cast<microseconds>(now() - pass->m_progress.startedAt);

    while (!pass->m_stopped && pass->m_session) {
        Batch trip = pass->nextTrip();
        if (trip.isEmpty())
            co_return pass->end(ScanPhase::Complete);
        const Outcome<Replies> replies = co_await pass->m_session->send(std::move(trip));
        if (pass->m_stopped)
            break;
        if (!replies)
            co_return pass->fail(replies.failure());
        if (const auto failure = pass->take(*replies))
            co_return pass->fail(*failure);
        if (const auto rest = pass->rest())
            co_await QCoro::sleepFor(*rest);
    }
    co_return pass->end(ScanPhase::Stopped);
}

QCoro::Task<ScanProgress> Scanner::Pass::refuse(NodeId node)
{
    ScanProgress progress;
    progress.phase = ScanPhase::Failed;
    progress.nodes = {node};
    progress.failure = {
        .kind = ErrorKind::Internal, .text = QStringLiteral("a scan is running"), .node = node};
    co_return progress;
}

Batch Scanner::Pass::nextTrip() const
{
    Batch trip;
    for (const KeyProbe &probe : m_probes)
        probe.ask(trip);
    if (m_walked)
        return trip;
    const QByteArray count = QByteArray::number(m_count);
    if (m_serverGlob.isEmpty())
        trip.add({"SCAN", m_cursor, "COUNT", count});
    else
        trip.add({"SCAN", m_cursor, "MATCH", m_serverGlob, "COUNT", count});
    return trip;
}

std::optional<Failure> Scanner::Pass::take(const Replies &replies)
{
    m_passing = false;
    const Reply *next = replies.items.data();
    const Reply *const stop = next + replies.items.size();
    auto failure = takeProbes(next, replies);
    if (!failure && next != stop)
        failure =
            takeNames(*next, std::chrono::duration_cast<microseconds>(replies.receivedAt - replies.sentAt));
    if (failure)
        return failure;
    m_refusals = m_passing ? m_refusals + 1 : 0;
    if (m_passing && !scanBackOff(m_refusals))
        return m_lastRefusal;
    deliverLater();
    report();
    return {};
}

std::optional<Failure> Scanner::Pass::takeProbes(const Reply *&next, const Replies &replies)
{
    const Instant readAt = replies.sentAt + (replies.receivedAt - replies.sentAt) / 2;
    auto kept = m_probes.begin();
    const auto keep = [&kept](KeyProbe &probe) {
        if (&*kept != &probe)
            *kept = std::move(probe);
        ++kept;
    };
    for (KeyProbe &probe : m_probes) {
        next += probe.take(next, readAt, &m_registry);
        m_weighable = m_weighable && probe.weighable();
        switch (probe.state()) {
        case KeyProbe::State::Asking:
            keep(probe);
            break;
        case KeyProbe::State::Done:
            found(std::move(probe.reading()));
            break;
        case KeyProbe::State::Dropped:
        case KeyProbe::State::Refused:
            break;
        case KeyProbe::State::Failed:
            if (const auto failure = refused(probe.refusal(), probe.reading().key.bytes))
                return failure;
            probe.retry();
            keep(probe);
        }
    }
    m_probes.erase(kept, m_probes.end());
    return {};
}

std::optional<Failure> Scanner::Pass::takeNames(const Reply &reply, microseconds trip)
{
    if (reply.isError())
        return refused(reply.bytes, {});
    const bool wellFormed = reply.isArray() && reply.items.size() == 2 && reply.items[1].isArray();
    const auto cursor = wellFormed ? bytesAsCursor(reply.items[0].bytes) : std::nullopt;
    if (!cursor)
        return Failure{.kind = ErrorKind::Protocol,
                       .text = QStringLiteral("SCAN answered something unknown")};
    m_cursor = reply.items[0].bytes;
    m_walked = *cursor == 0;
    const std::vector<Reply> &names = reply.items[1].items;
    m_names += qint64(names.size());
    if (m_serverGlob.isEmpty())
        m_progress.keysSeen = m_names;
    else if (m_progress.keysEstimated > 0)
        m_progress.keysSeen =
            qint64((m_walked ? 1.0 : scanFraction(*cursor)) * double(m_progress.keysEstimated));
    admit(names);
    if (m_options.adaptive && !m_walked)
        m_count = nextScanCount(m_count, trip, m_roundTrip);
    return {};
}

// Nothing when it passes by itself.
std::optional<Failure> Scanner::Pass::refused(const QByteArray &serverText, const QByteArray &key)
{
    m_lastRefusal = serverFailure(serverText, m_session ? m_session->node() : NodeId(), key);
    if (!isPassing(m_lastRefusal.kind))
        return m_lastRefusal;
    m_passing = true;
    return {};
}

void Scanner::Pass::admit(const std::vector<Reply> &names)
{
    const bool test = !m_patterns.isEmpty() && !(m_patterns.serverGlobIsExact());
    for (const Reply &name : names) {
        if (test && !m_patterns.matches(name.bytes))
            continue;
        if (Registry::isCompanion(name.bytes))
            continue;
        LockName key{name.bytes};
        if (!m_seen.contains(key))
            m_probes.emplace_back(KeyProbe::Purpose::Scan, std::move(key), ValueType::None, m_weighable);
    }
}

void Scanner::Pass::found(KeyReading &&reading)
{
    if (m_seen.contains(reading.key)) // met twice within a few trips
        return;
    m_seen.insert(reading.key);
    ++m_progress.locksFound;
    m_found.push_back(std::move(reading));
}

// The session writes the next trip when the coroutine is suspended again: what the sink does with this page
// is done after that, while the server works.
void Scanner::Pass::deliverLater()
{
    if (m_found.empty() || m_deliveryDue || !m_scanner)
        return;
    m_deliveryDue = true;
    QMetaObject::invokeMethod(
        m_scanner.data(), [pass = m_scanner->m_pass] { pass->deliver(); }, Qt::QueuedConnection);
}

void Scanner::Pass::deliver()
{
    m_deliveryDue = false;
    if (m_found.empty() || !m_sink)
        return;
    m_sink(std::exchange(m_found, {}));
}

std::optional<milliseconds> Scanner::Pass::rest() const
{
    if (m_passing)
        return scanBackOff(m_refusals);
    if (m_options.pause > microseconds(0))
        return std::chrono::ceil<milliseconds>(m_options.pause);
    return {};
}

void Scanner::Pass::report()
{
    const Instant moment = now();
    if (!m_scanner || moment - m_reportedAt < std::chrono::milliseconds(100))
        return;
    m_reportedAt = moment;
    emit m_scanner->progressed(m_progress);
}

ScanProgress Scanner::Pass::fail(Failure failure)
{
    if (failure.kind == ErrorKind::Cancelled) // the session is being closed: nothing but return
        abandon();
    if (failure.node.isEmpty() && !m_progress.nodes.empty())
        failure.node = m_progress.nodes.front();
    m_progress.failure = std::move(failure);
    return end(ScanPhase::Failed);
}

ScanProgress Scanner::Pass::end(ScanPhase phase)
{
    m_progress.phase = phase;
    m_progress.endedAt = now();
    deliver();
    if (m_scanner)
        emit m_scanner->progressed(m_progress);
    return m_progress;
}

void Scanner::Pass::abandon()
{
    m_stopped = true;
    m_scanner.clear();
    m_sink = nullptr;
}

Scanner::Scanner(Session &session, const Registry &registry, QObject *parent)
    : QObject(parent), m_session(&session), m_registry(registry)
{
}

Scanner::~Scanner()
{
    if (m_pass)
        m_pass->abandon();
}

QCoro::Task<ScanProgress> Scanner::run(ScanOptions options, Sink sink)
{
    if (m_pass && m_pass->isRunning())
        return Pass::refuse(m_session ? m_session->node() : NodeId());
    m_pass = std::make_shared<Pass>(*this, std::move(options), std::move(sink));
    return Pass::drive(m_pass);
}

void Scanner::stop()
{
    if (m_pass)
        m_pass->stop();
}

const QSet<LockName> &Scanner::seen() const
{
    static const QSet<LockName> none;
    return m_pass ? m_pass->seen() : none;
}

} // namespace lockscope

#include "moc_scanner.cpp" // with this file: whoever links the scanner does not link the rest
