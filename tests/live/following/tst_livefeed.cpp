// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/following/livefeed.h"
#include "core/engine/reading/keyreader.h"
#include "core/lab/sandbox/sandbox.h"
#include "tests/support/finished.h"
#include "tests/support/rediscli.h"
#include "tests/support/runner.h"
#include "tests/support/sessions.h"
#include "tests/support/verify.h"

#include <QDeadlineTimer>
#include <QSignalSpy>
#include <QTest>

namespace tst_livefeed
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QList<QByteArray> FixedPatterns{"lock:*", "job-lock:*"};
const QList<QByteArray> LoosePatterns{"*lock*", "*mutex*"};

} // namespace

class TestLiveFeed : public QObject
{
    Q_OBJECT

    std::unique_ptr<Sandbox> m_server;
    std::unique_ptr<Session> m_commands;
    std::unique_ptr<LiveFeed> m_feed;
    std::vector<LiveStatus> m_started;
    std::vector<LockName> m_changed;
    QByteArrayList m_happened;
    QStringList m_gaps;

    Outcome<QByteArray> cli(const QList<CliCommand> &commands) const
    {
        return redisCliAll(m_server->tcp(), commands);
    }

    void open(const QByteArray &user = {}, milliseconds timeout = 5s)
    {
        ConnectionSpec spec = m_server->tcp();
        spec.readOnly = true;
        spec.commandTimeout = timeout;
        if (!user.isEmpty()) {
            spec.user = QString::fromLatin1(user);
            spec.password = QStringLiteral("any");
        }
        m_feed.reset();
        m_commands = std::make_unique<Session>(spec);
        m_commands->open();
        QTRY_VERIFY(m_commands->isReady());
    }

    void follow(const QList<QByteArray> &patterns)
    {
        m_started.clear();
        m_changed.clear();
        m_happened.clear();
        m_gaps.clear();
        m_feed = std::make_unique<LiveFeed>(*m_commands, patterns);
        connect(m_feed.get(), &LiveFeed::started, this,
                [this](const LiveStatus &s) { m_started.push_back(s); });
        connect(m_feed.get(), &LiveFeed::changed, this, [this](const QHash<LockName, int> &keys) {
            QVERIFY(!keys.empty());
            m_changed.insert(m_changed.end(), keys.keyBegin(), keys.keyEnd());
        });
        connect(
            m_feed.get(), &LiveFeed::happened, this,
            [this](const LockName &key, const QByteArray &event) { m_happened += key.bytes + ' ' + event; });
        connect(m_feed.get(), &LiveFeed::gap, this, [this](const QString &why) { m_gaps += why; });
        m_feed->start();
        QVERIFY2(m_started.empty(), "never from within start()");
        QTRY_VERIFY(!m_started.empty());
    }

    // Runs the command and waits until the feed reports the key.
    bool tellsOf(const QByteArray &key, const CliCommand &command)
    {
        m_changed.clear();
        if (!cli({command}))
            return false;
        const bool told = QTest::qWaitFor([&] { return !m_changed.empty(); }, 30'000);
        return told && std::all_of(m_changed.begin(), m_changed.end(),
                                   [&](const LockName &changed) { return changed.bytes == key; });
    }

    QByteArray feedId() const
    {
        const QByteArray clients = cli({{"CLIENT", "LIST", "TYPE", "PUBSUB"}}).value();
        const qsizetype at = clients.indexOf("id=");
        return at < 0 ? QByteArray() : clients.mid(at + 3, clients.indexOf(' ', at) - at - 3);
    }

private slots:
    void initTestCase() { VERIFY_INTO(m_server, Sandbox::start()); }

    void init()
    {
        VERIFY_OK(cli({{"FLUSHALL"}, {"CONFIG", "SET", "notify-keyspace-events", ""}}));
        open();
    }

    void cleanup()
    {
        m_feed.reset();
        m_commands.reset();
    }

    void tellsOfEachChangeOfALock_data()
    {
        QTest::addColumn<QList<QByteArray>>("patterns");
        QTest::addColumn<QByteArray>("flags");
        QTest::addColumn<LiveMode>("mode");
        QTest::newRow("prefixes") << FixedPatterns << QByteArray("") << LiveMode::Tracking;
        QTest::newRow("loose patterns") << LoosePatterns << QByteArray("") << LiveMode::Tracking;
        QTest::newRow("all keys") << QList<QByteArray>{} << QByteArray("") << LiveMode::Tracking;
        QTest::newRow("keyspace events")
            << LoosePatterns << QByteArray("K$ghlszx") << LiveMode::KeyspaceEvents;
    }

    void tellsOfEachChangeOfALock()
    {
        QFETCH(QList<QByteArray>, patterns);
        QFETCH(QByteArray, flags);
        QFETCH(LiveMode, mode);
        VERIFY_OK(cli({{"CONFIG", "SET", "notify-keyspace-events", flags}}));
        follow(patterns);
        QCOMPARE(m_started.front().mode, mode);
        QCOMPARE(m_started.front().exact, mode == LiveMode::KeyspaceEvents);
        QCOMPARE(m_feed->status().mode, mode);
        QVERIFY(!m_started.front().reason.isEmpty());

        QVERIFY(tellsOf("lock:a", {"SET", "lock:a", "token", "NX", "PX", "60000"}));
        QVERIFY(tellsOf("lock:a", {"PEXPIRE", "lock:a", "90000"}));
        QVERIFY(tellsOf("lock:a", {"DEL", "lock:a"}));
        QVERIFY(tellsOf("lock:h",
                        {"EVAL",
                         "redis.call('hincrby', KEYS[1], ARGV[1], 1) redis.call('pexpire', KEYS[1], 30000)",
                         "1", "lock:h", "uuid:1"}));
        const QByteArray binary("lock:\0\r\n\xff", 9);
        QVERIFY(tellsOf(binary, {"SET", binary, "token"}));
        QVERIFY(tellsOf("lock:s", {"SET", "lock:s", "token"}));
        // It goes only after its new expiry was reported: two changes that are read at once are one report.
        VERIFY_OK(cli({{"DEBUG", "SET-ACTIVE-EXPIRE", "0"}}));
        QVERIFY(tellsOf("lock:s", {"PEXPIRE", "lock:s", "1000"}));
        QVERIFY(tellsOf("lock:s", {"DEBUG", "SET-ACTIVE-EXPIRE", "1"}));
        if (mode == LiveMode::KeyspaceEvents)
            QTRY_VERIFY(m_happened.contains("lock:s expired"));
        QVERIFY(m_gaps.isEmpty());
    }

    void otherKeysAreNotPassedOn()
    {
        for (const QList<QByteArray> &patterns : {FixedPatterns, LoosePatterns}) {
            follow(patterns);
            VERIFY_OK(cli({{"SET", "session:1", "x"}}));
            QVERIFY(tellsOf("lock:a", {"SET", "lock:a", "token"}));
        }
    }

    void aBurstIsToldOnce()
    {
        follow(FixedPatterns);
        QSignalSpy told(m_feed.get(), &LiveFeed::changed);
        VERIFY_OK(cli({{"EVAL", "for i=1,100 do redis.call('set', 'lock:'..i % 10, i) end", "0"}}));
        QTRY_COMPARE(m_changed.size(), 10);
        QVERIFY(told.size() <= 2);
    }

    void eventsComeExactAndInOrder()
    {
        VERIFY_OK(cli({{"CONFIG", "SET", "notify-keyspace-events", "KA"}}));
        follow(LoosePatterns);
        // The key matches both patterns but is reported once.
        VERIFY_OK(cli({{"HINCRBY", "lock:mutex", "uuid:1", "1"},
                       {"PEXPIRE", "lock:mutex", "60000"},
                       {"PEXPIRE", "lock:mutex", "60000"},
                       {"DEL", "lock:mutex"},
                       {"SET", "lock:end", "1"}}));
        QTRY_VERIFY(m_happened.contains("lock:end set"));
        QCOMPARE(m_happened, (QByteArrayList{"lock:mutex hincrby", "lock:mutex expire", "lock:mutex expire",
                                             "lock:mutex del", "lock:end set"}));
    }

    void aFlushIsAGap_data() { tellsOfEachChangeOfALock_data(); }

    void aFlushIsAGap()
    {
        QFETCH(QList<QByteArray>, patterns);
        QFETCH(QByteArray, flags);
        VERIFY_OK(cli({{"CONFIG", "SET", "notify-keyspace-events", flags}, {"SET", "lock:a", "token"}}));
        follow(patterns);
        VERIFY_OK(cli({{"FLUSHALL"}}));
        QTRY_COMPARE(m_gaps.size(), 1);
        QCOMPARE(m_feed->status().gaps, 1);
        QVERIFY(tellsOf("lock:a", {"SET", "lock:a", "token"}));
    }

    void aFeedThatIsKilledIsAGapAndComesBack_data() { tellsOfEachChangeOfALock_data(); }

    void aFeedThatIsKilledIsAGapAndComesBack()
    {
        QFETCH(QList<QByteArray>, patterns);
        QFETCH(QByteArray, flags);
        QFETCH(LiveMode, mode);
        VERIFY_OK(cli({{"CONFIG", "SET", "notify-keyspace-events", flags}}));
        follow(patterns);
        VERIFY_OK(cli({{"CLIENT", "KILL", "ID", feedId()}}));
        QTRY_COMPARE(m_gaps.size(), 1);
        QTRY_COMPARE(m_started.size(), size_t(2));
        QCOMPARE(m_started.back().mode, mode);
        QCOMPARE(m_started.back().gaps, 1);
        QVERIFY(m_started.back().missed.size() == 1 && m_started.back().missed.begin()->second == 1);
        QVERIFY(tellsOf("lock:a", {"SET", "lock:a", "token"}));
    }

    // Silence would look like locks that nobody touches.
    void keyspaceEventsThatAreSwitchedOffAreAGap()
    {
        VERIFY_OK(cli({{"CONFIG", "SET", "notify-keyspace-events", "KA"}}));
        follow(LoosePatterns);
        QCOMPARE(m_started.back().mode, LiveMode::KeyspaceEvents);
        VERIFY_OK(cli({{"CONFIG", "SET", "notify-keyspace-events", ""}}));
        QTRY_COMPARE(m_gaps.size(), 1);
        QTRY_COMPARE(m_started.size(), size_t(2));
        QCOMPARE(m_started.back().mode, LiveMode::Tracking);
        QVERIFY(tellsOf("lock:a", {"SET", "lock:a", "token"}));
    }

    // Both connections are lost, as in a restart, and the one that asks for the setting is back last.
    void keyspaceEventsAreFoundAgainInAnyOrder()
    {
        VERIFY_OK(cli({{"CONFIG", "SET", "notify-keyspace-events", "KA"}}));
        follow(LoosePatterns);
        QCOMPARE(m_started.back().mode, LiveMode::KeyspaceEvents);
        const QByteArray lost = feedId();
        m_commands->close();
        VERIFY_OK(cli({{"CLIENT", "KILL", "ID", lost}}));
        QTRY_COMPARE(m_gaps.size(), 1);
        const auto isBack = [this] { return cli({{"CLIENT", "LIST"}})->contains("name=lockscope"); };
        QTRY_VERIFY(isBack());
        m_commands->open();
        QTRY_COMPARE(m_feed->status().mode, LiveMode::KeyspaceEvents);
        QVERIFY(tellsOf("lock:a", {"SET", "lock:a", "token"}));
    }

    void betweenTheGapAndTheReturnItSaysPolling()
    {
        follow(FixedPatterns);
        std::optional<LiveStatus> atTheGap;
        connect(m_feed.get(), &LiveFeed::gap, this, [&] { atTheGap = m_feed->status(); });
        VERIFY_OK(cli({{"CLIENT", "KILL", "ID", feedId()}}));
        QTRY_VERIFY(atTheGap);
        QCOMPARE(atTheGap->mode, LiveMode::Polling);
        QVERIFY(!atTheGap->reason.isEmpty());
    }

    void aServerThatFreezesIsNoticed()
    {
        open({}, 1s);
        follow(FixedPatterns);
        m_server->pause();
        QTRY_COMPARE(m_gaps.size(), 1);
        m_server->resume();
        QTRY_VERIFY(m_started.size() >= 2);
        QVERIFY(tellsOf("lock:a", {"SET", "lock:a", "token"}));
    }

    void aServerThatRestartsIsFollowedAgain()
    {
        follow(LoosePatterns);
        VERIFY_OK(m_server->restart());
        QTRY_VERIFY(!m_gaps.isEmpty());
        QTRY_VERIFY(m_started.size() >= 2 && m_feed->status().mode == LiveMode::Tracking);
        QVERIFY(tellsOf("lock:a", {"SET", "lock:a", "token"}));
    }

    void itComesBackWithTheOtherConnection()
    {
        follow(FixedPatterns);
        m_server->stop();
        // By now the next attempt of each connection is seconds away.
        QTRY_VERIFY(m_commands->connection().attempt >= 7);
        VERIFY_OK(m_server->restart());
        m_commands->open();
        QTRY_VERIFY(m_commands->isReady());
        QTRY_COMPARE(m_feed->status().mode, LiveMode::Tracking);
    }

    void whatOthersPublishIsNotBelieved()
    {
        follow(FixedPatterns);
        VERIFY_OK(cli({{"PUBLISH", "__redis__:invalidate", "lock:spoofed"}}));
        QVERIFY(tellsOf("lock:a", {"SET", "lock:a", "token"}));
        QVERIFY(m_gaps.isEmpty());
    }

    void fallsBackByWhatIsAllowed_data()
    {
        QTest::addColumn<QByteArrayList>("rights");
        QTest::addColumn<QByteArray>("flags");
        QTest::addColumn<LiveMode>("mode");
        QTest::addColumn<QByteArray>("reason");
        QTest::newRow("no tracking, no events")
            << QByteArrayList{"+@all", "-client|tracking"} << QByteArray("") << LiveMode::Polling
            << QByteArray("tracking");
        QTest::newRow("no tracking, but events")
            << QByteArrayList{"+@all", "-client|tracking"} << QByteArray("KA") << LiveMode::KeyspaceEvents
            << QByteArray("events");
        QTest::newRow("no right to the channel") << QByteArrayList{"+@all", "resetchannels"} << QByteArray("")
                                                 << LiveMode::Polling << QByteArray("channel");
        QTest::newRow("no right to any channel, though events are on")
            << QByteArrayList{"+@all", "resetchannels"} << QByteArray("KA") << LiveMode::Polling
            << QByteArray("channel");
        QTest::newRow("no subscribe") << QByteArrayList{"+@all", "-subscribe"} << QByteArray("")
                                      << LiveMode::Polling << QByteArray("subscribe");
        QTest::newRow("no config and no tracking")
            << QByteArrayList{"+@all", "-config", "-client|tracking"} << QByteArray("KA") << LiveMode::Polling
            << QByteArray("config");
        QTest::newRow("no client at all") << QByteArrayList{"+@all", "-client"} << QByteArray("")
                                          << LiveMode::Polling << QByteArray("tracking");
    }

    void fallsBackByWhatIsAllowed()
    {
        QFETCH(QByteArrayList, rights);
        QFETCH(QByteArray, flags);
        QFETCH(LiveMode, mode);
        QFETCH(QByteArray, reason);
        CliCommand user{"ACL", "SETUSER", "narrow", "reset", "on", "nopass", "allkeys", "allchannels"};
        user += rights;
        VERIFY_OK(cli({user, {"CONFIG", "SET", "notify-keyspace-events", flags}}));
        open("narrow");
        follow(LoosePatterns);
        QCOMPARE(m_started.size(), size_t(1));
        QCOMPARE(m_started.front().mode, mode);
        QVERIFY2(m_started.front().reason.contains(QString::fromLatin1(reason)),
                 qPrintable(m_started.front().reason));
        if (mode == LiveMode::KeyspaceEvents)
            QVERIFY(tellsOf("lock:a", {"SET", "lock:a", "token"}));
        else
            QCOMPARE(feedId(), QByteArray()); // No unused connection stays open
        QVERIFY(m_gaps.isEmpty());
    }

    void withoutRoomForASecondConnectionItPollsUntilThereIs()
    {
        Session admin(patient(m_server->tcp()));
        admin.open();
        QTRY_VERIFY(admin.isReady());
        VERIFY_OK(finished(admin.call({"CONFIG", "SET", "maxclients", "2"})));
        follow(FixedPatterns);
        QCOMPARE(m_started.front().mode, LiveMode::Polling);
        QVERIFY2(m_started.front().reason.contains(QLatin1String("max number of clients")),
                 qPrintable(m_started.front().reason));
        VERIFY_OK(finished(admin.call({"CONFIG", "SET", "maxclients", "1000"})));
        QTRY_COMPARE(m_feed->status().mode, LiveMode::Tracking);
        QVERIFY(tellsOf("lock:a", {"SET", "lock:a", "token"}));
    }

    void amongTooManyOtherChangesItTracksTheKnownKeys()
    {
        Session writer(patient(m_server->tcp()));
        writer.open();
        QTRY_VERIFY(writer.isReady());
        follow({"*lock*", "job:*"});
        QCOMPARE(m_started.front().mode, LiveMode::Tracking);
        // Without a pause, which QTRY_VERIFY would make: it takes thousands a second, on a loaded machine
        // too.
        int written = 0;
        const QDeadlineTimer patience(30'000);
        while (m_feed->status().mode != LiveMode::TrackingKnownKeys && !patience.hasExpired()) {
            Batch batch;
            for (int i = 0; i < 2000; ++i)
                batch.add({"SET", "session:" + QByteArray::number(written++ % 100'000), "x"});
            finished([](PendingReplies pending) -> QCoro::Task<bool> {
                const auto replies = co_await pending;
                co_return replies.ok();
            }(writer.send(std::move(batch))));
        }
        QCOMPARE(m_feed->status().mode, LiveMode::TrackingKnownKeys);
        QCOMPARE(m_gaps.size(), 1);
        QVERIFY(m_feed->status().reason.contains(QLatin1String("job:")));
        QVERIFY(!m_feed->status().offer.isEmpty());

        // New locks are reported by prefix, others only after they were read.
        QVERIFY(tellsOf("job:1", {"SET", "job:1", "token"}));
        const auto armed = [&](const QByteArray &key) {
            return finished(readKeys(m_commands.get(), {{key}})).ok();
        };
        QVERIFY(armed("a:lock"));
        QVERIFY(tellsOf("a:lock", {"SET", "a:lock", "token"}));
        QVERIFY(armed("a:lock"));
        QVERIFY(tellsOf("a:lock", {"PEXPIRE", "a:lock", "60000"}));
        QVERIFY(armed("a:lock"));
        QVERIFY(tellsOf("a:lock", {"DEL", "a:lock"}));

        // The server's tracking ends with the connection that reads.
        QVERIFY(armed("a:lock"));
        const size_t starts = m_started.size();
        VERIFY_OK(cli({{"CLIENT", "KILL", "ID", QByteArray::number(m_commands->clientId())}}));
        QTRY_COMPARE(m_gaps.size(), 2);
        QTRY_VERIFY(m_started.size() > starts);
        QVERIFY(armed("a:lock"));
        QVERIFY(tellsOf("a:lock", {"SET", "a:lock", "token"}));

        // And with the connection that listens.
        VERIFY_OK(cli({{"CLIENT", "KILL", "ID", feedId()}}));
        QTRY_COMPARE(m_gaps.size(), 3);
        QTRY_COMPARE(m_feed->status().mode, LiveMode::TrackingKnownKeys);
        QVERIFY(armed("a:lock"));
        QVERIFY(tellsOf("a:lock", {"DEL", "a:lock"}));

        // And with both, where the one that listens is back first, as the other was lost more often.
        for (int loss = 0; loss < 4; ++loss) {
            QTRY_VERIFY(m_commands->isReady());
            VERIFY_OK(cli({{"CLIENT", "KILL", "ID", QByteArray::number(m_commands->clientId())}}));
            QTRY_VERIFY(!m_commands->isReady());
        }
        const size_t startsBefore = m_started.size();
        VERIFY_OK(cli({{"CLIENT", "KILL", "ID", feedId()}}));
        QTRY_VERIFY(m_commands->isReady() && m_started.size() > startsBefore);
        QTRY_COMPARE(m_feed->status().mode, LiveMode::TrackingKnownKeys);
        QVERIFY(armed("a:lock"));
        QVERIFY(tellsOf("a:lock", {"SET", "a:lock", "token"}));

        m_feed->stop();
        QTRY_VERIFY(!cli({{"CLIENT", "LIST"}})->contains(" flags=t "));
    }

    void stoppedItLeavesNothingBehind()
    {
        follow(FixedPatterns);
        QVERIFY(!feedId().isEmpty());
        m_feed->stop();
        QCOMPARE(m_feed->status().mode, LiveMode::Off);
        QTRY_COMPARE(feedId(), QByteArray());
        m_changed.clear();
        m_feed->start();
        QTRY_COMPARE(m_started.size(), size_t(2));
        QVERIFY(tellsOf("lock:a", {"SET", "lock:a", "token"}));
    }

    void itMayDieAtAnyTime()
    {
        VERIFY_OK(cli({{"CONFIG", "SET", "notify-keyspace-events", "KA"}}));
        for (int turns = 0; turns < 40; ++turns) {
            auto feed = std::make_unique<LiveFeed>(*m_commands, LoosePatterns);
            feed->start();
            for (int i = 0; i < turns; ++i)
                QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
            feed.reset();
        }
        auto feed = std::make_unique<LiveFeed>(*m_commands, LoosePatterns);
        connect(feed.get(), &LiveFeed::started, this, [&feed] { feed.release()->deleteLater(); });
        feed->start();
        QTRY_VERIFY(!feed);
        QTRY_COMPARE(feedId(), QByteArray());
    }
};

LOCKSCOPE_TEST(TestLiveFeed)

} // namespace tst_livefeed

#include "tst_livefeed.moc"
