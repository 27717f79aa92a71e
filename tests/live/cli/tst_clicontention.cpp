// SPDX-License-Identifier: GPL-3.0-or-later
// lockscope-cli contention: what made clients wait, and what changed, from the file of a history.

#include "app/cli/run/timemeant.h"
#include "core/config/profilestore.h"
#include "core/history/values/historyfiles.h"
#include "core/values/connection/connectionurl.h"
#include "tests/live/program.h"
#include "tests/support/begunrecording.h"
#include "tests/support/runner.h"
#include "tests/support/verify.h"

#include <QDir>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_clicontention
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray Slow = "11111111-1111-4111-8111-111111111111";
const QByteArray Quick = "22222222-2222-4222-8222-222222222222";
const WallTime Start{std::chrono::sys_days{std::chrono::year{2026} / 6 / 12} + 14h};

LockEvent eventOf(EventKind kind, const QByteArray &key, const QByteArray &client, milliseconds at,
                  qint64 count = 1)
{
    return {.kind = kind,
            .key = {key},
            .lockKind = {"rlock"},
            .owner = {client + ":1"},
            .count = count,
            .node = {"a:1"},
            .wallAt = Start + at};
}

void addHold(std::vector<LockEvent> &events, const QByteArray &key, const QByteArray &client, milliseconds at,
             milliseconds length)
{
    events.push_back(eventOf(EventKind::Acquired, key, client, at));
    events.push_back(eventOf(EventKind::Released, key, client, at + length, 0));
    events.back().held = length;
}

AcquireOrder orderOf(const QByteArray &first, const QByteArray &second, const QByteArray &client,
                     milliseconds at)
{
    return {
        .first = {first}, .second = {second}, .owner = {client + ":1"}, .node = {"a:1"}, .at = Start + at};
}

// Ten minutes. The second half has slower holds, a failover and another client, which others wait for.
Done write(HistoryStore &store, const QByteArray &servers = {})
{
    std::vector<LockEvent> events;
    for (int second = 0; second < 300; second += 10)
        addHold(events, "order:1:lock", Quick, 1000ms * second, 100ms);
    for (int second = 300; second < 600; second += 10)
        addHold(events, "order:1:lock", second == 300 ? Quick : Slow, 1000ms * second, 5s);
    events.push_back(eventOf(EventKind::Waiters, "order:1:lock", Quick, 0s, 0));
    events.push_back(eventOf(EventKind::Waiters, "order:1:lock", Slow, 320s, 2));
    events.push_back(eventOf(EventKind::Waiters, "order:1:lock", Slow, 325s, 2)); // Just released
    events.push_back(eventOf(EventKind::Waiters, "order:1:lock", Slow, 330s, 0));
    std::stable_sort(events.begin(), events.end(),
                     [](const LockEvent &a, const LockEvent &b) { return a.wallAt < b.wallAt; });
    return allDone({store.open(newRecordingPlace(servers)),
                    store.append(Mark{.kind = Mark::Kind::Opened, .at = Start}), store.append(events),
                    store.append(Mark{
                        .kind = Mark::Kind::Failover, .at = Start + 301s, .node = {"b:1"}, .other = {"a:1"}}),
                    store.append(std::vector<AcquireOrder>{orderOf("stock:1", "order:1:lock", Slow, 100s),
                                                           orderOf("order:1:lock", "stock:1", Quick, 200s),
                                                           orderOf("order:1:lock", "stock:1", Quick, 300s)}),
                    store.append(Tally{.from = Start + 9min, .length = 60s}), store.commit()});
}

} // namespace

class TestCliContention : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void waitingIsRanked();
    void figuresForPrograms();
    void changesAreTold();
    void lockOrdersAreListed();
    void theFileOfAProfile();
    void whatCannotBeRead();
    void timesAreRead();

private:
    Ended cli(const QByteArrayList &arguments)
    {
        return Program(QByteArrayList{"--config-dir", m_dir.path().toUtf8(), "contention"} + arguments)
            .ended();
    }

    QTemporaryDir m_dir;
    QByteArray m_file;
    std::unique_ptr<HistoryStore> m_store; // The program reads what another one writes
};

void TestCliContention::initTestCase()
{
    QVERIFY(QDir(m_dir.path()).mkpath(QStringLiteral("history")));
    const QString file =
        m_dir.filePath(QStringLiteral("history/") + historyFileName(QStringLiteral("orders")));
    m_file = file.toUtf8();
    m_store = std::make_unique<HistoryStore>(file);
    VERIFY_OK(write(*m_store));
}

void TestCliContention::waitingIsRanked()
{
    const Ended locks = cli({"--history", m_file});
    QVERIFY2(locks.status == 0, locks.told().constData());
    QVERIFY2(locks.out.contains("waiting caused about 20 s"), locks.told().constData());
    QVERIFY2(locks.out.contains("order:1:lock"), locks.told().constData());
    QVERIFY2(locks.out.contains(Slow), locks.told().constData()); // The client that caused most
    const Ended prefixes = cli({"--history", m_file, "--by", "prefix"});
    QVERIFY2(prefixes.out.contains("order:*"), prefixes.told().constData());
    const Ended clients = cli({"--history", m_file, "--by", "client"});
    QVERIFY2(clients.out.contains(Slow) && clients.out.contains("(unknown)"), clients.told().constData());
    QVERIFY2(!clients.out.contains(Quick), clients.told().constData());
    const Ended nobody = // The file ended long ago
        cli({"--history", m_file, "--since", "1s"});
    QVERIFY2(nobody.status == 2 && nobody.err.contains("the history ends at"), nobody.told().constData());
    const Ended stretch = cli({"--recording", m_file, "--since", "2026-06-12T14:05:19.500Z", "--until",
                               "2026-06-12T14:05:25Z", "--by", "client", "--json"});
    QCOMPARE(stretch.json()[QLatin1String("waited_ms")].toInt(), 10'000); // While it was held
    const QByteArrayList before{"--recording",       m_file,    "--since",
                                "2026-06-12T13:00Z", "--until", "2026-06-12T13:30Z"};
    const Ended quiet =
        cli({"--recording", m_file, "--since", "2026-06-12T14:05Z", "--until", "2026-06-12T14:05:01Z"});
    QVERIFY2(quiet.out.contains("no client was seen to wait; clients that poll for a lock or sleep on a list "
                                "are not counted"),
             quiet.told().constData());
    const Ended outside = cli(before);
    QVERIFY2(outside.status == 2 && outside.err.contains("the history begins at"),
             outside.told().constData());
    const Ended reversed =
        cli({"--recording", m_file, "--since", "2026-06-12T14:06Z", "--until", "2026-06-12T14:05Z"});
    QVERIFY2(reversed.status == 2 && reversed.err.contains("--until is not after --since"),
             reversed.told().constData());
}

void TestCliContention::figuresForPrograms()
{
    const Ended ended = cli({"--history", m_file, "--by", "client", "--json"});
    const QJsonObject json = ended.json();
    QVERIFY2(ended.status == 0 && !json.isEmpty(), ended.told().constData());
    QCOMPARE(json[QLatin1String("by")].toString(), QStringLiteral("client"));
    QCOMPARE(json[QLatin1String("waited_ms")].toInt(), 20'000);
    const QJsonArray rows = json[QLatin1String("rows")].toArray();
    QCOMPARE(rows.size(), 2); // Five of ten seconds each: held, and between two holds
    QVERIFY(!rows[0].toObject().contains(QLatin1String("client")));
    QCOMPARE(rows[1].toObject()[QLatin1String("client")].toString(), QString::fromLatin1(Slow));
    QCOMPARE(rows[1].toObject()[QLatin1String("waited_ms")].toInt(), 10'000);
    QCOMPARE(rows[1].toObject()[QLatin1String("worst_key")].toString(), QStringLiteral("order:1:lock"));
    const Ended csv = cli({"--history", m_file, "--by", "client", "--csv"});
    QVERIFY2(csv.out.startsWith("client,kind,waited_ms,"), csv.told().constData());
    QVERIFY2(csv.out.contains('\n' + Slow + ",,10000,2,1,"), csv.told().constData());
}

void TestCliContention::changesAreTold()
{
    const QByteArrayList moment{"--history", m_file, "--changed-at", "2026-06-12T14:05Z"};
    const Ended ended = cli(moment);
    QVERIFY2(ended.status == 0, ended.told().constData());
    for (const QByteArray &line : {QByteArray("a:1 → b:1"), "Not seen in the period before: client " + Slow,
                                   QByteArray("order:1:lock: holds grew, p90")})
        QVERIFY2(ended.out.contains(line), ended.told().constData());
    const QJsonObject json = cli(moment + QByteArrayList{"--json"}).json();
    QByteArrayList kinds;
    for (const auto &change : json[QLatin1String("changes")].toArray())
        kinds << change.toObject()[QLatin1String("change")].toString().toLatin1();
    QCOMPARE(kinds, (QByteArrayList{"failover", "new-client", "holds-grew"}));
    const Ended nothing = cli({"--history", m_file, "--changed-at", "2026-06-12T14:02Z", "--width", "1m"});
    QVERIFY2(nothing.status == 0 && nothing.out.contains("no change found"), nothing.told().constData());
}

void TestCliContention::lockOrdersAreListed()
{
    const Ended lines = cli({"--history", m_file, "--orders"});
    QVERIFY2(lines.status == 0, lines.told().constData());
    const qsizetype usual = lines.out.indexOf("order:1:lock, then stock:1: 2×, last at ");
    const qsizetype opposite = lines.out.indexOf("stock:1, then order:1:lock: 1×, last at ");
    QVERIFY2(usual >= 0 && opposite > usual, lines.told().constData());
    QVERIFY2(lines.out.contains("by " + Slow + ":1"), lines.told().constData());
    QVERIFY2(lines.out.contains("Acquired in both orders"), lines.told().constData());
    const QJsonObject json = cli({"--history", m_file, "--orders", "--json"}).json();
    QCOMPARE(json[QLatin1String("orders")].toInt(), 2);
    QCOMPARE(json[QLatin1String("inversions")].toArray().size(), 1);
    const Ended csv = cli({"--history", m_file, "--orders", "--csv"});
    QVERIFY2(csv.out.startsWith(
                 "first,second,count,first_at,last_at,last_owner,node,database\norder:1:lock,stock:1,2,"),
             csv.told().constData());
    const QByteArray other = m_dir.filePath(QStringLiteral("none.sqlite")).toUtf8();
    HistoryStore store(QString::fromUtf8(other));
    VERIFY_OK(beginRecording(store, Start));
    VERIFY_OK(store.commit());
    const Ended none = cli({"--history", other, "--orders"});
    QVERIFY2(none.status == 0 && none.out.startsWith("No lock order was seen."), none.told().constData());
}

void TestCliContention::theFileOfAProfile()
{
    const Ended unknown = cli({"--profile", "nope"});
    QVERIFY2(unknown.status == 2 && unknown.err.contains("nope") && !unknown.err.contains("history file"),
             unknown.told().constData());
    const Ended ended = cli({"--profile", "orders", "--quiet"});
    QVERIFY2(ended.status == 0 && ended.out.contains("order:1:lock"), ended.told().constData());
    ConnectionSpec stock;
    stock.name = QStringLiteral("stock");
    stock.host = QStringLiteral("localhost");
    VERIFY_OK(ProfileStore(m_dir.path()).save({stock}));
    const Ended other = cli({"--profile", "stock"});
    QVERIFY2(other.status == 2 && other.err.contains("there is no history file"), other.told().constData());
    // Its name was given to other servers since.
    const QString file =
        m_dir.filePath(QStringLiteral("history/") + historyFileName(QStringLiteral("stock")));
    {
        HistoryStore store(file);
        VERIFY_OK(write(store, "redis://cache:6379"));
    }
    for (const QByteArrayList &arguments : {QByteArrayList{}, {"--orders"}, {"--changed-at", "14:05"}}) {
        const Ended others = cli(QByteArrayList{"--profile", "stock"} + arguments);
        QVERIFY2(others.status == 2 && others.out.isEmpty() &&
                     others.err.contains("has the history of other servers"),
                 others.told().constData());
    }
    const Ended named = cli({"--history", file.toUtf8(), "--quiet"});
    QVERIFY2(named.status == 0 && named.out.contains("order:1:lock"), named.told().constData());
    QVERIFY(QFile::remove(file));
    {
        HistoryStore store(file);
        VERIFY_OK(write(store, serversUrl(stock)));
    }
    const Ended own = cli({"--profile", "stock", "--quiet"});
    QVERIFY2(own.status == 0 && own.out.contains("order:1:lock"), own.told().constData());
    for (const QByteArray &no : {m_file + "none", QFile::encodeName(m_dir.path())}) {
        const Ended recording = cli({"--recording", no});
        QVERIFY2(recording.status == 2 && recording.err.contains("there is no recording " + no) &&
                     recording.err.contains("lockscope-cli record makes one"),
                 recording.told().constData());
    }
}

void TestCliContention::whatCannotBeRead()
{
    const QString file = m_dir.filePath(QStringLiteral("damaged.sqlite"));
    QFile damaged(file);
    QVERIFY(damaged.open(QIODevice::WriteOnly));
    damaged.write(QByteArray(8192, 'x'));
    damaged.close();
    const Ended ended = cli({"--history", file.toUtf8()});
    QVERIFY2(ended.status == 5 && ended.err.contains("is not a recording"), ended.told().constData());
    const Ended never = cli({"--history", m_file, "--changed-at", "yesterday"});
    const Ended later = cli({"--history", m_file, "--changed-at", "2026-06-13T14:05Z"});
    QVERIFY2(later.status == 2 && later.err.contains("the history ends at"), later.told().constData());
    QVERIFY2(never.status == 2 && never.err.contains("yesterday is not a time"), never.told().constData());
}

void TestCliContention::timesAreRead()
{
    using cli::timeMeant;
    const QDateTime end(QDate(2026, 6, 12), QTime(14, 7));
    const WallTime at{milliseconds(end.toMSecsSinceEpoch())};
    const HistoryRange days{at - 48h, at};
    const HistoryRange minutes{at - 10min, at};
    QCOMPARE(timeMeant("14:05", days), std::optional(at - 2min));
    QCOMPARE(timeMeant("14:05:30", days), std::optional(at - 90s));
    QCOMPARE(timeMeant("14:05:30.250", minutes), std::optional(at - 89'750ms));
    QCOMPARE(timeMeant("14:05:30.5", minutes), std::optional(at - 89'500ms));
    QCOMPARE(timeMeant("14:05:30.07", minutes), std::optional(at - 89'930ms));
    QCOMPARE(timeMeant("14:07", days), std::optional(at));
    QCOMPARE(timeMeant("14:08", days), std::optional(at - 24h + 1min)); // Of the day before
    QCOMPARE(timeMeant("14:08", minutes), std::optional(at + 1min));    // Of the only day
    QCOMPARE(timeMeant("13:00", minutes), std::optional(at - 67min));
    QCOMPARE(timeMeant("2026-06-12T14:05", days), std::optional(at - 2min));
    QCOMPARE(timeMeant("2026-06-12T14:05:00.007", days), std::optional(at - 2min + 7ms));
    QCOMPARE(timeMeant("2026-06-12T14:05:00Z", days), std::optional(Start + 5min));
    QCOMPARE(timeMeant("2026-06-12T14:05:00.250Z", days), std::optional(Start + 5min + 250ms));
    QCOMPARE(timeMeant("2026-06-12T14:05:00.2Z", days), std::optional(Start + 5min + 200ms));
    HistoryRange reversed{at - 1h, at - 2h};
    cli::putEndAfterBegin(reversed, "12:07", days);
    QCOMPARE(reversed.to, at - 2h); // the day after is not recorded
    HistoryRange night{at - 30h, at - 40h};
    cli::putEndAfterBegin(night, "22:07", days);
    QCOMPARE(night.to, at - 16h);
    for (const char *none : {"", "14", "25:00", "2026-06-12", "now", "14:05Z", "14:05.250", "14:05.2",
                             "14:05:30.", "14:05:30.1234"})
        QVERIFY2(!timeMeant(none, days), none);
}

LOCKSCOPE_TEST(TestCliContention)

} // namespace tst_clicontention

#include "tst_clicontention.moc"
