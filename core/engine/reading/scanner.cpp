// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reading/scanner.h"

#include "core/base/tr.h"
#include "core/engine/reading/keyprobe.h"
#include "core/engine/reading/scanpolicy.h"
#include "core/engine/reading/skippedkeys.h"
#include "core/redis/patternset.h"
#include "core/redis/servererror.h"

#include <qcorotimer.h>

#include <algorithm>

namespace lockscope
{

namespace
{

// No library makes such names; a few of a megabyte each would fill the memory and every column of a table.
constexpr qsizetype LongestName = 8 * 1024;

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

// One run. The coroutine owns it, so it outlives a scanner that is destroyed during a trip.
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
    const SkippedKeys &skipped() const { return m_skipped; }
    const QSet<LockName> &subjects() const { return m_subjects; }
    std::vector<LockName> takeTraced();

private:
    // The replies of a trip, to be processed during the next one.
    struct Answers {
        Replies replies{};
        std::vector<KeyProbe> asked{};
        bool withNames = false; // the last reply is SCAN's, and well-formed
    };

    bool mayDepart();
    Batch depart();
    void takeSize(const Outcome<Reply> &keys);
    void arrive(Replies &&replies);
    bool takeCursor(const Reply &reply, microseconds trip);
    void workLater();
    void work();
    void takeProbes(Answers &answers);
    void admit(const std::vector<Reply> &names);
    void found(KeyReading &&reading);
    void refused(const LockName &key, const Failure &why);
    void tooLong(const QByteArray &name);
    void askNext(KeyProbe &&probe);
    void deliver();
    bool passes(Failure refusal);
    NodeId node() const { return m_session ? m_session->node() : NodeId(); }
    std::optional<milliseconds> rest();
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
    bool m_walked = false;         // the cursor returned to 0
    bool m_scanAsked = false;      // by the current trip
    std::vector<KeyProbe> m_asked; // by the current trip
    std::optional<Answers> m_answers;
    std::vector<KeyProbe> m_next; // for the next trip, already encoded in m_questions
    Batch m_questions;
    std::vector<KeyReading> m_found; // not delivered yet
    QSet<LockName> m_seen;
    QSet<LockName> m_subjects;
    std::vector<size_t> m_traced; // hashes of names, as there may be many more traces than locks
    SkippedKeys m_skipped;
    bool m_weighable = true;
    bool m_stopped = false;
    std::optional<Failure> m_failure;

    int m_count;
    microseconds m_roundTrip{0};
    bool m_passing = false; // LOADING, BUSY or similar: wait before the next trip
    int m_refusals = 0;     // such trips in succession
    Failure m_lastRefusal;
    qint64 m_names = 0;
    WalkBound m_walk;
    bool m_isEndless = false;     // by the last number of keys
    std::optional<qint64> m_keys; // DBSIZE at the start
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
        m_progress.nodes = {NodeScan{.node = m_session->node(), .phase = ScanPhase::Running}};
}

QCoro::Task<ScanProgress> Scanner::Pass::drive(std::shared_ptr<Pass> pass)
{
    if (!pass->m_session)
        co_return pass->fail({.kind = ErrorKind::NotConnected, .text = Tr::tr("there is no connection")});
    const Outcome<Reply> keys = co_await pass->m_session->call(dbSize());
    pass->takeSize(keys);
    pass->m_roundTrip = std::chrono::duration_cast<microseconds>(now() - pass->m_progress.startedAt);

    while (!pass->m_stopped && pass->m_session && pass->mayDepart()) {
        if (const auto rest = pass->rest())
            co_await QCoro::sleepFor(*rest);
        if (pass->m_options.turn)
            co_await pass->m_options.turn();
        if (pass->m_stopped || !pass->m_session)
            break;
        if (std::exchange(pass->m_isEndless, false)) { // unless the keys have become more meanwhile
            const Outcome<Reply> more = co_await pass->m_session->call(dbSize());
            if (!more)
                co_return pass->fail(more.failure());
            pass->takeSize(more);
            if (pass->m_stopped || !pass->m_session)
                break;
            if (!pass->m_walk.mayEnd(pass->m_keys))
                co_return pass->fail(WalkBound::failure());
        }
        PendingReplies trip = pass->m_session->send(pass->depart());
        pass->workLater();
        Outcome<Replies> replies = co_await trip;
        if (pass->m_stopped)
            break;
        if (!replies)
            co_return pass->fail(replies.failure());
        pass->arrive(std::move(*replies));
    }
    if (pass->m_failure)
        co_return pass->fail(*pass->m_failure);
    co_return pass->end(pass->m_stopped || !pass->m_session ? ScanPhase::Stopped : ScanPhase::Complete);
}

QCoro::Task<ScanProgress> Scanner::Pass::refuse(NodeId node)
{
    ScanProgress progress;
    progress.phase = ScanPhase::Failed;
    progress.nodes = {NodeScan{.node = node, .phase = ScanPhase::Failed}};
    progress.failure = {
        .kind = ErrorKind::Internal, .text = Tr::tr("a scan is already running"), .node = node};
    co_return progress;
}

// Without permission for DBSIZE there is no estimate.
void Scanner::Pass::takeSize(const Outcome<Reply> &keys)
{
    constexpr qint64 Most = qint64(1) << 40;
    if (!keys)
        return;
    m_keys = std::clamp<qint64>(keys->integer, 0, Most);
    m_progress.keysEstimated = *m_keys;
}

// False if nothing is left to ask, or the pass has failed.
bool Scanner::Pass::mayDepart()
{
    if (m_walked && m_next.empty())
        work(); // the last replies: no trip is under way
    return !m_failure && !(m_walked && m_next.empty());
}

// The commands were encoded during the last trip; only SCAN is added, as its cursor has just arrived, so the
// server idles for little more than a round trip. One request per trip, not two overlapping ones: by
// measurement, waking both sides twice costs more than the overlap gains.
Batch Scanner::Pass::depart()
{
    Batch trip = std::exchange(m_questions, {});
    m_asked = std::exchange(m_next, {});
    m_scanAsked = !m_walked;
    if (m_walked)
        return trip;
    const QByteArray count = QByteArray::number(m_count);
    if (m_serverGlob.isEmpty())
        trip.add({"SCAN", m_cursor, "COUNT", count});
    else
        trip.add({"SCAN", m_cursor, "MATCH", m_serverGlob, "COUNT", count});
    return trip;
}

void Scanner::Pass::arrive(Replies &&replies)
{
    work(); // only pending if the event loop had no turn for it
    Answers answers{.replies = std::move(replies), .asked = std::exchange(m_asked, {})};
    if (m_scanAsked) {
        const auto took = answers.replies.receivedAt - answers.replies.sentAt;
        answers.withNames =
            takeCursor(answers.replies.items.back(), std::chrono::duration_cast<microseconds>(took));
    }
    m_answers = std::move(answers);
    report();
}

// True if the reply has names.
bool Scanner::Pass::takeCursor(const Reply &reply, microseconds trip)
{
    if (reply.isError()) {
        passes(serverFailure(reply.bytes, node()));
        return false;
    }
    const bool wellFormed = reply.isArray() && reply.items.size() == 2 && reply.items[1].isArray();
    const auto cursor = wellFormed ? bytesAsCursor(reply.items[0].bytes) : std::nullopt;
    if (!cursor) {
        m_failure = {.kind = ErrorKind::Protocol, .text = Tr::tr("unexpected response from SCAN")};
        return false;
    }
    m_walked = *cursor == 0;
    m_isEndless = !m_walked && !m_walk.goesOn(*cursor, m_count, qint64(reply.items[1].items.size()), m_keys);
    m_refusals = 0;
    m_cursor = reply.items[0].bytes;
    m_names += qint64(reply.items[1].items.size());
    if (m_serverGlob.isEmpty())
        m_progress.keysSeen = m_names;
    else if (m_progress.keysEstimated > 0)
        m_progress.keysSeen =
            qint64((m_walked ? 1.0 : scanFraction(*cursor)) * double(m_progress.keysEstimated));
    if (m_options.adaptive && !m_walked)
        m_count = nextScanCount(m_count, trip, m_roundTrip);
    return true;
}

// A posted call runs after the session has sent the trip, when the coroutine suspends.
void Scanner::Pass::workLater()
{
    if (m_answers && m_scanner)
        QMetaObject::invokeMethod(
            m_scanner.data(), [pass = m_scanner->m_pass] { pass->work(); }, Qt::QueuedConnection);
}

void Scanner::Pass::work()
{
    if (!m_answers || m_failure)
        return;
    Answers answers = *std::exchange(m_answers, std::nullopt);
    m_next.reserve(answers.asked.size()); // about as many are asked next
    takeProbes(answers);
    if (answers.withNames && !m_failure)
        admit(answers.replies.items.back().items[1].items);
    deliver();
}

void Scanner::Pass::takeProbes(Answers &answers)
{
    const Replies &replies = answers.replies;
    const Reply *next = replies.items.data();
    for (KeyProbe &probe : answers.asked) {
        next += probe.take(next, replies.middle(), &m_registry, replies.uncertainty());
        m_weighable = m_weighable && probe.weighable();
        switch (probe.state()) {
        case KeyProbe::State::Asking:
            askNext(std::move(probe));
            break;
        case KeyProbe::State::Done:
            found(std::move(probe.reading()));
            break;
        case KeyProbe::State::Dropped:
            break;
        case KeyProbe::State::Refused:
            refused(probe.reading().key, probe.failure(node()));
            break;
        case KeyProbe::State::Failed:
            if (!passes(probe.failure(node())))
                return;
            probe.retry();
            askNext(std::move(probe));
        }
    }
}

void Scanner::Pass::admit(const std::vector<Reply> &names)
{
    const bool allKeys = m_patterns.isEmpty() || m_patterns.globs().contains("*");
    const bool test = !allKeys && !m_patterns.serverGlobIsExact();
    for (const Reply &name : names) {
        if (test && !m_patterns.matches(name.bytes))
            continue;
        const NameRole role = m_registry.roleOf(name.bytes);
        const bool isCompanion = role.kind == NameRole::Kind::Companion;
        if (role.kind == NameRole::Kind::Trace)
            m_traced.push_back(qHash(role.subject));
        if (role.kind != NameRole::Kind::Open && !isCompanion)
            continue;
        if (name.bytes.size() > LongestName) {
            tooLong(name.bytes);
            continue;
        }
        if (isCompanion) {
            m_subjects.insert(role.subject);
            continue;
        }
        LockName key{name.bytes};
        if (!m_seen.contains(key))
            askNext(KeyProbe(KeyProbe::Purpose::Scan, std::move(key), ValueType::None, m_weighable, allKeys));
    }
}

void Scanner::Pass::askNext(KeyProbe &&probe)
{
    probe.ask(m_questions);
    m_next.push_back(std::move(probe));
}

void Scanner::Pass::found(KeyReading &&reading)
{
    const qsizetype before = m_seen.size();
    m_seen.insert(reading.key);
    if (m_seen.size() == before) // SCAN returned it twice
        return;
    ++m_progress.locksFound;
    m_found.push_back(std::move(reading));
}

// Skips a key but counts it, as it may be a lock. SCAN may return it again.
void Scanner::Pass::refused(const LockName &key, const Failure &why)
{
    if (!m_skipped.note(key, why))
        return;
    m_progress.refusal = m_skipped.first();
    ++m_progress.keysRefused;
}

// Kept by its hash instead of its name.
void Scanner::Pass::tooLong(const QByteArray &name)
{
    refused({QByteArray::number(quint64(qHash(name)), 16)},
            {.kind = ErrorKind::Forbidden,
             .text = Tr::tr("a name of more than 8 KiB is not read as a lock"),
             .node = node(),
             .key = name.left(32) + "..."});
}

void Scanner::Pass::deliver()
{
    if (!m_found.empty() && m_sink)
        m_sink(std::exchange(m_found, {}));
}

// True if the refusal is temporary; otherwise the pass fails.
bool Scanner::Pass::passes(Failure refusal)
{
    m_lastRefusal = std::move(refusal);
    if (!isPassing(m_lastRefusal.kind)) {
        m_failure = m_lastRefusal;
        return false;
    }
    m_passing = true;
    return true;
}

std::optional<milliseconds> Scanner::Pass::rest()
{
    if (std::exchange(m_passing, false)) {
        const auto wait = scanBackOff(++m_refusals);
        if (!wait)
            m_failure = m_lastRefusal;
        return wait;
    }
    const auto pause = std::chrono::ceil<milliseconds>(m_options.pause);
    return pause > milliseconds(0) ? std::optional(pause) : std::nullopt;
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
    if (failure.kind == ErrorKind::Cancelled) // the session is closing: just return
        abandon();
    if (failure.node.isEmpty() && !m_progress.nodes.empty())
        failure.node = m_progress.nodes.front().node;
    m_progress.failure = std::move(failure);
    return end(ScanPhase::Failed);
}

ScanProgress Scanner::Pass::end(ScanPhase phase)
{
    m_progress.phase = phase;
    m_progress.endedAt = now();
    for (NodeScan &node : m_progress.nodes)
        node = {node.node, phase, m_progress.keysSeen, m_progress.locksFound, m_progress.failure};
    deliver();
    if (m_scanner)
        emit m_scanner->progressed(m_progress);
    return m_progress;
}

std::vector<LockName> Scanner::Pass::takeTraced()
{
    std::vector<size_t> traced = std::exchange(m_traced, {});
    std::vector<LockName> locks;
    if (traced.empty())
        return locks;
    std::sort(traced.begin(), traced.end());
    for (const LockName &key : std::as_const(m_seen)) {
        if (std::binary_search(traced.begin(), traced.end(), qHash(key)))
            locks.push_back(key);
    }
    return locks;
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

void Scanner::forEachUnreadable(const UnreadableSink &sink) const
{
    if (m_pass)
        m_pass->skipped().forEach(sink);
}

const QSet<LockName> &Scanner::subjects() const
{
    static const QSet<LockName> none;
    return m_pass ? m_pass->subjects() : none;
}

std::vector<LockName> Scanner::takeTraced()
{
    return m_pass ? m_pass->takeTraced() : std::vector<LockName>();
}

} // namespace lockscope

#include "moc_scanner.cpp" // compiled here, to link the scanner without the rest
