// SPDX-License-Identifier: GPL-3.0-or-later
// All act scripts, planned by their families and run on a real server, on keys that no library wrote: nothing
// is changed unless the reply says done, and no act costs more than 10,000 steps. LOCKSCOPE_FUZZ_SEED and
// LOCKSCOPE_FUZZ_COUNT repeat or lengthen the random run.
#include "core/engine/reading/decodedlock.h"
#include "core/redis/script.h"
#include "tests/support/familyplaces.h"
#include "tests/support/familyserver.h"
#include "tests/support/runner.h"

#include <QRandomGenerator>
#include <QRegularExpression>
#include <QTest>

namespace tst_actscripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArrayList Numbers{"9007199254740993",
                             "-0",
                             "1e309",
                             "nan",
                             "inf",
                             "-inf",
                             "12345678901234567890",
                             "",
                             "0",
                             "-1",
                             "1",
                             "2",
                             "01",
                             "1.5",
                             " 7",
                             "0x10",
                             "1e3",
                             "1000",
                             "1001",
                             "2147483647",
                             "2147483648",
                             "9223372036854775807",
                             "-9223372036854775808",
                             QByteArray("\0\xff\n", 3),
                             "mode",
                             "{}"};
const QByteArrayList Scores{"inf",
                            "-inf",
                            "0",
                            "-1",
                            "1e300",
                            "-1e300",
                            "1.5",
                            "9007199254740992",
                            "1770000000000",
                            "1770000000000.5",
                            "922337203685477",
                            "9223372036854775807",
                            "4102444800000"};
const QByteArrayList Expiries{"1000000", "9000000000000000000", "9223370000000000000", "100000000000000001",
                              "3153600000001"};

// Whether an acquire may change this key although it is not granted. As in Redisson, it drops dead waiters of
// a fair lock and may queue, and returns an expired permit; each of these is whole by itself.
bool mayBeTidied(const Place &place, const QByteArray &key)
{
    const LockKind kind = place.format->kind();
    return (kind == LockKind{"fair-lock"} && key.startsWith("redisson_lock_")) ||
           kind == LockKind{"permit-semaphore"};
}

} // namespace

class tst_actscripts : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { m_places = familyPlaces(); }
    void init() { m_server.clear(); }

    void nothingChangesUnlessDoneWhole();
    void aDeniedCommandChangesNothing();

private:
    template<class List> const auto &any(const List &list)
    {
        return list[size_t(m_random.bounded(quint32(list.size())))];
    }
    bool once(int in) { return m_random.bounded(in) == 0; }
    // Writes what the family's library could have written, and then what it could not.
    void ground(const Place &place);
    void seed(const Place &place);
    void spoil(const QByteArray &key);
    void write(const QByteArray &key, const QByteArray &type);
    ActRequest request(const Place &place);
    std::optional<Lock> seen(const Place &place);
    QByteArray dumpOf(const Place &place, bool whole);
    QStringList check(const Place &place, const ActRequest &request, const ActPlan &plan);

    FamilyServer m_server;
    std::vector<Place> m_places;
    std::vector<OwnerId> m_owners;
    QRandomGenerator m_random{1};
};

void tst_actscripts::ground(const Place &place)
{
    const QByteArray kind = kindOf(place);
    const QByteArray &key = place.key.bytes;
    if (kind == "timestamp-lock")
        m_server.call(
            {"SET", key, QByteArray::number(m_server.wallMilliseconds() + (once(2) ? 60000 : -60000))});
    else if (kind.contains("semaphore") || kind == "latch")
        m_server.call({"SET", key, QByteArray::number(m_random.bounded(4))});
    if (kind == "npm-semaphore") {
        m_server.call({"DEL", key});
        m_server.call({"ZADD", key, QByteArray::number(m_server.wallMilliseconds()), any(m_owners).bytes});
    } else if (kind == "redis-semaphore") {
        m_server.call({"DEL", key});
        m_server.call({"SET", "SEMAPHORE:order:EXISTS", "1"});
        m_server.call({"RPUSH", "SEMAPHORE:order:AVAILABLE", "0", "1"});
    } else if (kind == "distributed-semaphore") {
        m_server.call({"DEL", key});
    } else if (kind == "sidekiq-lock") {
        m_server.call({"HSET", key, any(m_owners).bytes, once(2) ? "1770000000.25" : "{}"});
    } else if (kind == "multi-lock") {
        const QByteArray value = "c9K1Yq2mTzqOuQvH7nbyXw";
        const QByteArray owner = any(m_owners).bytes;
        m_server.call({"HSET", key, value, owner, value + ':' + owner + ":expire_time",
                       QByteArray::number(m_server.wallMilliseconds() + 60000),
                       value + ':' + owner + ":lock_count", any(Numbers)});
    } else if (kind == "job-lock") {
        m_server.call({"SET", key, any(m_owners).bytes, "PX", "60000"});
    }
}

void tst_actscripts::write(const QByteArray &key, const QByteArray &type)
{
    const QByteArray word = once(2) ? any(m_owners).bytes : any(Numbers);
    if (type == "string")
        m_server.call({"SET", key, word});
    else if (type == "list")
        m_server.call({"RPUSH", key, word});
    else if (type == "set")
        m_server.call({"SADD", key, word});
    else if (type == "zset")
        m_server.call({"ZADD", key, any(Scores), word});
    else
        m_server.call({"HSET", key, word, any(Numbers)});
}

// Changes what is there to what was never meant, or puts something else in its place.
void tst_actscripts::spoil(const QByteArray &key)
{
    static const QByteArrayList types{"string", "list", "set", "zset", "hash"};
    const QByteArray type = m_server.call({"TYPE", key}).bytes;
    if (type == "none" || once(4)) {
        m_server.call({"DEL", key});
        write(key, any(types));
    } else if (type == "hash") {
        const QByteArrayList fields = m_server.words({"HKEYS", key}, true);
        m_server.call({"HSET", key, any(fields), any(Numbers)});
    } else if (type == "zset") {
        m_server.call({"ZADD", key, any(Scores), any(m_server.words({"ZRANGE", key, "0", "-1"}))});
    } else {
        write(key, type);
    }
    if (once(3))
        m_server.call({"PEXPIRE", key, any(Expiries)});
    else if (once(3))
        m_server.call({"PERSIST", key});
}

ActRequest tst_actscripts::request(const Place &place)
{
    static const std::vector<HoldMode> modes{HoldMode::Exclusive, HoldMode::Read, HoldMode::Write};
    static const std::vector<milliseconds> leases{20s, 30s, 1h, 24h * 36499};
    ActRequest made{.act = any(AllActKinds),
                    .key = place.key,
                    .owner = any(m_owners),
                    .mode = any(modes),
                    .lease = any(leases)};
    if (once(3))
        made.wait = 5s;
    if (once(4))
        made.expectedCount = m_random.bounded(1, 3);
    if (once(2))
        made.expectedOwner = any(m_owners);
    if (place.format->kind() == LockKind{"multi-lock"})
        made.part = any(QByteArrayList{"a", "a,b", "", "c9K1Yq2mTzqOuQvH7nbyXw"});
    else if (place.format->kind() == LockKind{"distributed-semaphore"})
        made.part = any(QByteArrayList{"1", "2", "3"});
    return made;
}

std::optional<Lock> tst_actscripts::seen(const Place &place)
{
    const KeyReading reading = m_server.read(place.key.bytes);
    if (std::optional<Decoded> decoded = place.format->decode(reading)) {
        Lock lock;
        describe(lock, reading, std::move(*decoded));
        return lock;
    }
    return {};
}

void tst_actscripts::seed(const Place &place)
{
    m_server.call({"FLUSHALL"});
    m_owners = {place.format->makeOwner(), place.format->makeOwner(), place.format->makeOwner()};
    ground(place);
    for (int i = int(m_random.bounded(4)); i > 0; --i) {
        ActRequest take = request(place);
        take.act = ActKind::Acquire;
        (void)m_server.attempt(kindOf(place), take);
    }
    const Outcome<ActPlan> plan = place.format->plan(request(place), nullptr);
    std::vector<QByteArray> keys = plan ? plan->keys : std::vector<QByteArray>{place.key.bytes};
    for (const QByteArray &there : m_server.words({"KEYS", "*"}, true))
        keys.push_back(there);
    while (once(2))
        spoil(any(keys));
}

QByteArray tst_actscripts::dumpOf(const Place &place, bool whole)
{
    QByteArray all;
    for (const QByteArray &key : m_server.words({"KEYS", "*"}, true)) {
        if (whole || !mayBeTidied(place, key))
            all += key + '=' + m_server.dump(key) +
                   QByteArray::number(m_server.number({"PEXPIRETIME", key})) + '\n';
    }
    return all;
}

// What an act left that it must not leave.
QStringList tst_actscripts::check(const Place &place, const ActRequest &request, const ActPlan &plan)
{
    QStringList faults;
    const std::optional<Lock> lockBefore = seen(place);
    const QByteArray before = dumpOf(place, true);
    const QByteArray lockOnly = dumpOf(place, false);
    const Outcome<Receipt> receipt =
        m_server.attemptScript(m_server.session(), plan.script, plan.keys, plan.args);
    const QByteArray after = dumpOf(place, true);
    if (!receipt) {
        const QByteArray text = receipt.failure().serverText;
        if (!text.contains("changed") && receipt.failure().kind != ErrorKind::Protocol)
            faults << QStringLiteral("fails by chance: %1").arg(receipt.failure().line());
        if (receipt.failure().kind == ErrorKind::Protocol)
            faults << QStringLiteral("no readable reply: %1").arg(receipt.failure().line());
        if (before != after)
            faults << QStringLiteral("failed, yet changed: %1").arg(receipt.failure().line());
        return faults;
    }
    if (receipt->result != ActResult::Done) {
        if (before != after && lockOnly != dumpOf(place, false))
            faults << QStringLiteral("%1, yet changed").arg(QLatin1String(name(receipt->result)));
        return faults;
    }
    const std::optional<Lock> lockAfter = seen(place);
    if (!lockBefore || (request.act == ActKind::Wake && before == after))
        return faults;
    const auto holds = [&](const std::optional<Lock> &lock) {
        qint64 count = 0;
        for (qsizetype i = 0; lock && i < lock->holders.size(); ++i)
            count += lock->holders[i].id == request.owner ? lock->holders[i].count : 0;
        return count;
    };
    const bool forced = request.act == ActKind::ForceRelease;
    // With an owner named, what others have of a lock of several keys stays.
    if (forced && lockAfter && lockAfter->held() && !place.format->queues() && !request.expectedOwner)
        faults << QStringLiteral("force-released, yet held");
    // A writer of a read-write lock may also be a reader, and stays one.
    if (request.act == ActKind::Release && request.mode != HoldMode::Write && holds(lockBefore) > 0 &&
        holds(lockAfter) >= holds(lockBefore))
        faults << QStringLiteral("released, yet held as before");
    if (request.act == ActKind::Acquire &&
        std::ranges::none_of(plan.keys, [this](const QByteArray &key) { return m_server.exists(key); }))
        faults << QStringLiteral("acquired, yet no such lock");
    const bool lasts = lockAfter && !lockAfter->lasting && lockAfter->held();
    if (request.act == ActKind::Acquire && lasts && request.lease && !lockAfter->expiresAt &&
        std::ranges::none_of(lockAfter->holders,
                             [](const Holder &holder) { return holder.expiresAt.has_value(); }) &&
        lockBefore->expiresAt)
        faults << QStringLiteral("acquired without an expiry");
    return faults;
}

void tst_actscripts::nothingChangesUnlessDoneWhole()
{
    constexpr int UsualSeed = 782'981; // The suite plays the same cases each time
    const bool given = qEnvironmentVariableIsSet("LOCKSCOPE_FUZZ_SEED");
    const auto seedOfRun = quint32(given ? qEnvironmentVariableIntValue("LOCKSCOPE_FUZZ_SEED") : UsualSeed);
    const int count = qEnvironmentVariableIsSet("LOCKSCOPE_FUZZ_COUNT")
                          ? qEnvironmentVariableIntValue("LOCKSCOPE_FUZZ_COUNT")
                          : 3000;
    qInfo("LOCKSCOPE_FUZZ_SEED=%u", seedOfRun);
    QVERIFY(m_places.size() > 20);
    m_server.call({"CONFIG", "SET", "set-max-intset-entries", "0"});
    QStringList faults;
    int done = 0;
    // Each case has a seed of its own, so that one can be repeated alone.
    for (int i = 0; i < count && faults.size() < 20; ++i) {
        m_random.seed(seedOfRun + quint32(i));
        const Place &place = any(m_places);
        seed(place);
        const ActRequest made = request(place);
        const std::optional<Lock> lock = once(2) ? seen(place) : std::nullopt;
        const Outcome<ActPlan> plan = place.format->plan(made, lock ? &*lock : nullptr);
        if (!plan)
            continue;
        ++done;
        for (const QString &fault : check(place, made, *plan))
            faults << QStringLiteral("seed %1, %2 %3: %4")
                          .arg(seedOfRun + quint32(i))
                          .arg(QString::fromUtf8(plan->script), QLatin1String(name(made.act)), fault);
    }
    qInfo("%d acts", done);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

// A script is not rolled back: with one command denied, the others were done and the act was told as refused.
void tst_actscripts::aDeniedCommandChangesNothing()
{
    if (!m_server.hasShardedChannels())
        QSKIP("this server cannot be asked what a user may run (before 7.0)");
    static const QRegularExpression call(QStringLiteral("redis\\.p?call\\(\"(?!S?PUBLISH|UNLINK)([A-Z]+)\""));
    const std::unique_ptr<Session> carl = m_server.connectedAs("carl", {});
    QStringList faults;
    QSet<QByteArray> scripts;
    for (quint32 i = 0; i < 1500 && faults.size() < 20; ++i) {
        m_random.seed(i);
        const Place &place = any(m_places);
        seed(place);
        const Outcome<ActPlan> plan = place.format->plan(request(place), nullptr);
        if (!plan || plan->script.isEmpty())
            continue;
        QSet<QByteArray> commands;
        for (const QRegularExpressionMatch &match :
             call.globalMatch(QString::fromUtf8(script(plan->script).text)))
            commands << match.captured(1).toLower().toLatin1();
        const QByteArray before = dumpOf(place, true);
        for (const QByteArray &command : std::as_const(commands)) {
            m_server.call({"ACL", "SETUSER", "carl", "+@all", "-" + command});
            const auto receipt = m_server.attemptScript(*carl, plan->script, plan->keys, plan->args);
            // What is asked only before the last step may find another reason first.
            if (dumpOf(place, true) != before || (receipt && receipt->result == ActResult::Done))
                faults << QStringLiteral("seed %1, %2 without %3: %4")
                              .arg(i)
                              .arg(QString::fromUtf8(plan->script), QString::fromLatin1(command),
                                   receipt ? QStringLiteral("done") : receipt.failure().line());
            if (!receipt && receipt.failure().kind == ErrorKind::NoPerm)
                scripts << plan->script;
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    QVERIFY2(scripts.size() > 60, qPrintable(QString::number(scripts.size())));
}

LOCKSCOPE_TEST(tst_actscripts)

} // namespace tst_actscripts

#include "tst_actscripts.moc"
