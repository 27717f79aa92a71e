// SPDX-License-Identifier: GPL-3.0-or-later
// A script blocks the server: no act of any family costs more than 10,000 steps, whatever its keys hold. A
// step is a command, an element that a command reads or frees, or a turn of a loop.
#include "core/redis/script.h"
#include "tests/support/familyplaces.h"
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"

#include <QRegularExpression>
#include <QTest>

namespace tst_actsteps
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

// Parts, for kinds that have them, and how long an acquire waits.
const std::vector<std::pair<QByteArray, milliseconds>> Variants{
    {{}, 0ms}, {"3", 0ms}, {"a,b", 0ms}, {{}, 5000ms}};

constexpr const char *Alone = "alone";
constexpr const char *Held = "beside a lock that is held";

OwnerId ownerOf(int thread)
{
    return {"8743c9c0-0795-4907-87fd-6c719a6b4586:" + QByteArray::number(thread)};
}

} // namespace

class tst_actsteps : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase();

    void noActCostsTooMuch_data();
    void noActCostsTooMuch();
    void deadWaitersAreDroppedStepByStep();

private:
    void giants();
    QStringList tryGiants(const Place &place, const ActPlan &plan);
    QByteArray stepsProblem(const ActPlan &plan);

    FamilyServer m_server;
    std::vector<Place> m_places;
    QByteArrayList m_giants;
};

void tst_actsteps::initTestCase()
{
    m_places = familyPlaces();
    giants();
    m_giants = m_server.words({"KEYS", "giant:*"}, true);
}

// Keys with more members than steps are allowed, to be copied in place of others.
void tst_actsteps::giants()
{
    Command list{"RPUSH", "giant:list"}, set{"SADD", "giant:set"}, hash{"HSET", "giant:hash"};
    Command past{"ZADD", "giant:past"}, future{"ZADD", "giant:future"},
        readers{"HSET", "giant:readers", "mode", "read"};
    for (int i = 0; i < 12000; ++i) {
        const QByteArray word = ownerOf(i).bytes;
        for (Command *command : {&list, &set, &hash, &past, &future}) {
            if (command == &past || command == &future)
                command->push_back(command == &past ? QByteArray::number(i)
                                                    : "9" + QByteArray::number(10000000000000 + i));
            command->push_back(word);
            if (command == &hash)
                command->push_back("1");
        }
        if (i < 1000)
            readers.insert(readers.end(), {word, "1"});
    }
    for (const Command &command : {list, set, hash, past, future, readers})
        m_server.call(command);
    m_server.call({"HSET", "giant:holds", "mode", "read", ownerOf(57).bytes, "1000"});
    Command group{"HSET", "giant:group"};
    for (int i = 0; i < 500; ++i) {
        const QByteArray value = QByteArray::number(i).rightJustified(22, 'v');
        const QByteArray owner = ownerOf(57).bytes;
        group.insert(group.end(), {value, owner, value + ':' + owner + ":expire_time", "9999999999999",
                                   value + ':' + owner + ":lock_count", "2"});
    }
    m_server.call(group);
    m_server.call({"SET", "giant:string", QByteArray(1 << 20, 'x')});
}

// The script, with each command, each element that it reads or frees and each turn of a loop counted.
static QByteArray counted(const QByteArray &script)
{
    static const QByteArray counter = R"(
local steps = 0
local function cost(n) steps = steps + n; if steps > 10000 then error("too many steps") end end
local server = redis
local sizes = {list = "LLEN", set = "SCARD", hash = "HLEN", zset = "ZCARD"}
local function size(key)
    local kind = server.call("TYPE", key).ok
    return sizes[kind] and server.call(sizes[kind], key) or 1
end
local function counting(run)
    return function(name, ...)
        local given = {...}
        cost(1)
        if name == "DEL" then for _, key in ipairs(given) do cost(size(key)) end end
        if name == "SET" and given[3] ~= "NX" then cost(size(given[1])) end
        if name == "LREM" then cost(tonumber(given[2]) ~= 0 and server.call("LPOS", given[1], given[3]) or size(given[1])) end
        if name == "LINDEX" then cost(math.floor(math.abs(given[2]) / 128)) end
        local reply = run(name, ...)
        if type(reply) == "table" then cost(#reply) end
        if name == "ZREMRANGEBYSCORE" then cost(reply) end
        return reply
    end
end
local redis = {call = counting(redis.call), pcall = counting(redis.pcall), error_reply = redis.error_reply, REDIS_VERSION_NUM = redis.REDIS_VERSION_NUM}
)";
    QString text = QString::fromUtf8(script);
    text.replace(QRegularExpression(QStringLiteral("\\bdo\\n")), QStringLiteral("do cost(1)\n"));
    return counter + text.toUtf8();
}

QByteArray tst_actsteps::stepsProblem(const ActPlan &plan)
{
    Command call{"EVAL", counted(script(plan.script).text), QByteArray::number(qint64(plan.keys.size()))};
    call.insert(call.end(), plan.keys.begin(), plan.keys.end());
    call.insert(call.end(), plan.args.begin(), plan.args.end());
    const Outcome<Reply> reply = finished(m_server.session().call(call));
    const QByteArray text = reply ? QByteArray() : reply.failure().serverText;
    return reply || (text.contains("changed") && !text.contains("too many steps")) ? QByteArray() : text;
}

void tst_actsteps::noActCostsTooMuch_data()
{
    QTest::addColumn<size_t>("place");
    for (size_t i = 0; i < m_places.size(); ++i)
        QTest::addRow("%s %s", kindOf(m_places[i]).constData(), m_places[i].key.bytes.constData()) << i;
}

void tst_actsteps::noActCostsTooMuch()
{
    QFETCH(size_t, place);
    const Place &at = m_places[place];
    Lock lock{.key = at.key};
    for (int i = 0; i < 256; ++i)
        lock.waiters.queued.push_back({.id = ownerOf(i), .alive = false});
    QByteArrayList tried;
    QStringList faults;
    for (const ActKind act : AllActKinds) {
        for (const HoldMode mode : {HoldMode::Exclusive, HoldMode::Read, HoldMode::Write}) {
            for (const auto &[part, wait] : Variants) {
                const ActRequest request{.act = act,
                                         .key = at.key,
                                         .owner = ownerOf(57),
                                         .mode = mode,
                                         .part = part,
                                         .lease = 30s,
                                         .wait = wait};
                const Outcome<ActPlan> plan = at.format->plan(request, &lock);
                if (!plan)
                    continue;
                QByteArray what = plan->script;
                for (const QByteArray &argument : plan->args)
                    what += ' ' + argument;
                if (tried.contains(what))
                    continue;
                tried << what;
                faults << tryGiants(at, *plan);
            }
        }
    }
    QVERIFY(!tried.isEmpty());
    QVERIFY2(faults.isEmpty(), qPrintable(faults.mid(0, 10).join(u'\n')));
}

// Each key is a giant of each sort in turn: alone, beside a lock that the owner holds, and beside a long
// queue.
QStringList tst_actsteps::tryGiants(const Place &place, const ActPlan &plan)
{
    QStringList faults;
    const auto fill = [&](size_t key, const QByteArray &giant, const char *beside) {
        Command remove{"UNLINK"};
        remove.insert(remove.end(), plan.keys.begin(), plan.keys.end());
        m_server.call(remove);
        if (beside == Held)
            (void)m_server.attempt(
                kindOf(place),
                {.act = ActKind::Acquire, .key = place.key, .owner = ownerOf(57), .lease = 30s});
        for (size_t other = 1; beside != Held && beside != Alone && other < plan.keys.size(); ++other)
            m_server.call({"COPY", other == 1 ? "giant:list" : beside, plan.keys[other], "REPLACE"});
        m_server.call({"COPY", giant, plan.keys[key], "REPLACE"});
        if (const QByteArray problem = stepsProblem(plan); !problem.isEmpty())
            faults << QStringLiteral("%1, key %2 is %3, %4: %5")
                          .arg(QString::fromUtf8(plan.script))
                          .arg(key)
                          .arg(QString::fromUtf8(giant), QLatin1String(beside), QString::fromUtf8(problem));
    };
    const bool queues = place.format->queues() && plan.keys.size() == 3;
    for (size_t key = 0; key < plan.keys.size(); ++key) {
        for (const QByteArray &giant : m_giants) {
            fill(key, giant, Alone);
            fill(key, giant, Held);
            if (queues && key == 0) {
                fill(key, giant, "giant:past");
                fill(key, giant, "giant:future");
            }
        }
    }
    if (queues) {
        fill(1, "giant:list", "giant:past");
        fill(1, "giant:list", "giant:future");
    }
    return faults;
}

// A queue of dead waiters that is too long for one step: each wake goes on where the one before stopped.
void tst_actsteps::deadWaitersAreDroppedStepByStep()
{
    const QByteArray queue = "redisson_lock_queue:{lock:order}";
    const QByteArray deadlines = "redisson_lock_timeout:{lock:order}";
    Command list{"RPUSH", queue}, scores{"ZADD", deadlines};
    const auto waiter = [](int i) { return ownerOf(i).bytes; };
    m_server.clear();
    for (int i = 0; i < 1200; ++i) {
        list.push_back(waiter(i));
        scores.insert(scores.end(), {"1", waiter(i)});
    }
    list.push_back(waiter(1200));
    scores.insert(scores.end(), {"99999999999999", waiter(1200)});
    m_server.call(list);
    m_server.call(scores);
    m_server.call({"HSET", "lock:order", waiter(5000), "1"});
    const LockName key{"lock:order"};
    const Receipt freed = m_server.act("fair-lock", {.act = ActKind::ForceRelease, .key = key});
    QVERIFY(freed.result == ActResult::Done && freed.dropped.size() == 500 && freed.wokenWaiter.isEmpty());
    QVERIFY2(freed.line().contains(QStringLiteral("490 more")) &&
                 freed.line().contains(QStringLiteral("wake the waiters again")),
             qPrintable(freed.line()));
    QVERIFY(!m_server.exists("lock:order"));
    for (const size_t dropped : {500, 200}) {
        const Receipt woken = m_server.act("fair-lock", {.act = ActKind::Wake, .key = key});
        QCOMPARE(woken.dropped.size(), dropped);
        QCOMPARE(woken.wokenWaiter.bytes, dropped == 200 ? waiter(1200) : QByteArray());
    }
    QCOMPARE(m_server.words({"LRANGE", queue, "0", "-1"}), QByteArrayList{waiter(1200)});
    QCOMPARE(m_server.number({"ZCARD", deadlines}), 1);
}

LOCKSCOPE_TEST(tst_actsteps)

} // namespace tst_actsteps

#include "tst_actsteps.moc"
