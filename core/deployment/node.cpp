// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/node.h"

#include "core/base/tr.h"
#include "core/redis/servererror.h"

#include <QDateTime>
#include <qcorotask.h>

#include <algorithm>

namespace lockscope
{

ConnectionSpec readOnly(ConnectionSpec spec)
{
    spec.readOnly = true;
    return spec;
}

namespace
{

// A frozen server keeps its connections and says nothing. So it is asked when nothing was heard for a while,
// and counts as silent when no answer comes for longer than a healthy server takes: 2.75 s after it froze at
// most.
constexpr milliseconds ListenPeriod{250};
constexpr milliseconds AskAfter{750};
constexpr milliseconds SilentAfter{1500};

Failure notAnswering(Instant since, const NodeId &node)
{
    const QDateTime then = QDateTime::currentDateTime().addMSecs(-millisecondsBetween(since, now()).count());
    return {.kind = ErrorKind::TimedOut,
            .text = Tr::tr("not responding since %1").arg(then.toString(QStringLiteral("HH:mm:ss"))),
            .remedy = Tr::tr("the server may be busy or frozen, or the network slow"),
            .node = node};
}

// A script that runs too long makes the server refuse every question, and a replica without its master may
// refuse all but INFO. It is the same server afterwards.
std::optional<Failure> whyRefused(const Replies &replies, const NodeId &node)
{
    for (const Reply *reply : {&replies.items.front(), &replies.items.back()}) {
        if (!reply->isError())
            continue;
        const Failure why = serverFailure(reply->bytes, node);
        if (why.kind == ErrorKind::Busy || why.kind == ErrorKind::MasterDown)
            return why;
    }
    return {};
}

// To an answer.
int closeness(ConnectionPhase phase)
{
    switch (phase) {
    case ConnectionPhase::Ready:
        return 5;
    case ConnectionPhase::Connecting:
        return 4;
    case ConnectionPhase::Idle:
        return 3;
    case ConnectionPhase::Waiting:
        return 2;
    case ConnectionPhase::Failed:
        return 1;
    case ConnectionPhase::Closed:
        return 0;
    }
    return 0;
}

Batch questions()
{
    Batch batch;
    batch.add({"INFO", "server"});
    batch.add({"INFO", "replication"});
    batch.add({"ROLE"});
    batch.add({"TIME"});
    batch.add({"INFO", "commandstats"});
    batch.add({"PING"}); // refused as a read is
    return batch;
}

} // namespace

Node::Node(const ConnectionSpec &spec, QObject *parent)
    : QObject(parent), m_spec(spec), m_reading(readOnly(spec))
{
    m_status.node = spec.node();
    connect(&m_reading, &Session::ready, this, [this] { probe(this); });
    connect(&m_reading, &Session::lost, this, [this](const Failure &why) {
        if (m_probed)
            m_heardBeforeLoss = m_heardAfter;
        m_probed = false;
        m_probing = false;
        m_listenTimer.stop();
        m_lostAt = now();
        emit lost(why);
    });
    connect(&m_reading, &Session::connectionChanged, this, [this](const ConnectionState &connection) {
        m_status.connection = connection;
        emit changed();
    });
    m_listenTimer.setInterval(ListenPeriod);
    connect(&m_listenTimer, &QTimer::timeout, this, &Node::listen);
}

Node::~Node()
{
    close();
}

void Node::open()
{
    m_reading.open();
}

void Node::close()
{
    m_probed = false;
    m_listenTimer.stop();
    if (m_acting)
        m_acting->close();
    m_reading.close();
}

Session *Node::acting()
{
    if (m_spec.readOnly)
        return nullptr;
    if (!m_acting) {
        m_acting = std::make_unique<Session>(m_spec);
        m_acting->open();
    }
    return m_acting.get();
}

void Node::makeReadOnly()
{
    m_spec.readOnly = true;
    if (!m_acting)
        return;
    m_acting->close();
    m_acting.release()->deleteLater(); // an act may be waiting for its answer
}

std::pair<int, int> Node::version() const
{
    const QList<QByteArray> parts = m_status.version.split('.');
    return parts.size() < 2 ? std::pair(0, 0) : std::pair(parts[0].toInt(), parts[1].toInt());
}

void Node::refresh()
{
    if (m_probed)
        probe(this);
}

QCoro::Task<> Node::probe(QPointer<Node> self)
{
    if (std::exchange(self->m_probing, true))
        co_return;
    const auto replies = co_await self->m_reading.send(questions());
    if (!self)
        co_return;
    self->m_probing = false;
    if (!replies.ok()) {
        // After a loss, ready() probes again. A server that was only slow is asked once more.
        if (self->m_reading.isReady() && replies.failure().kind == ErrorKind::TimedOut)
            probe(self);
        co_return;
    }
    if (const auto why = whyRefused(*replies, self->m_status.node)) {
        if (self->m_probed)
            self->setSilent(why, now());
        else { // what kind of server it is cannot be seen yet
            self->m_status.connection = {.phase = ConnectionPhase::Waiting, .since = now(), .reason = *why};
            QTimer::singleShot(ListenPeriod, self, [self] { probe(self); });
            emit self->changed();
        }
        co_return;
    }
    const bool isAnotherRun = self->take(*replies, wallNow());
    const bool wasReady = std::exchange(self->m_probed, true);
    if (!wasReady) {
        self->m_status.connection = self->m_reading.connection();
        self->m_listenedAt = self->m_heardAt = self->m_heardAfter = now();
        self->m_askedAt.reset();
        self->m_listenTimer.start();
    }
    emit self->changed();
    if (self && isAnotherRun)
        emit self->restarted();
    if (self && !wasReady)
        emit self->ready();
    else if (self)
        self->setSilent({});
    if (self && wasReady && self->m_hasSwapped)
        emit self->swapped();
}

void Node::listen()
{
    const Instant at = now();
    // This program stood still itself: what has come is still to be read.
    const Instant before = std::exchange(m_listenedAt, at);
    const bool isLate = at - before > 3 * ListenPeriod;
    if (std::exchange(m_received, m_reading.bytesReceived()) != m_received) {
        m_heardAt = at;
        m_heardAfter = before;
        m_askedAt.reset();
        if (m_status.connection.silent)
            refresh(); // it may be no master any more
    } else if (isLate && m_askedAt) {
        m_askedAt = at;
    } else if (!m_askedAt && at - m_heardAt >= AskAfter) {
        Batch ping;
        ping.add({"PING"});
        m_reading.send(std::move(ping));
        m_askedAt = at;
    } else if (m_askedAt && at - *m_askedAt >= SilentAfter) {
        setSilent(notAnswering(*m_askedAt, m_status.node), *m_askedAt);
    }
}

void Node::setSilent(const std::optional<Failure> &why, Instant since)
{
    const bool wasSilent = m_status.connection.silent;
    if (!m_probed || (why ? wasSilent && m_status.connection.reason.kind == why->kind : !wasSilent))
        return;
    if (why)
        m_status.connection = {.phase = ConnectionPhase::Waiting,
                               .since = wasSilent ? m_status.connection.since : since,
                               .silent = true,
                               .reason = *why};
    else
        m_status.connection = m_reading.connection();
    const QPointer<Node> self(this);
    emit changed();
    if (!self || wasSilent == why.has_value())
        return;
    if (why)
        emit silent();
    else
        emit answering();
}

// An offset is exact to half its round trip. A less exact one replaces another only if both cannot be true,
// so that the program's own delay is not shown as the server's.
void Node::takeClock(const ClockReading &clock, WallTime here, milliseconds roundTrip)
{
    const auto offset = std::chrono::duration_cast<milliseconds>(clock.wall - here);
    const milliseconds noise = (roundTrip + m_offsetTrip) / 2 + milliseconds(1);
    // The monotonic clock stands still while this computer is suspended, and no offset changes.
    const auto lead = [](const ClockReading &reading) {
        return reading.wall.time_since_epoch() - reading.at.time_since_epoch();
    };
    const bool contradicts = !m_clock || !m_status.clockOffset ||
                             std::chrono::abs(offset - *m_status.clockOffset) > noise ||
                             std::chrono::abs(lead(clock) - lead(*m_clock)) > noise;
    if (roundTrip > m_offsetTrip && !contradicts)
        return;
    m_status.clockOffset = offset;
    m_clock = clock;
    m_offsetTrip = roundTrip;
}

// True when it is another run of the server than the one that was known.
bool Node::take(const Replies &replies, WallTime receivedAt)
{
    const std::optional<qint64> swapsBefore = m_told.swaps;
    m_told = readServer(replies.items[0], replies.items[1], replies.items[2], replies.items[3]);
    m_told.swaps = readSwaps(replies.items[4]);
    m_hasSwapped = m_told.swaps > 0 && swapsBefore && m_told.swaps != swapsBefore;
    m_toldAt = replies.sentAt;
    const milliseconds roundTrip = millisecondsBetween(replies.sentAt, replies.receivedAt);
    m_status.version = m_told.version;
    m_status.role = m_told.role;
    m_status.roundTrip = roundTrip;
    if (m_told.clock) // read about half a round trip before the reply arrived
        takeClock({.wall = *m_told.clock, .at = replies.receivedAt - roundTrip / 2},
                  receivedAt - roundTrip / 2, roundTrip);
    const bool isAnotherRun =
        !m_status.runId.isEmpty() && !m_told.runId.isEmpty() && m_status.runId != m_told.runId;
    // Reported in whole seconds, rounded down: this is the earliest start. It was after a loss that was seen.
    if (m_told.uptime && (isAnotherRun || !m_status.startedAt))
        m_status.startedAt = std::max(m_lostAt.value_or(Instant{}),
                                      replies.receivedAt - *m_told.uptime - std::chrono::seconds(1));
    m_status.runId = m_told.runId;
    return isAnotherRun;
}

bool wasTried(ConnectionPhase phase)
{
    return phase == ConnectionPhase::Ready || phase == ConnectionPhase::Waiting ||
           phase == ConnectionPhase::Failed;
}

ConnectionState bestOf(const std::vector<ConnectionState> &connections)
{
    const auto best = std::ranges::max_element(
        connections, {}, [](const ConnectionState &connection) { return closeness(connection.phase); });
    return best == connections.end() ? ConnectionState() : *best;
}

} // namespace lockscope
