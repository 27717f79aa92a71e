// SPDX-License-Identifier: GPL-3.0-or-later
// Redisson's locks with one holder, in three releases, and we on the same keys.
#include "tests/interop/harness/exclusive.h"
#include "tests/support/runner.h"

#include <QTest>
#include <QVersionNumber>

namespace tst_with_redisson
{

using namespace lockscope;
using namespace lockscope::test;

namespace
{

const QByteArray NotTheHolder = "error IllegalMonitorStateException";

struct Kind {
    QByteArray word;
    QByteArray ours;
    std::vector<QByteArray> shownAs; // empty: always as what it is
    QVersionNumber since;
    bool reentrant = true;
    Waits waits = Waits::Subscribed;
};

// What has no mark of its own is shown as the plain lock; a fair lock has one while somebody queues.
const std::vector<Kind> &kinds()
{
    static const std::vector<Kind> all{
        {"lock", "rlock", {}, {3, 5}},
        {"fair", "fair-lock", {"rlock"}, {3, 5}},
        {"fenced", "fenced-lock", {}, {3, 19}},
        {"spin", "spin-lock", {"rlock"}, {3, 15}, true, Waits::Polling},
        {"write", "rw-lock", {}, {3, 5}},
        {"nonreentrant", "nonreentrant-lock", {"rlock"}, {4, 4}, false},
    };
    return all;
}

// A release of a lock that nobody has, as table 2.7 of the formats' notes has it.
QByteArray lostToNobody(const Kind &kind, const QVersionNumber &release)
{
    const bool forgiving = kind.word == "fair" || (kind.word == "write" && release < QVersionNumber(3, 44));
    return forgiving ? QByteArrayLiteral("released") : NotTheHolder;
}

std::vector<Subject> subjects()
{
    std::vector<Subject> all;
    for (const Row &row : redissonReleases()) {
        const QVersionNumber release = QVersionNumber::fromString(QLatin1String(row.title));
        for (const Kind &kind : kinds()) {
            if (release < kind.since)
                continue;
            all.push_back({.row = row.title + ' ' + kind.word,
                           .client = row.client,
                           .word = kind.word,
                           .kind = kind.ours,
                           .shownAs = kind.shownAs,
                           .ending = kind.word == "write" ? ":write" : "",
                           .library = "Redisson",
                           .waits = kind.waits,
                           .lost = NotTheHolder,
                           .lostToNobody = lostToNobody(kind, release),
                           .reentrant = kind.reentrant,
                           .renewsItself = true});
        }
    }
    return all;
}

} // namespace

class tst_with_redisson : public Exclusive
{
    Q_OBJECT
public:
    tst_with_redisson() : Exclusive(subjects()) {}

private slots:
    void fencingTokensGoOnGrowing();

private:
    qint64 shownToken();
};

qint64 tst_with_redisson::shownToken()
{
    const LockPtr lock = stage().look(key());
    return lock && lock->extras ? lock->extras->fencingToken.value_or(-1) : -2;
}

void tst_with_redisson::fencingTokensGoOnGrowing()
{
    if (subject().word != "fenced")
        QSKIP("it has no token");
    QVERIFY(hold("alice"));
    QCOMPARE(ask("alice", "token"), QByteArray("1"));
    QCOMPARE(shownToken(), 1);
    COMPARE_RESULT(stage().force(key(), owner("alice")), ActResult::Done);
    const Receipt ours = stage().acquire(subject().kind, key());
    COMPARE_RESULT(ours, ActResult::Done);
    QCOMPARE(shownToken(), 2);
    COMPARE_RESULT(stage().release(key(), ours.owner.bytes), ActResult::Done);
    QVERIFY(hold("bob"));
    QCOMPARE(ask("bob", "token"), QByteArray("3"));
    QCOMPARE(ask("bob", "release"), QByteArray("released"));
}

LOCKSCOPE_TEST(tst_with_redisson)

} // namespace tst_with_redisson

#include "tst_with_redisson.moc"
