// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A real server for the tests of one family: the family plans the acts, which run here without an engine.
// Ends the program on failures that no test is about. Main thread.

#include "core/formats/format.h"
#include "core/formats/scriptreply.h"
#include "core/lab/sandbox/sandbox.h"
#include "core/redis/session.h"

#include <QSignalSpy>

namespace lockscope::test
{

std::unique_ptr<Session> connectedTo(ConnectionSpec spec);

class FamilyServer
{
public:
    FamilyServer(); // Started and empty, with one connection

    const Sandbox &sandbox() const { return *m_server; }
    ConnectionSpec spec() const { return m_server->tcp(); }
    Session &session() { return *m_session; }
    std::unique_ptr<Session> connected(); // Opens another session
    // Another session, of a new user with all rights but these; rights as in ACL SETUSER.
    std::unique_ptr<Session> connectedAs(const QByteArray &user, const std::vector<QByteArray> &rights);

    bool hasShardedChannels(); // Since 7.0
    void clear();              // Deletes all keys, users and settings that a test may have left
    Reply call(Command command);
    QByteArray get(const QByteArray &key) { return call({"GET", key}).bytes; }
    bool exists(const QByteArray &key) { return call({"EXISTS", key}).integer == 1; }
    qint64 pttl(const QByteArray &key) { return call({"PTTL", key}).integer; }
    qint64 number(Command command) { return call(std::move(command)).number().value_or(-99); }
    // Lists keep the server's order; sets and key names are sorted if `sorted`.
    QByteArrayList words(Command command, bool sorted = false);
    // Type and bytes of every key, or of one, without expiries: equal if nothing has changed.
    QByteArray dump();
    QByteArray dump(const QByteArray &key) { return call({"DUMP", key}).bytes; }
    qint64 wallMilliseconds(); // From the server's clock

    Outcome<Receipt> attempt(const QByteArray &kind, const ActRequest &request, const Lock *seen = nullptr);
    Outcome<Receipt> attemptBy(Session &session, const QByteArray &kind, const ActRequest &request,
                               const Lock *seen = nullptr);
    // Runs the script as given, for arguments that no family would plan.
    Outcome<Receipt> attemptScript(Session &session, const QByteArray &script,
                                   const std::vector<QByteArray> &keys,
                                   const std::vector<QByteArray> &arguments);
    Receipt act(const QByteArray &kind, const ActRequest &request, const Lock *seen = nullptr);
    // "done", or "owner-changed by <owner>"; the server's message if it refused.
    QByteArray outcome(const QByteArray &kind, const ActRequest &request, const Lock *seen = nullptr);
    // "done", "owner-changed", …
    QByteArray word(const QByteArray &kind, const ActRequest &request, const Lock *seen = nullptr);
    // The key as a family receives it, with its companions.
    KeyReading read(const QByteArray &key, bool withCompanions = true);

private:
    std::unique_ptr<Sandbox> m_server;
    std::unique_ptr<Session> m_session;
};

inline QByteArray word(ActResult result)
{
    return name(result);
}

} // namespace lockscope::test
