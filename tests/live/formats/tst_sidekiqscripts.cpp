// SPDX-License-Identifier: GPL-3.0-or-later
// Every branch of every script of sidekiq-unique-jobs' locks, on a real server.
#include "tests/support/familyserver.h"
#include "tests/support/finished.h"
#include "tests/support/runner.h"

#include <QTest>

namespace tst_sidekiqscripts
{

using namespace lockscope;
using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

const QByteArray digest = QByteArrayLiteral("uniquejobs:0123456789abcdef0123456789abcdef");
const QByteArray locked = digest + ":LOCKED";
const QByteArray queued = digest + ":QUEUED";
const QByteArray primed = digest + ":PRIMED";
const QByteArray info = digest + ":INFO";
const QByteArray grabbed = digest + ":GRABBED";
const QByteArray available = digest + ":AVAILABLE";
const QByteArray other = QByteArrayLiteral("uniquejobs:ffffffffffffffffffffffffffffffff");
const OwnerId ann{QByteArrayLiteral("0123456789abcdef01234567")};
const OwnerId bob{QByteArrayLiteral("fedcba9876543210fedcba98")};
const QByteArray json =
    R"({"worker":"MailJob","queue":"mailers","limit":2,"type":"until_executed","time":1787313600.25})";

Holder holder(const OwnerId &id)
{
    return {.id = id, .mode = HoldMode::Permit};
}

} // namespace

class tst_sidekiqscripts : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_server.clear(); }

    void nineGivesBackOneJobAtATime();
    void nineIsForcedOnlyAsShown();
    void eightGivesBackAsTheGemDoes();
    void eightIsForcedAndWakesASleeper();
    void oneOfSeveralInEight();
    void aPlaceInTheQueueIsTakenAway();
    void sixGivesBackOneJobAtATime();
    void sixIsForced();
    void expiresSooner();
    void otherTypesAreLeftAlone_data();
    void otherTypesAreLeftAlone();
    void hashesOfOtherKindsAreLeftAlone();

private:
    QByteArray act(ActRequest request, const QByteArray &key = locked)
    {
        request.key = {key};
        return m_server.outcome("sidekiq-lock", request);
    }
    // As lock_v9.lua leaves it.
    void lockNine(const OwnerId &job)
    {
        m_server.call({"HSET", locked, job.bytes, json});
        m_server.call({"ZADD", "uniquejobs:digests", "1787313600", digest, "1787313600", other});
    }
    // As queue_and_lock.lua leaves it, with lock info switched on.
    void lockEight(const OwnerId &job)
    {
        m_server.call({"SET", digest, job.bytes});
        m_server.call({"SET", info, json});
        m_server.call({"HSET", locked, job.bytes, "1787313600.251"});
        m_server.call({"ZADD", "uniquejobs:digests", "1787313600", digest, "1787313600", other});
        m_server.call({"ZADD", "uniquejobs:expiring_digests", "1787313600", digest, "1787313600", other});
    }
    void lockSix(const OwnerId &job)
    {
        m_server.call({"SET", digest + ":EXISTS", job.bytes});
        m_server.call({"SET", digest + ":VERSION", "1"});
        m_server.call({"HSET", grabbed, job.bytes, "1787313600.251"});
        m_server.call({"SADD", "unique:keys", digest, other});
    }
    QByteArrayList keys() { return m_server.words({"KEYS", "*"}, true); }
    QByteArrayList digests() { return m_server.words({"ZRANGE", "uniquejobs:digests", "0", "-1"}); }
    FamilyServer m_server;
};

void tst_sidekiqscripts::nineGivesBackOneJobAtATime()
{
    QCOMPARE(act({.act = ActKind::Release, .owner = ann}), QByteArray("already-gone"));
    lockNine(ann);
    lockNine(bob);
    const auto decoded = Registry::builtIn().decode(m_server.read(locked));
    QVERIFY(decoded.second && decoded.second->kind == LockKind{"sidekiq-lock"} &&
            decoded.second->holders.size() == 2);
    QVERIFY(act({.act = ActKind::Release, .owner = {"x"}}).startsWith("owner-changed by "));
    QCOMPARE(act({.act = ActKind::RemoveShare, .owner = ann}), QByteArray("done"));
    QCOMPARE(m_server.words({"HKEYS", locked}), QByteArrayList{bob.bytes});
    QCOMPARE(digests(), (QByteArrayList{digest, other}));
    QCOMPARE(act({.act = ActKind::Release, .owner = bob}), QByteArray("done"));
    QCOMPARE(digests(), QByteArrayList{other});
    QCOMPARE(keys(), QByteArrayList{"uniquejobs:digests"}); // Version 9 creates no queue
}

void tst_sidekiqscripts::nineIsForcedOnlyAsShown()
{
    lockNine(ann);
    lockNine(bob);
    const QByteArray before = m_server.dump();
    ActRequest force{.act = ActKind::ForceRelease, .expectedOwner = ann};
    QCOMPARE(act(force), "owner-changed by " + bob.bytes);
    force.expectedHolders = {holder(ann), holder(bob), holder({"x"})};
    QVERIFY(act(force).startsWith("owner-changed by "));
    QCOMPARE(m_server.dump(), before);
    force.expectedHolders.pop_back();
    QCOMPARE(act(force), QByteArray("done"));
    QCOMPARE(keys(), QByteArrayList{"uniquejobs:digests"});
    QCOMPARE(digests(), QByteArrayList{other});
    QCOMPARE(act(force), QByteArray("already-gone"));
    lockNine(ann);
    QCOMPARE(act({.act = ActKind::ForceRelease}), QByteArray("done"));
    QVERIFY(!m_server.exists(locked));
}

void tst_sidekiqscripts::eightGivesBackAsTheGemDoes()
{
    lockEight(ann);
    m_server.call({"RPUSH", primed, "x"});
    QCOMPARE(act({.act = ActKind::Release, .owner = bob}), "owner-changed by " + ann.bytes);
    QCOMPARE(act({.act = ActKind::Release, .owner = ann}), QByteArray("done"));
    QCOMPARE(keys(), (QByteArrayList{queued, "uniquejobs:digests", "uniquejobs:expiring_digests"}));
    QCOMPARE(m_server.words({"LRANGE", queued, "0", "-1"}), QByteArrayList{"1"});
    QVERIFY(m_server.pttl(queued) > 4000 && m_server.pttl(queued) <= 5000);
    QCOMPARE(digests(), QByteArrayList{other});
    QCOMPARE(m_server.words({"ZRANGE", "uniquejobs:expiring_digests", "0", "-1"}), QByteArrayList{other});
}

void tst_sidekiqscripts::eightIsForcedAndWakesASleeper()
{
    lockEight(ann);
    auto sleeper = m_server.connected();
    auto woken = sleeper->call({"BRPOPLPUSH", queued, primed, "20"});
    QTRY_VERIFY(m_server.call({"INFO", "clients"}).bytes.contains("blocked_clients:1"));
    QCOMPARE(act({.act = ActKind::ForceRelease, .expectedOwner = bob}), "owner-changed by " + ann.bytes);
    QCOMPARE(act({.act = ActKind::ForceRelease, .expectedHolders = {holder(ann)}}), QByteArray("done"));
    const Outcome<Reply> got = finished(std::move(woken));
    QVERIFY(got.ok());
    QCOMPARE(got->bytes, QByteArray("1"));
    QVERIFY(!m_server.exists(locked) && !m_server.exists(digest) && !m_server.exists(info));
    QCOMPARE(digests(), QByteArrayList{other});
}

void tst_sidekiqscripts::oneOfSeveralInEight()
{
    lockEight(ann);
    lockEight(bob);
    QCOMPARE(act({.act = ActKind::RemoveShare, .owner = ann}), QByteArray("done"));
    QCOMPARE(m_server.words({"HKEYS", locked}), QByteArrayList{bob.bytes});
    QCOMPARE(digests(), (QByteArrayList{digest, other}));
    QVERIFY(!m_server.exists(digest) && m_server.exists(queued));
}

void tst_sidekiqscripts::aPlaceInTheQueueIsTakenAway()
{
    m_server.call({"RPUSH", queued, bob.bytes, ann.bytes});
    QCOMPARE(act({.act = ActKind::Release, .owner = ann}), QByteArray("already-gone"));
    QCOMPARE(act({.act = ActKind::RemoveShare, .owner = {"x"}}), QByteArray("already-gone"));
    QCOMPARE(act({.act = ActKind::RemoveShare, .owner = ann}), QByteArray("done"));
    QCOMPARE(m_server.words({"LRANGE", queued, "0", "-1"}), QByteArrayList{bob.bytes});
    lockEight(ann);
    m_server.call({"RPUSH", primed, bob.bytes});
    QCOMPARE(act({.act = ActKind::Release, .owner = bob}), "owner-changed by " + ann.bytes);
    QCOMPARE(act({.act = ActKind::RemoveShare, .owner = bob}), QByteArray("done"));
    QVERIFY(!m_server.exists(queued) && !m_server.exists(primed));
    QCOMPARE(m_server.words({"HKEYS", locked}), QByteArrayList{ann.bytes});
}

void tst_sidekiqscripts::sixGivesBackOneJobAtATime()
{
    const auto release = [this](const OwnerId &job) {
        return act({.act = ActKind::Release, .owner = job}, grabbed);
    };
    QCOMPARE(release(ann), QByteArray("already-gone"));
    lockSix(ann);
    lockSix(bob);
    QCOMPARE(release({"x"}), "owner-changed by " + ann.bytes);
    QCOMPARE(release(ann), QByteArray("done"));
    QCOMPARE(m_server.words({"LRANGE", available, "0", "-1"}), QByteArrayList{ann.bytes});
    QCOMPARE(m_server.pttl(available), -1);
    QCOMPARE(release(bob), QByteArray("done"));
    QCOMPARE(keys(), (QByteArrayList{"unique:keys", available}));
    QCOMPARE(m_server.words({"LRANGE", available, "0", "-1"}), QByteArrayList{bob.bytes});
    QVERIFY(m_server.pttl(available) > 4000);
    QCOMPARE(m_server.words({"SMEMBERS", "unique:keys"}), QByteArrayList{other});
}

void tst_sidekiqscripts::sixIsForced()
{
    lockSix(ann);
    QCOMPARE(act({.act = ActKind::ForceRelease, .expectedOwner = bob}, grabbed),
             "owner-changed by " + ann.bytes);
    QCOMPARE(act({.act = ActKind::ForceRelease, .expectedOwner = ann}, grabbed), QByteArray("done"));
    QCOMPARE(keys(), (QByteArrayList{"unique:keys", available}));
    QVERIFY(m_server.pttl(available) > 4000);
    QCOMPARE(act({.act = ActKind::ForceRelease}, grabbed), QByteArray("already-gone"));
}

void tst_sidekiqscripts::expiresSooner()
{
    QCOMPARE(act({.act = ActKind::SetExpiry, .lease = 5s}), QByteArray("already-gone"));
    lockEight(ann);
    QCOMPARE(act({.act = ActKind::SetExpiry, .owner = bob, .lease = 60s}), "owner-changed by " + ann.bytes);
    QCOMPARE(m_server.pttl(locked), -1);
    QCOMPARE(act({.act = ActKind::SetExpiry, .owner = ann, .lease = 60s}), QByteArray("done"));
    QVERIFY(m_server.pttl(locked) > 59000 && m_server.pttl(digest) > 59000 && m_server.pttl(info) > 59000);
    QCOMPARE(act({.act = ActKind::SetExpiry, .lease = 90s}), QByteArray("done"));
    QVERIFY(m_server.pttl(locked) <= 60000);
    lockEight(bob);
    QCOMPARE(act({.act = ActKind::SetExpiry, .owner = ann, .lease = 5s}), "owner-changed by " + bob.bytes);
    QCOMPARE(act({.act = ActKind::SetExpiry, .lease = 5s}), QByteArray("done"));
    QVERIFY(m_server.pttl(locked) <= 5000 && m_server.number({"HLEN", locked}) == 2);
}

void tst_sidekiqscripts::otherTypesAreLeftAlone_data()
{
    QTest::addColumn<ActKind>("kindOfAct");
    for (const ActKind kind :
         {ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry, ActKind::RemoveShare})
        QTest::newRow(name(kind)) << kind;
}

void tst_sidekiqscripts::otherTypesAreLeftAlone()
{
    QFETCH(ActKind, kindOfAct);
    const ActRequest request{.act = kindOfAct, .owner = ann, .lease = 5s};
    m_server.call({"SADD", locked, ann.bytes});
    m_server.call({"SADD", grabbed, ann.bytes});
    const QByteArray before = m_server.dump();
    QVERIFY(act(request).startsWith("WRONGTYPE"));
    QVERIFY(act(request, grabbed).startsWith("WRONGTYPE"));
    QCOMPARE(m_server.dump(), before);
    if (kindOfAct == ActKind::SetExpiry)
        return;
    m_server.clear();
    lockEight(ann);
    lockSix(ann);
    m_server.call({"SET", queued, "x"});
    m_server.call({"SET", available, "x"});
    const QByteArray both = m_server.dump();
    QVERIFY(act(request).startsWith("WRONGTYPE"));
    QVERIFY(act(request, grabbed).startsWith("WRONGTYPE"));
    QCOMPARE(m_server.dump(), both);
}

void tst_sidekiqscripts::hashesOfOtherKindsAreLeftAlone()
{
    m_server.call({"HSET", locked, ann.bytes, "yes"});
    m_server.call({"HSET", grabbed, ann.bytes, "yes"});
    QVERIFY(act({.act = ActKind::ForceRelease}).startsWith("WRONGTYPE"));
    QVERIFY(act({.act = ActKind::ForceRelease}, grabbed).startsWith("WRONGTYPE"));
    for (int i = 0; i < 257; ++i) {
        m_server.call({"HSET", locked, QByteArray::number(i), json});
        m_server.call({"HSET", grabbed, QByteArray::number(i), "1787313600"});
    }
    for (const ActKind kind : {ActKind::Release, ActKind::ForceRelease, ActKind::SetExpiry}) {
        QVERIFY(act({.act = kind, .owner = ann, .lease = 5s}).contains("256"));
        QVERIFY(act({.act = kind, .owner = ann, .lease = 5s}, grabbed).contains("256"));
    }
    QCOMPARE(m_server.number({"HLEN", locked}), 258);
}

LOCKSCOPE_TEST(tst_sidekiqscripts)

} // namespace tst_sidekiqscripts

#include "tst_sidekiqscripts.moc"
