// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli show KEY --recording: one lock at a moment, without a server.

#include "tests/live/program.h"
#include "tests/support/begunrecording.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

namespace tst_clirecordedlock
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray Alice = "11111111-1111-4111-8111-111111111111:1";
const QByteArray Bob = "22222222-2222-4222-8222-222222222222:7";

} // namespace

class tst_CliRecordedLock : public QObject
{
    Q_OBJECT

private slots:
    void oneLockAtAMoment();

private:
    QString path() const { return m_folder.filePath(QStringLiteral("locks.sqlite")); }
    QByteArray file() const { return QFile::encodeName(path()); }

    QTemporaryDir m_folder{};
};

void tst_CliRecordedLock::oneLockAtAMoment()
{
    using std::chrono::sys_days;
    const WallTime start{sys_days{std::chrono::year{2026} / 6 / 12} + 14h};
    const auto event = [&](EventKind kind, const QByteArray &owner, milliseconds at, qint64 count) {
        return LockEvent{.kind = kind,
                         .key = {"lock:a"},
                         .lockKind = {"rlock"},
                         .owner = {owner},
                         .count = count,
                         .node = {"a:1"},
                         .wallAt = start + at};
    };
    std::vector<LockEvent> events{event(EventKind::Acquired, Alice, 60s, 1),
                                  event(EventKind::Waiters, Alice, 70s, 2),
                                  event(EventKind::Expired, Alice, 100s, 0)};
    events.back().held = 40s;
    {
        HistoryStore store(path());
        VERIFY_OK(beginRecording(store, start));
        VERIFY_OK(store.beginVerdicts({}, start));
        VERIFY_OK(store.append(events));
        VERIFY_OK(store.append(std::vector<VerdictStep>{
            {.key = {"lock:a"}, .at = start + 80s, .level = VerdictLevel::Warning, .code = "no-expiry"}}));
        VERIFY_OK(store.append({event(EventKind::Acquired, Bob, 200s, 1)}));
        VERIFY_OK(store.close(start + 300s));
        VERIFY_OK(store.append(Mark{.kind = Mark::Kind::Opened, .at = start + 400s}));
        LockEvent leased = event(EventKind::Acquired, Bob, 405s, 1);
        leased.key = {"lock:leased"};
        leased.ttl = 30s;
        VERIFY_OK(store.append({leased}));
        VERIFY_OK(store.append(Mark{.kind = Mark::Kind::Lost, .at = start + 410s, .node = {"a:1"}}));
        VERIFY_OK(store.close(start + 500s));
    }
    const auto at = [&](const QByteArray &time, const QByteArray &key = "lock:a", bool json = false) {
        QByteArrayList words{"show", key, "--recording", file(), "--at", "2026-06-12T" + time + "Z"};
        return runCli(json ? words << "--json" : words);
    };
    const Ended held = at("14:01:15");
    QVERIFY2(held.status == 0 && held.out.contains("held by " + Alice) && held.out.contains("(15 s)"),
             held.told().constData());
    QVERIFY2(held.out.contains("; expired at ") && held.out.contains("verdict: ok\n") &&
                 held.out.contains("waiters: at least 2, as last counted"),
             held.told().constData());
    QVERIFY(at("14:01:30").out.contains("verdict: warning no-expiry"));
    const Ended stillHeld = at("14:04:00");
    QVERIFY2(stillHeld.out.contains("held by " + Bob) &&
                 stillHeld.out.contains("; still held when the recording stopped at "),
             stillHeld.told().constData());
    const Ended free = at("14:02:00");
    QVERIFY2(free.status == 1 && free.out.contains("not held"), free.told().constData());
    for (const char *time : {"14:05:30", "13:59:00"}) { // Between two runs, and before the first one
        const Ended unwatched = at(time);
        QVERIFY2(unwatched.status == 1 && unwatched.out.contains("nothing was recorded then"),
                 unwatched.told().constData());
    }
    QVERIFY(at("14:07:00").out.contains("a:1 could not be reached then"));
    const Ended known = at("14:06:47", "lock:leased");
    QVERIFY2(known.status == 0 && known.out.contains(": held by " + Bob), known.told().constData());
    const Ended perhaps = at("14:07:00", "lock:leased"); // Its server is lost, and its lease is over
    QVERIFY2(perhaps.status == 1 && perhaps.out.contains(": perhaps held by " + Bob) &&
                 perhaps.out.contains("(at least 5 s); not known whether it is still held") &&
                 !perhaps.out.contains("still held when"),
             perhaps.told().constData());
    const QJsonObject perhapsHolder =
        at("14:07:00", "lock:leased", true).json()[u"holders"].toArray().at(0).toObject();
    QVERIFY(perhapsHolder[u"may_be_held"].toBool() && !perhapsHolder.contains(u"still_held"));
    const Ended other = at("14:01:15", "lock:b");
    QVERIFY2(other.status == 1 && other.out.contains("not in the recording"), other.told().constData());
    const Ended late = at("14:08:20");
    QVERIFY2(late.status == 2 && late.err.contains("the recording ends at"), late.told().constData());
    const Ended last = runCli({"show", "lock:a", "--recording", file()});
    QVERIFY2(last.status == 1 && last.out.contains(": unknown: it may have been held on a server"),
             last.told().constData());
    const QJsonObject hidden = runCli({"show", "lock:a", "--recording", file(), "--json"}).json();
    QVERIFY(!hidden[u"watched"].toBool(true) &&
            hidden[u"unreachable"].toArray() == QJsonArray{QStringLiteral("a:1")});
    QVERIFY(at("14:06:45").out.contains(": not held")); // Before the loss
    QCOMPARE(runCli({"show", "lock:a", "--recording", file() + "2"}).status, 2);

    const QJsonObject json = at("14:01:30", "lock:a", true).json();
    QVERIFY(json[u"watched"].toBool() && json[u"recorded"].toBool());
    QCOMPARE(json[u"verdict"], QStringLiteral("no-expiry"));
    QCOMPARE(json[u"waiters"].toInt(), 2);
    const QJsonObject holder = json[u"holders"].toArray().at(0).toObject();
    QCOMPARE(holder[u"owner"].toString().toUtf8(), Alice);
    QCOMPARE(holder[u"ended"].toInteger() - holder[u"since"].toInteger(), 40'000);
    QVERIFY(!at("14:05:30", "lock:a", true).json().contains(u"holders"));
}

LOCKSCOPE_TEST(tst_CliRecordedLock)

} // namespace tst_clirecordedlock

#include "tst_clirecordedlock.moc"
