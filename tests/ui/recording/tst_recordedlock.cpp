// SPDX-License-Identifier: GPL-3.0-or-later
// The chosen lock in the window of a recording: it says the same as lockscope-cli show, at every moment.

#include "tests/live/program.h"
#include "tests/support/uirunner.h"
#include "tests/support/verify.h"
#include "tests/ui/recording/openedrecording.h"
#include "ui/recording/recordedlock.h"
#include "ui/theme/language.h"
#include "ui/timeline/timelinepage.h"

#include <QDateTime>
#include <QTest>

namespace tst_recordedlock
{

using namespace lockscope;
using namespace std::chrono_literals;
using test::happened;
using test::Opened;
using test::Start;

namespace
{

LockEvent onNode(const char *node, LockEvent event)
{
    event.node = {node};
    event.source = EventSource::Keyspace;
    return event;
}

// Two masters, a:1 and b:1; a:1 is lost, and a:2 replaces it. Watching ends and begins again; events are
// missed. "secret" cannot be read for a while.
struct Eventful {
    Eventful() : store(file())
    {
        const auto at = [](Mark::Kind kind, milliseconds when, const char *node = "",
                           const char *other = "") {
            return Mark{.kind = kind, .at = Start + when, .node = {node}, .other = {other}};
        };
        LockEvent unread = onNode("b:1", happened(EventKind::Changed, "secret", "eve", 20s, 18s));
        unread.unreadable = true;
        const LockEvent refused{.key = {"secret"}, .unreadable = true, .wallAt = Start + 20s};
        LockEvent unseen = onNode("b:1", happened(EventKind::Changed, "stock", "bob", 72s, 30s));
        LockEvent again = onNode("b:1", happened(EventKind::Acquired, "stock", "bob", 72s, 0s));
        again.heldIsLowerBound = true;
        const LockEvent vague = onNode("b:1", happened(EventKind::Changed, "vague", "eve", 9s, 6s));
        LockEvent polled = onNode("b:1", happened(EventKind::Acquired, "polled", "pat", 3s));
        polled.source = EventSource::Poll;
        LockEvent polledEnd = onNode("b:1", happened(EventKind::Released, "polled", "pat", 6s, 3s));
        polledEnd.source = EventSource::Poll;
        const Done done = test::allDone(
            {test::beginRecording(store, Start), store.beginVerdicts({}, Start),
             store.append({onNode("a:1", happened(EventKind::Acquired, "orders", "ann", 1s)),
                           onNode("b:1", happened(EventKind::Acquired, "secret", "eve", 2s)), polled,
                           onNode("a:1", happened(EventKind::Acquired, "short", "ann", 4s)), polledEnd, vague,
                           onNode("a:1", happened(EventKind::Released, "short", "ann", 8s, 4s)), unread,
                           refused}),
             store.append(at(Mark::Kind::Lost, 25s, "a:1")),
             store.append(at(Mark::Kind::Failover, 32s, "a:2", "a:1")),
             store.append({onNode("a:2", happened(EventKind::Released, "orders", "ann", 38s, 37s)),
                           onNode("b:1", happened(EventKind::Acquired, "stock", "bob", 42s))}),
             store.append(at(Mark::Kind::Closed, 45s)), store.append(at(Mark::Kind::Opened, 55s)),
             store.append(at(Mark::Kind::Gap, 70s)), store.append({unseen, again}),
             store.append({onNode("b:1", happened(EventKind::Expired, "stock", "bob", 80s, 8s)),
                           onNode("a:2", happened(EventKind::Acquired, "orders", "bob", 85s))}),
             store.append(at(Mark::Kind::Lost, 90s, "a:2")), store.close(Start + 100s)});
        if (!done.ok())
            qWarning("%s", qPrintable(done.failure().line()));
    }
    QString file() const { return folder.filePath(QStringLiteral("locks.lockscope")); }

    QTemporaryDir folder{};
    HistoryStore store;
};

// How the command line and the window say the same. "not held" ends the line of the command.
const std::vector<std::pair<QByteArray, QString>> Phrases{
    {": held by ann", QStringLiteral("Held by ann")},
    {": held by bob", QStringLiteral("Held by bob")},
    {": perhaps held by bob", QStringLiteral("Perhaps held by bob")},
    {"; not known whether it is still held: last known to be held",
     QStringLiteral("Not known whether it is still held: last known to be held")},
    {"held by eve", QStringLiteral("Held by eve")},
    {"held by pat", QStringLiteral("Held by pat")},
    {"at least ", QStringLiteral("at least ")},
    {"; released at", QStringLiteral("Released at")},
    {"; expired at", QStringLiteral("Expired at")},
    {"; still held when the recording stopped", QStringLiteral("Still held when the recording stopped")},
    {"; still held when the recording ends", QStringLiteral("Held until the recording ends")},
    {"; not known how it ended", QStringLiteral("How it ended is not known")},
    {"; not known whether it ended: its owner", QStringLiteral("Whether it ended is not known; its owner")},
    {"ended: the server refused to show the key",
     QStringLiteral("ended: the server refused to show the key")},
    {": not held", QStringLiteral("Not held at this moment")},
    {"as far as polling showed", QStringLiteral("as far as polling showed")},
    {"unknown: nothing was recorded then", QStringLiteral("Not observed at this moment")},
    {"unknown: the server refused", QStringLiteral("Unknown: the server refused")},
    {"unknown: it may have been held on a server", QStringLiteral("Unknown: a server could not be reached")},
    {"is not in the recording", QStringLiteral("Not in the recording")},
};

QByteArray shown(const QString &file, const QByteArray &key, milliseconds at)
{
    const QDateTime time = QDateTime::fromMSecsSinceEpoch((Start + at).time_since_epoch() / 1ms, Qt::UTC);
    return test::runCli({"show", key, "--recording", QFile::encodeName(file), "--at",
                         time.toString(Qt::ISODateWithMs).toLatin1()})
        .told();
}

QStringList phrasesOf(const QByteArray &cli)
{
    QStringList found;
    for (const auto &[own, same] : Phrases) {
        if (cli.contains(own))
            found << same;
    }
    return found;
}

QStringList phrasesOf(const QString &window)
{
    QStringList found;
    for (const auto &[other, own] : Phrases) {
        if (window.contains(own))
            found << own;
    }
    return found;
}

} // namespace

class tst_RecordedLock : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { installTranslations(*qApp, QStringLiteral("en")); }

    void itSaysWhatTheCommandLineSays()
    {
        const Eventful recorded;
        Opened p(recorded.file());
        QVERIFY(p.isOpen());
        const RecordedLock &lock = p.window.lock();
        QSet<QString> said;
        for (const char *key : {"orders", "secret", "stock", "short", "polled", "vague", "other"}) {
            emit p.window.timeline().lockWanted({key});
            for (const milliseconds at :
                 {0s, 5s, 7s, 10s, 22s, 28s, 33s, 40s, 43s, 50s, 60s, 71s, 75s, 82s, 87s, 95s}) {
                p.window.playhead().moveTo(Start + at);
                QTRY_VERIFY(p.window.list().model().moment()->at == Start + at && !p.window.isWaiting());
                const QByteArray cli = shown(recorded.file(), key, at);
                const QStringList own = phrasesOf(lock.headline());
                QVERIFY2(!own.isEmpty() && own == phrasesOf(cli),
                         qPrintable(QString::fromUtf8(cli) + lock.headline()));
                said.unite({own.begin(), own.end()});
            }
        }
        // Each is in the recording, save for a hold that goes on at its end
        QStringList unsaid;
        for (const auto &[cli, own] : Phrases) {
            if (!said.contains(own))
                unsaid << own;
        }
        QCOMPARE(unsaid.join(u'|'),
                 QStringLiteral("Still held when the recording stopped|Held until the recording ends"));
    }

    // A lost master hides the locks that were last on it, and no others.
    void aLostServerHidesOnlyItsLocks()
    {
        const Eventful recorded;
        Opened p(recorded.file());
        QVERIFY(p.isOpen());
        const auto says = [&p](const char *key, milliseconds at) {
            emit p.window.timeline().lockWanted({key});
            p.window.playhead().moveTo(Start + at);
            const bool isThere = QTest::qWaitFor(
                [&] { return p.window.list().model().moment()->at == Start + at && !p.window.isWaiting(); },
                test::Patience);
            return isThere ? p.window.lock().headline() : QString();
        };
        QCOMPARE(says("short", 28s),
                 QStringLiteral("Unknown: a server could not be reached at this moment."));
        QCOMPARE(says("polled", 28s), QStringLiteral("Not held at this moment, as far as polling showed."));
        QCOMPARE(says("short", 33s), QStringLiteral("Not held at this moment."));
        QVERIFY(says("orders", 28s)
                    .startsWith(QStringLiteral("The server could not be reached at this moment.")));
        QCOMPARE(says("secret", 28s), QStringLiteral("Unknown: the server refused to show the key."));
        QCOMPARE(says("secret", 60s), QStringLiteral("Not held at this moment."));
    }
};

LOCKSCOPE_UI_TEST(tst_RecordedLock)

} // namespace tst_recordedlock

#include "tst_recordedlock.moc"
