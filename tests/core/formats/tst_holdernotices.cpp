// SPDX-License-Identifier: GPL-3.0-or-later
// For each kind and each known library, the text says exactly once what the old holder notices.
#include "core/formats/format.h"
#include "core/formats/holdernotices.h"
#include "core/formats/strings/tokenlibraries.h"
#include "tests/support/runner.h"

#include <QTest>

#include <set>

namespace tst_holdernotices
{

using namespace lockscope;

namespace
{

using When = HolderNotice::When;
using Libraries = std::vector<std::string_view>;

std::vector<LibraryClaim> claimed(const Libraries &libraries)
{
    std::vector<LibraryClaim> claims;
    for (const std::string_view library : libraries)
        claims.push_back({.library = library, .because = QStringLiteral("the test says so")});
    return claims;
}

QByteArray releasesOf(const std::vector<HolderNotice> &notices)
{
    QByteArrayList releases;
    for (const HolderNotice &notice : notices)
        releases << notice.releases;
    return releases.join('|');
}

} // namespace

class tst_holdernotices : public QObject
{
    Q_OBJECT
private slots:
    void everyKindHasAnAnswer();
    void everyLibraryIsKnown();
    void onlyWhatTakesAwayIsNoticed();
    void lockscopeIsNoLibrary();
    void ofAShareOnlyItsOwnerNotices();
    void saysWhen_data();
    void saysWhen();
    void eachReleaseIsTold_data();
    void eachReleaseIsTold();
    void aShorterExpiryIsSetBack_data();
    void aShorterExpiryIsSetBack();
    void releasesAreToldApart();
    void theLikeliestLibraryComesFirst();
    void whatIsNotKnownSaysSo();
    void aLineNamesLibraryAndTime();
    void whatIsKnownOfTheKindNamesNoLibrary_data();
    void whatIsKnownOfTheKindNamesNoLibrary();
};

void tst_holdernotices::everyKindHasAnAnswer()
{
    for (const auto &format : Registry::builtIn().formats()) {
        for (const ActKind act : {ActKind::ForceRelease, ActKind::SetExpiry, ActKind::RemoveShare}) {
            const std::vector<HolderNotice> notices =
                holderNotices(format->kind(), act, claimed(format->libraries()));
            QVERIFY2(!notices.empty(), format->kind().name.data());
            std::set<QByteArray> said;
            for (const HolderNotice &notice : notices) {
                QVERIFY2(!notice.text.isEmpty(), format->kind().name.data());
                QVERIFY2(said.insert(notice.library + ' ' + notice.releases).second,
                         notice.library.constData());
                // Unknown facts list no releases.
                QVERIFY(notice.when != When::Unknown || notice.releases.isEmpty());
            }
        }
    }
}

// Each library that a family names has a fact; a new one without fails here.
void tst_holdernotices::everyLibraryIsKnown()
{
    const std::set<std::string_view> unknown{"rslock", "GitLab", "activejob-uniqueness"};
    int libraries = 0;
    for (const auto &format : Registry::builtIn().formats()) {
        for (const std::string_view library : format->libraries()) {
            const auto notices = holderNotices(format->kind(), ActKind::ForceRelease, claimed({library}));
            QVERIFY(!notices.empty());
            QCOMPARE(notices.front().library, QByteArray(library.data(), qsizetype(library.size())));
            QVERIFY2((notices.front().when == When::Unknown) == unknown.contains(library), library.data());
            ++libraries;
        }
    }
    QVERIFY(libraries >= int(tokenLibraries().size()) + 15);
}

void tst_holdernotices::onlyWhatTakesAwayIsNoticed()
{
    for (const ActKind act : AllActKinds)
        QCOMPARE(holderNotices(LockKind{"rlock"}, act, claimed({"Redisson"})).empty(), !takesAway(act));
}

// A hold of Lockscope's own is of no library; of several holders, the others may be.
void tst_holdernotices::lockscopeIsNoLibrary()
{
    const LockKind kind{"rlock"};
    const auto claims = claimed({"Redisson"});
    Lock lock;
    lock.holders.append(Holder{.id = Registry::builtIn().find("rlock")->makeOwner()});
    const auto own = holderNotices(lock, kind, ActKind::ForceRelease, claims);
    QCOMPARE(own.size(), size_t(1));
    QCOMPARE(own.front().library, QByteArray("Lockscope"));
    QVERIFY(!own.front().text.contains(QLatin1String("unlock()")));
    const auto others = holderNotices(kind, ActKind::ForceRelease, claims);
    lock.holders.append(Holder{.id = {"8743c9c0-0795-4907-87fd-6c719a6b4586:1"}});
    QCOMPARE(holderNotices(lock, kind, ActKind::ForceRelease, claims).size(), others.size() + 1);
    lock.holders.erase(lock.holders.begin());
    QCOMPARE(holderNotices(lock, kind, ActKind::ForceRelease, claims).front().line(), others.front().line());
    QVERIFY(holderNotices(lock, kind, ActKind::Wake, claims).empty());
}

// The other holders notice nothing of it.
void tst_holdernotices::ofAShareOnlyItsOwnerNotices()
{
    const LockKind kind{"rw-lock"};
    const auto claims = claimed({"Redisson"});
    const Holder own{.id = Registry::builtIn().find("rw-lock")->makeOwner(), .mode = HoldMode::Read};
    const Holder other{.id = {"8743c9c0-0795-4907-87fd-6c719a6b4586:1"}, .mode = HoldMode::Read};
    Lock lock;
    lock.holders.append(other);
    lock.holders.append(own);
    const auto ofOwn = holderNotices(lock, kind, ActKind::RemoveShare, claims, own.id);
    QCOMPARE(ofOwn.size(), size_t(1));
    QCOMPARE(ofOwn.front().library, QByteArray("Lockscope"));
    const auto ofOther = holderNotices(lock, kind, ActKind::RemoveShare, claims, other.id);
    QCOMPARE(ofOther.size(), holderNotices(kind, ActKind::RemoveShare, claims).size());
    for (const HolderNotice &notice : ofOther)
        QCOMPARE(notice.library, QByteArray("Redisson"));
    QCOMPARE(holderNotices(lock, kind, ActKind::ForceRelease, claims).size(), ofOther.size() + 1);
}

void tst_holdernotices::saysWhen_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("library");
    QTest::addColumn<When>("when");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *kind, const char *library, When when, const char *says) {
        QTest::addRow("%s, %s", kind, library)
            << QByteArray(kind) << QByteArray(library) << when << QByteArray(says);
    };
    row("rlock", "Redisson", When::AtUnlock, "IllegalMonitorStateException");
    row("rlock", "Redisson", When::AtUnlock, "a fair lock without waiters");
    row("spin-lock", "Redisson", When::AtUnlock, "IllegalMonitorStateException");
    row("fair-lock", "Redisson", When::AtUnlock, "reports success while the lock is free");
    row("semaphore", "Redisson", When::Never, "one permit too many stays");
    row("latch", "Redisson", When::Never, "continue immediately");
    row("permit-semaphore", "Redisson", When::AtUnlock, "release()");
    row("token-lock", "redis-py", When::AtUnlock, "LockNotOwnedError");
    row("token-lock", "node-redlock", When::AtUnlock, "LockError");
    row("token-lock", "redsync", When::AtUnlock, "SetNXOnExtend");
    row("token-lock", "redis-semaphore (npm)", When::NextRenewal, "calls onLockLost");
    row("npm-semaphore", "redis-semaphore (npm)", When::NextRenewal, "calls onLockLost");
    row("token-lock", "RedLock.net", When::NextRenewal, "writes the key again");
    row("token-lock", "redlock-rb", When::AtUnlock, "writes the key again");
    row("token-lock", "redis-plus-plus", When::NextRenewal, "callback");
    row("token-lock", "Hangfire", When::NextRenewal, "marks the job as failed");
    row("token-lock", "celery-once", When::Never, "without comparing");
    row("token-lock", "redbeat", When::NextRenewal, "next tick");
    row("untokened-lock", "RQ", When::Never, "any later owner");
    row("token-lock", "RQ", When::Never, "any later owner");
    row("timestamp-lock", "redis-py", When::Never, "next holder");
    row("spring-lock", "Spring Integration", When::AtUnlock, "ConcurrentModificationException");
    row("shedlock", "ShedLock", When::Never, "safeUpdate");
    row("job-lock", "BullMQ", When::NextRenewal, "by default within 15 s");
    row("job-lock", "Bull", When::AtUnlock, "missing lock");
    row("distributed-lock", "DistributedLock", When::NextRenewal, "9 s");
    row("distributed-semaphore", "DistributedLock", When::NextRenewal, "HandleLostToken");
    row("symfony-lock", "Symfony Lock", When::NextRenewal, "conflict");
    row("sidekiq-lock", "sidekiq-unique-jobs", When::Never, "may start now");
    row("rueidis-lock", "rueidislock", When::Soon, "context is cancelled");
    row("redis-semaphore", "redis-semaphore", When::Never, "again");
    row("python-redis-lock", "python-redis-lock", When::AtUnlock, "NotAcquired");
}

void tst_holdernotices::saysWhen()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, library);
    QFETCH(QByteArray, says);
    const auto notices = holderNotices(
        LockKind{std::string_view(kind.constData(), size_t(kind.size()))}, ActKind::ForceRelease,
        claimed({std::string_view(library.constData(), size_t(library.size()))}));
    QTEST(notices.front().when, "when");
    QVERIFY2(notices.front().text.contains(QLatin1String(says)), qPrintable(notices.front().text));
}

// The key does not show which release wrote the token.
void tst_holdernotices::eachReleaseIsTold_data()
{
    QTest::addColumn<QByteArray>("library");
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("RQ") << QByteArray("RQ") << QByteArray("2.10.x") << QByteArray("2.11+")
                        << QByteArray("writes its lock again");
    QTest::newRow("node-redlock") << QByteArray("node-redlock") << QByteArray("4.x") << QByteArray("5.0.0+")
                                  << QByteArray("abort signal");
}

void tst_holdernotices::eachReleaseIsTold()
{
    QFETCH(QByteArray, library);
    QFETCH(QByteArray, says);
    const auto notices =
        holderNotices(LockKind{"token-lock"}, ActKind::ForceRelease,
                      claimed({std::string_view(library.constData(), size_t(library.size()))}));
    QCOMPARE(notices.size(), size_t(2));
    QTEST(notices[0].releases, "first");
    QTEST(notices[1].releases, "second");
    QVERIFY2(notices[1].text.contains(QLatin1String(says)), qPrintable(notices[1].text));
}

void tst_holdernotices::aShorterExpiryIsSetBack_data()
{
    QTest::addColumn<QByteArray>("library");
    QTest::addColumn<bool>("setBack");
    for (const char *library :
         {"Redisson", "DistributedLock", "BullMQ", "Bull", "Hangfire", "RedLock.net", "redis-plus-plus",
          "rueidislock", "python-redis-lock", "Spring Integration", "redbeat"})
        QTest::newRow(library) << QByteArray(library) << true;
    for (const char *library : {"redis-py", "redsync", "Laravel", "ShedLock", "Symfony Lock", "pottery"})
        QTest::newRow(library) << QByteArray(library) << false;
}

void tst_holdernotices::aShorterExpiryIsSetBack()
{
    QFETCH(QByteArray, library);
    QFETCH(bool, setBack);
    const HolderNotice notice =
        holderNotices(LockKind{"token-lock"}, ActKind::SetExpiry,
                      claimed({std::string_view(library.constData(), size_t(library.size()))}))
            .front();
    QCOMPARE(notice.when == When::NextRenewal && !notice.text.contains(QLatin1String("once that has passed")),
             setBack);
}

void tst_holdernotices::releasesAreToldApart()
{
    QCOMPARE(releasesOf(holderNotices(LockKind{"rw-lock"}, ActKind::ForceRelease, claimed({"Redisson"}))),
             QByteArray("3.44.0+|3.5.0-3.43.0"));
    QCOMPARE(releasesOf(holderNotices(LockKind{"rlock"}, ActKind::ForceRelease, claimed({"Redisson"}))),
             QByteArray("3.10.6+|to 3.10.5"));
}

void tst_holdernotices::theLikeliestLibraryComesFirst()
{
    const auto notices =
        holderNotices(LockKind{"token-lock"}, ActKind::ForceRelease, claimed({"pottery", "RedLock.net"}));
    QCOMPARE(notices.size(), size_t(2));
    QCOMPARE(notices[0].library, QByteArray("pottery"));
    QCOMPARE(notices[1].library, QByteArray("RedLock.net"));
}

void tst_holdernotices::whatIsNotKnownSaysSo()
{
    for (const char *library : {"", "rslock", "home-made"}) {
        const auto notices = holderNotices(LockKind{"counter-lock"}, ActKind::ForceRelease,
                                           claimed(*library ? Libraries{library} : Libraries()));
        QCOMPARE(notices.size(), size_t(1));
        QCOMPARE(notices.front().when, When::Unknown);
        QVERIFY(notices.front().text.contains(QLatin1String("unknown")));
    }
    // A waiter is not a holder: it will queue again.
    QVERIFY(holderNotices(LockKind{"fair-lock"}, ActKind::RemoveShare, claimed({"Redisson"}))
                .front()
                .text.contains(QLatin1String("joins the queue again")));
}

void tst_holdernotices::aLineNamesLibraryAndTime()
{
    QCOMPARE(holderNotices(LockKind{"token-lock"}, ActKind::ForceRelease, claimed({"Dapr"})).front().line(),
             QStringLiteral("Dapr, at unlock: Unlock reports that there is no such lock (the test says so)"));
    QVERIFY(holderNotices(LockKind{"rw-lock"}, ActKind::ForceRelease, claimed({"Redisson"}))
                .front()
                .line()
                .startsWith(QLatin1String("Redisson 3.44.0+, at unlock: ")));
    QVERIFY(holderNotices(LockKind{"token-lock"}, ActKind::ForceRelease, claimed({"rslock"}))
                .front()
                .line()
                .startsWith(QLatin1String("rslock: unknown")));
}

void tst_holdernotices::whatIsKnownOfTheKindNamesNoLibrary_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("token") << QByteArray("token-lock") << QByteArray("compares its token");
    QTest::newRow("constant") << QByteArray("untokened-lock") << QByteArray("identifies no acquisition");
    QTest::newRow("time") << QByteArray("timestamp-lock") << QByteArray("does not compare");
    QTest::newRow("counter") << QByteArray("counter-lock") << QByteArray("nothing identifies the holder");
    QTest::newRow("semaphore") << QByteArray("semaphore") << QByteArray("one permit too many stays");
}

// A shape is no evidence, and what a server was sent is none for this lock alone.
void tst_holdernotices::whatIsKnownOfTheKindNamesNoLibrary()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, says);
    const LockKind named{std::string_view(kind.constData(), size_t(kind.size()))};
    const auto notices = holderNotices(named, ActKind::ForceRelease, {});
    QCOMPARE(notices.size(), size_t(1));
    QVERIFY(notices.front().library.isEmpty() && notices.front().because.isEmpty());
    QCOMPARE(notices.front().when, When::Unknown);
    QVERIFY2(notices.front().text.contains(QLatin1String(says)), qPrintable(notices.front().text));
    const std::vector<LibraryClaim> ofServer{
        {.library = "redsync", .because = QStringLiteral("its script ran"), .ofServer = true}};
    const auto both = holderNotices(named, ActKind::ForceRelease, ofServer);
    QCOMPARE(both.size(), size_t(2));
    QCOMPARE(both.front().library, QByteArray("redsync"));
    QVERIFY(both.front().line().endsWith(QLatin1String("(its script ran)")));
    QVERIFY(both.back().library.isEmpty());
}

LOCKSCOPE_TEST(tst_holdernotices)

} // namespace tst_holdernotices

#include "tst_holdernotices.moc"
