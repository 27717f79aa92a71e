// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What has to hold between us and any client whose lock has one holder at a time: one table of subjects,
// every test for each of them. A test program lists its subjects, and adds what only its client can do.

#include "tests/interop/harness/withclients.h"

namespace lockscope::test
{

enum class Waits { Subscribed, Polling, Blocked };

// One kind of lock of one client.
struct Subject {
    QByteArray row{};
    QString client{};                  // folder of the prepared client: "redisson-4.7.0"
    QByteArray word{};                 // KIND in the client's lines
    QByteArray prefix{};               // which the library puts before the name to make the key
    QByteArray kind{};                 // ours, to acquire it
    std::vector<QByteArray> shownAs{}; // the kinds it may be taken for; empty: only that one
    QByteArray ending{};               // which the key has behind the owner: ":write"
    QByteArray library{};              // the most likely one, as shown; empty: not told
    Waits waits = Waits::Polling;
    QByteArray lost{};         // what its release answers when the lock is another's
    QByteArray lostToNobody{}; // … when there is no lock any more; empty: the same
    bool reentrant = false;
    bool renewsItself = false; // without a lease of its own; else it is told to, by `renew`
    bool isToldOfLoss = false; // `lost` answers once the library has told the holder that the lock is gone
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
    void ourReleaseLetsItsWaiterIn();
    void itsReleaseLetsOurWaiterIn();
    void ourForceReleaseLetsItsWaiterIn();
    void ourForceReleaseIsNoticedAtItsRelease();
    void ourReleaseInItsNameIsItsOwn();
    void reentriesAreCountedTheSame();

protected:
    const Subject &subject() const { return m_subjects.at(row()); }
    // The lock of this test: its name for the client, its key in Redis.
    QByteArray name() const { return fresh("lock:"); }
    QByteArray key() const { return subject().prefix + name(); }
    // `verb KIND NAME rest` for this lock.
    QByteArray line(const QByteArray &verb, const QByteArray &rest = {}) const;
    QByteArray ask(const QByteArray &actor, const QByteArray &verb, const QByteArray &rest = {});
    virtual QByteArray owner(const QByteArray &actor) { return ask(actor, "owner"); }
    bool hold(const QByteArray &actor) { return ask(actor, "acquire", "60000 0") == "true"; }
    // Begins to wait, and returns when the server was asked: the id of the answer to come.
    int beginToWait(const QByteArray &actor);
    QByteArray ownerNow() { return ownerOf(key()); }

private:
    std::vector<Subject> m_subjects;
};

} // namespace lockscope::test
