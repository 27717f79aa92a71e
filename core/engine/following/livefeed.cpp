// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/following/livefeed.h"

#include "core/engine/following/feedmessage.h"
#include "core/engine/following/feedpolicy.h"
#include "core/redis/glob.h"
#include "core/redis/patternset.h"
#include "core/redis/servererror.h"

#include <QPointer>
#include <QSet>
#include <QTimer>

namespace lockscope
{

namespace
{

// Commands are built outside the coroutines: GCC 12 fails on a braced list in a co_await.
Command ping()
{
    return {"PING"};
}

} // namespace

class LiveFeed::Private
{
public:
    Private(LiveFeed &feed, Session &commands, QList<QByteArray> patterns, bool exact);

    void start();
    void stop();
    const LiveStatus &status() const { return m_status; }
    void readArrived()
    {
        if (m_live && m_plan.pause > milliseconds(0))
            m_feed->readPushed();
    }
    Session *events() const { return m_live ? m_feed.get() : nullptr; }
    bool tellsEachEnd() const { return m_live && m_plan.tellsEachEnd; }
    void noteFlush();

private:
    // In order: the connection is ready, the plan's tracking is switched on there, the subscriptions are
    // confirmed, then tracking is switched on for `commands`.
    void openFeed();
    void closeFeed();
    void reopenFeed();
    void tryAgainSoon(quint64 turn);
    void prepare();
    static QCoro::Task<> prepare(QPointer<LiveFeed> self, quint64 turn);
    void subscribe();
    void confirmed();
    static QCoro::Task<> trackCommands(QPointer<LiveFeed> self, quint64 turn);
    void settle(const FeedPlan &plan);
    static QCoro::Task<> recheck(QPointer<LiveFeed> self, quint64 turn);

    void onConnectionChange(const ConnectionState &connection);
    void onLost(const Failure &why);
    void onCommandsReady();
    void onPushed(const Reply &push);
    void onRefused(const QByteArray &serverText);
    void onKeys(const std::vector<LockName> &keys);
    void onEvent(const FeedMessage &message);
    void interrupted(const QString &why);
    void countForeign(qsizetype keys);
    void noteChanged(const LockName &key) { ++m_changed[key]; }
    void tellChanged(bool gathered);
    bool isCurrent(quint64 turn) const { return m_running && turn == m_turn; }

    LiveFeed &q;
    QPointer<Session> m_commands;
    const PatternSet m_patterns;
    const bool m_allKeys;
    const QByteArray m_channel;
    std::unique_ptr<Session> m_feed;
    QTimer m_retry;   // after a refusal that the session treats as final
    QTimer m_recheck; // whether the server still reports keyspace events

    FeedFacts m_facts;
    FeedPlan m_plan;
    LiveStatus m_status;
    quint64 m_turn = 0; // replies that belong to an earlier turn are ignored
    bool m_running = false;
    bool m_live = false; // events arrive
    qsizetype m_unconfirmedEvents = 0;
    qsizetype m_unconfirmed = 0; // of all subscriptions
    bool m_isSubscribed = false; // the feed, to all of m_plan

    QHash<LockName, int> m_changed; // to be reported after the messages that were read with it
    ForeignChanges m_foreign;
};

LiveFeed::Private::Private(LiveFeed &feed, Session &commands, QList<QByteArray> patterns, bool exact)
    : q(feed), m_commands(&commands), m_patterns(patterns),
      m_allKeys(patterns.isEmpty() || patterns.contains("*")), m_channel(keyspaceChannel(commands.spec().db))
{
    m_facts.patterns = m_allKeys ? QList<QByteArray>() : m_patterns.globs();
    m_facts.db = commands.spec().db;
    m_facts.exactWanted = exact;
    m_retry.setSingleShot(true);
    m_retry.setInterval(std::chrono::seconds(30));
    QObject::connect(&m_retry, &QTimer::timeout, &q, [this] { m_feed->open(); });
    m_recheck.setInterval(std::chrono::seconds(2));
    QObject::connect(&m_recheck, &QTimer::timeout, &q, [this] { recheck(&q, m_turn); });
    QObject::connect(&commands, &Session::ready, &q, [this] { onCommandsReady(); });
}

void LiveFeed::Private::start()
{
    if (std::exchange(m_running, true))
        return;
    m_facts = {.patterns = m_facts.patterns, .db = m_facts.db, .exactWanted = m_facts.exactWanted};
    openFeed();
}

void LiveFeed::Private::stop()
{
    if (!std::exchange(m_running, false))
        return;
    if (m_plan.trackKnownKeys && m_commands && m_commands->isReady()) {
        Batch off;
        off.add({"CLIENT", "TRACKING", "OFF"});
        m_commands->send(std::move(off));
    }
    closeFeed();
    m_plan = {};
    m_changed.clear();
    m_status = {.gaps = m_status.gaps, .missed = m_status.missed, .flushes = m_status.flushes};
}

void LiveFeed::Private::openFeed()
{
    m_feed = std::make_unique<Session>(m_commands->spec());
    QObject::connect(m_feed.get(), &Session::ready, &q, [this] { prepare(); });
    QObject::connect(m_feed.get(), &Session::lost, &q, [this](const Failure &why) { onLost(why); });
    QObject::connect(m_feed.get(), &Session::connectionChanged, &q,
                     [this](const ConnectionState &connection) { onConnectionChange(connection); });
    QObject::connect(m_feed.get(), &Session::pushed, &q, [this](const Reply &push) { onPushed(push); });
    QObject::connect(m_feed.get(), &Session::pushedAll, &q, [this] { tellChanged(m_feed->hasPushWaited()); });
    m_feed->open();
}

void LiveFeed::Private::closeFeed()
{
    ++m_turn;
    m_live = false;
    m_isSubscribed = false;
    m_unconfirmed = m_unconfirmedEvents = 0;
    m_retry.stop();
    m_recheck.stop();
    if (!m_feed)
        return;
    if (!m_changed.isEmpty()) // what comes after these messages is not read
        QMetaObject::invokeMethod(
            &q, [this] { tellChanged(false); }, Qt::QueuedConnection);
    m_feed->disconnect(&q);
    m_feed->close();
    m_feed.release()->deleteLater(); // it may be emitting the signal that led here
}

// A subscribed connection accepts only subscription commands: another plan needs another connection.
void LiveFeed::Private::reopenFeed()
{
    closeFeed();
    openFeed();
}

void LiveFeed::Private::prepare()
{
    ++m_turn;
    m_facts.connection.reset();
    m_facts.keyspaceFlags.reset(); // the setting may have changed meanwhile
    m_facts.ownIdKnown = m_feed->clientId() != 0;
    prepare(&q, m_turn);
}

QCoro::Task<> LiveFeed::Private::prepare(QPointer<LiveFeed> self, quint64 turn)
{
    while (true) {
        const FeedPlan plan = planFeed(self->d->m_facts);
        if (plan.askKeyspaceFlags) {
            const Outcome<Reply> flags = co_await self->d->m_commands->call(askKeyspaceFlags());
            if (!self || !self->d->isCurrent(turn))
                co_return;
            if (!flags && isTrouble(flags.failure())) { // this connection may be back before that one
                self->d->tryAgainSoon(turn);
                co_return;
            }
            FeedFacts &facts = self->d->m_facts;
            if (!flags)
                facts.config = flags.failure();
            else
                facts.keyspaceFlags = flags->items.size() == 2 ? flags->items[1].bytes : QByteArray("");
            continue;
        }
        if (plan.broadcast) {
            Session &feed = *self->d->m_feed;
            const Outcome<Reply> on = co_await feed.call(plan.broadcastCommand(feed.clientId()));
            if (!self || !self->d->isCurrent(turn))
                co_return;
            if (!on && isTrouble(on.failure())) {
                self->d->tryAgainSoon(turn);
                co_return;
            }
            if (!on) {
                self->d->m_facts.tracking = on.failure();
                continue;
            }
        }
        self->d->m_plan = plan;
        self->d->subscribe();
        co_return;
    }
}

void LiveFeed::Private::subscribe()
{
    m_unconfirmed = m_unconfirmedEvents = m_plan.eventGlobs.size();
    if (!m_plan.eventGlobs.isEmpty()) {
        Command command{"PSUBSCRIBE"};
        command.insert(command.end(), m_plan.eventGlobs.begin(), m_plan.eventGlobs.end());
        m_feed->subscribe(std::move(command));
    }
    if (m_plan.subscribeToInvalidations()) {
        ++m_unconfirmed;
        m_feed->subscribe({"SUBSCRIBE", InvalidationChannel});
    }
    if (m_unconfirmed == 0) { // polling needs no connection
        closeFeed();
        settle(m_plan);
    }
}

void LiveFeed::Private::confirmed()
{
    m_unconfirmedEvents = std::max<qsizetype>(m_unconfirmedEvents - 1, 0);
    if (m_unconfirmed == 0 || --m_unconfirmed > 0)
        return;
    m_isSubscribed = true;
    if (m_plan.trackKnownKeys)
        trackCommands(&q, m_turn);
    else
        settle(m_plan);
}

QCoro::Task<> LiveFeed::Private::trackCommands(QPointer<LiveFeed> self, quint64 turn)
{
    const qint64 feedId = self->d->m_feed->clientId();
    const Outcome<Reply> on = co_await self->d->m_commands->call(trackReads(feedId));
    if (!self || !self->d->isCurrent(turn))
        co_return;
    if (on) {
        self->d->settle(self->d->m_plan);
    } else if (isTrouble(on.failure())) {
        self->d->tryAgainSoon(turn);
    } else {
        self->d->m_facts.tracking = on.failure();
        self->d->reopenFeed();
    }
}

// For a busy or slow server. If the connection was lost too, everything starts again in another turn.
void LiveFeed::Private::tryAgainSoon(quint64 turn)
{
    QTimer::singleShot(std::chrono::seconds(1), &q, [this, turn] {
        if (isCurrent(turn))
            reopenFeed();
    });
}

void LiveFeed::Private::settle(const FeedPlan &plan)
{
    m_live = plan.mode != LiveMode::Polling;
    m_foreign = ForeignChanges(now());
    if (m_feed)
        m_feed->setPushPause(plan.pause);
    m_status.mode = plan.mode;
    m_status.exact = plan.exact;
    m_status.reason = plan.reason;
    m_status.offer = plan.offer;
    if (!plan.eventGlobs.isEmpty() && m_facts.keyspaceFlags)
        m_recheck.start();
    emit q.started(m_status);
}

// If events are turned off, missing events must not be taken for locks that do not change.
QCoro::Task<> LiveFeed::Private::recheck(QPointer<LiveFeed> self, quint64 turn)
{
    const Outcome<Reply> flags = co_await self->d->m_commands->call(askKeyspaceFlags());
    if (!self || !self->d->isCurrent(turn) || !self->d->m_live || !flags || flags->items.size() != 2 ||
        flags->items[1].bytes == self->d->m_facts.keyspaceFlags)
        co_return;
    self->d->interrupted(tr("notify-keyspace-events was changed"));
    if (self && self->d->m_running)
        self->d->reopenFeed();
}

// The first connection fails: continue without it, and use it once it is established.
void LiveFeed::Private::onConnectionChange(const ConnectionState &connection)
{
    if (connection.phase != ConnectionPhase::Waiting && connection.phase != ConnectionPhase::Failed)
        return;
    if (connection.phase == ConnectionPhase::Failed)
        m_retry.start();
    const bool told = m_facts.connection.has_value() || m_status.mode == LiveMode::Polling;
    m_facts.connection = connection.reason;
    if (!told && !m_live)
        settle(planFeed(m_facts));
}

void LiveFeed::Private::onLost(const Failure &why)
{
    ++m_turn;
    m_recheck.stop();
    m_isSubscribed = false;
    m_unconfirmed = m_unconfirmedEvents = 0;
    if (m_live)
        interrupted(tr("event connection lost: %1").arg(why.text));
}

void LiveFeed::Private::onCommandsReady()
{
    if (!m_running || !m_feed)
        return;
    if (!m_feed->isReady()) {
        m_feed->open(); // the server is back: do not wait for the next regular try
        return;
    }
    if (!m_plan.trackKnownKeys || !m_isSubscribed) // what prepares the feed tracks these keys itself
        return;
    ++m_turn;
    const QPointer<LiveFeed> alive(&q);
    if (m_live)
        interrupted(tr("the reading connection was lost, and with it the server's tracking of its keys"));
    if (alive && m_running)
        trackCommands(&q, m_turn);
}

void LiveFeed::Private::onPushed(const Reply &push)
{
    const FeedMessage message = readFeedMessage(push, m_channel);
    switch (message.kind) {
    case FeedMessage::Kind::Nothing:
        break;
    case FeedMessage::Kind::Keys:
        onKeys(message.keys);
        break;
    case FeedMessage::Kind::Flush:
        noteFlush();
        break;
    case FeedMessage::Kind::Event:
        onEvent(message);
        break;
    case FeedMessage::Kind::Confirmed:
        confirmed();
        break;
    case FeedMessage::Kind::Refused:
        onRefused(message.event);
        break;
    }
}

void LiveFeed::Private::noteFlush()
{
    ++m_status.gaps;
    ++m_status.flushes[m_commands->node()];
    const QPointer<LiveFeed> alive(&q);
    emit q.flushed();
    if (alive)
        emit q.gap(tr("a database of the server was flushed, swapped or reloaded"));
}

void LiveFeed::Private::onRefused(const QByteArray &serverText)
{
    const Failure failure = serverFailure(serverText, m_feed->node());
    if (isTrouble(failure)) { // a busy server refuses PING too; what is subscribed stays so
        if (m_unconfirmed > 0)
            tryAgainSoon(m_turn);
        return;
    }
    (m_unconfirmedEvents > 0 ? m_facts.events : m_facts.invalidations) = failure;
    reopenFeed();
}

void LiveFeed::Private::onKeys(const std::vector<LockName> &keys)
{
    const bool all = m_allKeys || m_plan.trackKnownKeys;
    qsizetype foreign = m_allKeys ? qsizetype(keys.size()) : 0;
    for (const LockName &key : keys) {
        if (all || m_patterns.matches(key.bytes))
            noteChanged(key);
        else
            ++foreign;
    }
    if (m_plan.broadcast && m_plan.prefixes.isEmpty())
        countForeign(foreign);
}

// An event arrives once per matching subscription: count the first one.
void LiveFeed::Private::onEvent(const FeedMessage &message)
{
    if (message.keys.empty())
        return;
    const LockName key = message.keys.front();
    const auto own = std::ranges::find(m_plan.eventGlobs, message.pattern);
    const auto matches = [&](const QByteArray &glob) { return globMatches(glob, m_channel + key.bytes); };
    if (own == m_plan.eventGlobs.end() || std::any_of(m_plan.eventGlobs.begin(), own, matches))
        return;
    const QPointer<LiveFeed> alive(&q);
    emit q.happened(key, message.event);
    if (alive)
        noteChanged(key);
}

void LiveFeed::Private::interrupted(const QString &why)
{
    m_live = false;
    ++m_status.gaps;
    if (m_commands)
        ++m_status.missed[m_commands->node()];
    m_status.mode = LiveMode::Polling;
    m_status.exact = false;
    m_status.reason = why;
    m_status.offer.clear();
    emit q.gap(why);
}

void LiveFeed::Private::countForeign(qsizetype keys)
{
    if (!m_foreign.areTooMany(keys, now()) || !m_live)
        return;
    m_facts.tooManyChanges = true;
    const QPointer<LiveFeed> alive(&q);
    interrupted(tr("too many other keys change"));
    if (alive && m_running)
        reopenFeed();
}

void LiveFeed::Private::tellChanged(bool gathered)
{
    if (const auto keys = std::exchange(m_changed, {}); !keys.empty())
        emit q.changed(keys, gathered);
}

LiveFeed::LiveFeed(Session &commands, QList<QByteArray> patterns, bool exact, QObject *parent)
    : QObject(parent), d(std::make_unique<Private>(*this, commands, std::move(patterns), exact))
{
}

LiveFeed::~LiveFeed()
{
    d->stop();
}

void LiveFeed::start()
{
    d->start();
}

void LiveFeed::stop()
{
    d->stop();
}

void LiveFeed::readArrived()
{
    d->readArrived();
}

void LiveFeed::noteFlush()
{
    d->noteFlush();
}

const LiveStatus &LiveFeed::status() const
{
    return d->status();
}

bool LiveFeed::tellsEachEnd() const
{
    return d->tellsEachEnd();
}

QCoro::Task<bool> LiveFeed::caughtUp()
{
    Session *events = d->events();
    if (!events)
        co_return false;
    const Outcome<Reply> pong = co_await events->call(ping()); // comes after them
    co_return pong.ok();
}

} // namespace lockscope

#include "moc_livefeed.cpp" // compiled here, to link the feed without the rest
