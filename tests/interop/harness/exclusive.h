// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The interoperability tests with any client whose lock has one holder at a time: each test runs for every
// row of a table of subjects. A test program lists its subjects and adds what is specific to its client.

#include "tests/interop/harness/withclients.h"

namespace lockscope::test
{

enum class Waits { Subscribed, Polling, Blocked };

// One kind of lock of one client.
struct Subject {
    QByteArray row{};
    QString client{};                  // Folder of the prepared client: "redisson-4.7.0"
    QByteArray word{};                 // KIND in the client's lines
    QByteArray prefix{};               // Put before the name by the library to make the key
    QByteArray kind{};                 // Our kind, to acquire it
    std::vector<QByteArray> shownAs{}; // Kinds it may be recognised as; empty: only `kind`
    QByteArray ending{};               // Suffix of the owner in the key: ":write"
    QByteArray library{};              // The most likely library, as shown; empty: not checked
    Waits waits = Waits::Polling;
    QByteArray lost{};         // Answer of a release if another owner has the lock
    QByteArray lostToNobody{}; // The same if the lock is gone; empty: as `lost`
    bool reentrant = false;
    bool newIdEachTry = false; // What it sent while it waited is not the id that it holds the lock by
    bool renewsItself = false; // If it has no lease; otherwise `renew` tells it to
    bool isToldOfLoss = false; // The library reports a lost lock to its holder, and `lost` answers then
};

class Exclusive : public WithClients
{
    Q_OBJECT
public:
    explicit Exclusive(std::vector<Subject> subjects);

private slots:
    void itsLockIsRecognised();
    void itsRenewalsAreCounted();
    void itsLockRefusesUs();
    void ourLockRefusesIt();
    void aWaiterIsNotDenied();
    void aProbeIdentifiesItsWaiter();
    void ourReleaseLetsItsWaiterIn();
    void itsReleaseLetsOurWaiterIn();
    void ourForceReleaseLetsItsWaiterIn();
    void ourForceReleaseIsNoticedAtItsRelease();
    void ourReleaseInItsNameIsItsOwn();
    void reentriesAreCountedTheSame();

protected:
    const Subject &subject() const { return m_subjects.at(row()); }
    // The lock of this test: the name for the client, and the key in Redis.
    QByteArray name() const { return fresh("lock:"); }
    QByteArray key() const { return subject().prefix + name(); }
    // `verb KIND NAME rest` for this lock.
    QByteArray line(const QByteArray &verb, const QByteArray &rest = {}) const;
    QByteArray ask(const QByteArray &actor, const QByteArray &verb, const QByteArray &rest = {});
    virtual QByteArray owner(const QByteArray &actor) { return ask(actor, "owner"); }
    bool hold(const QByteArray &actor) { return ask(actor, "acquire", "60000 0") == "true"; }
    // Begins to wait and returns once the request has reached the server: the id of the pending answer.
    int beginToWait(const QByteArray &actor);
    QByteArray ownerNow() { return ownerOf(key()); }

private:
    std::vector<Subject> m_subjects;
};

} // namespace lockscope::test
