// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/harness/exclusive.h"

#include "core/formats/format.h"
#include "tests/support/verify.h"

#include <QTest>

#include <algorithm>

#define VERIFY_RESULT(receipt, expected)                                                                     \
    QCOMPARE(QByteArray(::lockscope::name((receipt).result)), QByteArray(::lockscope::name(expected)))

namespace lockscope::test
{

namespace
{
// Redisson renews three times in this; the lease of its locks without one.
const QString Watchdog = QStringLiteral("3000");
} // namespace

void Exclusive::initTestCase_data()
{
    QTest::addColumn<int>("subject");
    for (size_t i = 0; i < m_subjects.size(); ++i)
        QTest::newRow(m_subjects[i].row.constData()) << int(i);
}

void Exclusive::initTestCase()
{
    QStringList reasons;
    for (const Subject &subject : m_subjects) {
        if (!m_why.contains(subject.client))
            m_why[subject.client] = Client::whyNot(subject.client);
        if (!m_why[subject.client].isEmpty())
            reasons << m_why[subject.client];
    }
    reasons.removeDuplicates();
    if (std::ranges::none_of(m_why, [](const auto &why) { return why.second.isEmpty(); }))
        QSKIP(qPrintable(reasons.join(QStringLiteral("; "))));
    VERIFY_OK(m_stage.open());
}

void Exclusive::init()
{
    QFETCH_GLOBAL(int, subject);
    m_subject = &m_subjects.at(size_t(subject));
    const QString client = m_subject->client;
    if (!m_why[client].isEmpty())
        QSKIP(qPrintable(m_why[client]));
    if (!m_clients.contains(client))
        m_clients.emplace(client, std::make_unique<Client>(client, QStringList{m_stage.port(), Watchdog}));
    m_name = "lock:" + QByteArray::number(++m_lastName); // what one test leaves is not in the way of the next
}

void Exclusive::cleanupTestCase()
{
    m_clients.clear();
}

QByteArray Exclusive::line(const QByteArray &verb, const QByteArray &rest) const
{
    return verb + ' ' + m_subject->word + ' ' + m_name + (rest.isEmpty() ? "" : ' ' + rest);
}

QByteArray Exclusive::ask(const QByteArray &actor, const QByteArray &verb, const QByteArray &rest)
{
    return client().ask(actor, line(verb, rest));
}

QByteArray Exclusive::ownerNow()
{
    const LockPtr lock = m_stage.look(key());
    return lock ? lock->owner().bytes : QByteArray();
}

int Exclusive::beginToWait(const QByteArray &actor)
{
    const qint64 tried = m_stage.writesTried();
    const int id = client().begin(actor, line("acquire", "60000 30000"));
    const bool waits = QTest::qWaitFor(
        [&] {
            switch (m_subject->waits) {
            case Waits::Subscribed: {
                const LockPtr lock = m_stage.look(key());
                return lock && lock->waiters.atLeast() > 0;
            }
            case Waits::Blocked:
                return m_stage.blockedClients() > 0;
            case Waits::Polling:
                break;
            }
            return m_stage.writesTried() > tried;
        },
        int(Client::Promptly.count()));
    if (!waits)
        qWarning("nobody was seen waiting for %s", key().constData());
    return client().isAnswered(id) ? -1 : id; // it must still wait
}

void Exclusive::itsLockIsRecognised()
{
    QVERIFY(hold("alice"));
    const LockPtr lock = m_stage.look(key());
    QVERIFY(lock);
    const std::vector<QByteArray> kinds =
        m_subject->shownAs.empty() ? std::vector{m_subject->kind} : m_subject->shownAs;
    const QByteArray kind = QByteArray::fromStdString(std::string(lock->kind.name));
    QVERIFY2(std::ranges::find(kinds, kind) != kinds.end(), kind.constData());
    QCOMPARE(lock->owner().bytes, owner("alice"));
    QCOMPARE(lock->count(), 1);
    const auto ttl = lock->expiresAt ? *lock->expiresAt - lock->readAt : milliseconds(0);
    QVERIFY2(ttl > 50s && ttl <= 60s, qPrintable(QString::number(duration_cast<milliseconds>(ttl).count())));
    if (!m_subject->library.isEmpty())
        QCOMPARE(QByteArray::fromStdString(std::string(lock->libraries->front())), m_subject->library);
    QTRY_VERIFY(m_stage.followed(key())); // the feed found it too
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
    QVERIFY(!m_stage.look(key()));
    QTRY_VERIFY(!m_stage.followed(key()));
}

void Exclusive::itsRenewalsAreCounted()
{
    const QByteArray lease = m_subject->renewsItself ? "-" : "60000";
    QCOMPARE(ask("alice", "acquire", lease + " 0"), QByteArray("true"));
    QTRY_VERIFY(m_stage.followed(key()));
    const auto renewals = [this] {
        const LockPtr lock = m_stage.followed(key());
        return lock ? lock->renewals.count : -1;
    };
    for (qint64 seen = 0; seen < 2; ++seen) {
        if (!m_subject->renewsItself) {
            QTRY_VERIFY(m_stage.call({"PTTL", key()}).integer < 59'500); // else there is nothing to renew
            QCOMPARE(ask("alice", "renew", "60000"), QByteArray("true"));
        }
        QTRY_VERIFY_WITH_TIMEOUT(renewals() > seen, 15'000);
    }
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
}

void Exclusive::itsLockRefusesUs()
{
    QVERIFY(hold("alice"));
    const Receipt refused = m_stage.acquire(m_subject->kind, key());
    VERIFY_RESULT(refused, ActResult::NotAcquired);
    QVERIFY(refused.foundOwner);
    QCOMPARE(refused.foundOwner->bytes, owner("alice"));
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
}

void Exclusive::ourLockRefusesIt()
{
    const Receipt ours = m_stage.acquire(m_subject->kind, key());
    VERIFY_RESULT(ours, ActResult::Done);
    QCOMPARE(ask("alice", "acquire", "60000 0"), QByteArray("false"));
    QCOMPARE(ownerNow(), ours.owner.bytes);
    VERIFY_RESULT(m_stage.release(key(), ours.owner.bytes), ActResult::Done);
    QVERIFY(hold("alice"));
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
}

void Exclusive::ourReleaseLetsItsWaiterIn()
{
    const Receipt ours = m_stage.acquire(m_subject->kind, key());
    VERIFY_RESULT(ours, ActResult::Done);
    const int waiting = beginToWait("bob");
    QVERIFY(waiting > 0);
    VERIFY_RESULT(m_stage.release(key(), ours.owner.bytes), ActResult::Done);
    QCOMPARE(client().answer(waiting), QByteArray("true"));
    QCOMPARE(ownerNow(), owner("bob"));
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
}

void Exclusive::itsReleaseLetsOurWaiterIn()
{
    QVERIFY(hold("alice"));
    const quint64 waiting = m_stage.beginAcquire(m_subject->kind, key());
    QVERIFY(!QTest::qWaitFor([&] { return m_stage.isAnswered(waiting); }, 300));
    QCOMPARE(ask("alice", "release"), QByteArray("released"));
    const Receipt receipt = m_stage.receipt(waiting);
    VERIFY_RESULT(receipt, ActResult::Done);
    QCOMPARE(ownerNow(), receipt.owner.bytes);
    VERIFY_RESULT(m_stage.release(key(), receipt.owner.bytes), ActResult::Done);
}

void Exclusive::ourForceReleaseLetsItsWaiterIn()
{
    QVERIFY(hold("alice"));
    const int waiting = beginToWait("bob");
    QVERIFY(waiting > 0);
    const Receipt forced = m_stage.force(key(), owner("alice"));
    VERIFY_RESULT(forced, ActResult::Done);
    QCOMPARE(client().answer(waiting), QByteArray("true"));
    QCOMPARE(ownerNow(), owner("bob"));
    QCOMPARE(ask("alice", "release"), m_subject->lost); // another's now
    QCOMPARE(ownerNow(), owner("bob"));
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
}

void Exclusive::ourForceReleaseIsNoticedAtItsRelease()
{
    QVERIFY(hold("alice"));
    const QByteArray alice = owner("alice");
    VERIFY_RESULT(m_stage.force(key(), "somebody else"), ActResult::OwnerChanged);
    QCOMPARE(ownerNow(), alice);
    VERIFY_RESULT(m_stage.force(key(), alice), ActResult::Done);
    QVERIFY(!m_stage.look(key()));
    const QByteArray released = ask("alice", "release");
    QCOMPARE(released, m_subject->lostToNobody.isEmpty() ? m_subject->lost : m_subject->lostToNobody);
}

void Exclusive::ourReleaseInItsNameIsItsOwn()
{
    QVERIFY(hold("alice"));
    VERIFY_RESULT(m_stage.release(key(), "somebody else"), ActResult::OwnerChanged);
    VERIFY_RESULT(m_stage.release(key(), owner("alice")), ActResult::Done);
    QVERIFY(!m_stage.look(key()));
    QVERIFY(hold("bob"));
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
}

void Exclusive::reentriesAreCountedTheSame()
{
    if (!m_subject->reentrant)
        QSKIP("its locks are not reentrant");
    QVERIFY(hold("alice"));
    const QByteArray alice = owner("alice");
    QVERIFY(hold("alice"));
    QCOMPARE(m_stage.look(key())->count(), 2);
    VERIFY_RESULT(m_stage.acquire(m_subject->kind, key(), alice), ActResult::Done);
    QCOMPARE(ask("alice", "count"), QByteArray("3"));
    VERIFY_RESULT(m_stage.release(key(), alice), ActResult::Done);
    QCOMPARE(ask("alice", "count"), QByteArray("2"));
    for (const qint64 left : {1, 0}) {
        QCOMPARE(ask("alice", "release"), QByteArray("released"));
        const LockPtr lock = m_stage.look(key());
        QCOMPARE(lock ? lock->count() : 0, left);
    }
}

} // namespace lockscope::test
