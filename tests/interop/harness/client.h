// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A program that takes and gives back locks with the library of somebody else, told by lines what to do (see
// tests/interop/README.md). Each actor in it is a thread (or what the library has for one), so one may wait
// for a lock while another does something else. Ends with this object. Blocks in the event loop while it
// waits for an answer.

#include <QHash>
#include <QProcess>
#include <QStringList>

#include <chrono>

namespace lockscope::test
{

class Client final
{
public:
    // Much less than the leases of the tests: an answer that comes in this time was not caused by an expiry.
    static constexpr std::chrono::milliseconds Promptly{20000};

    // Why the client cannot be run here; empty: it can. Fetches and builds it, if that was not done yet.
    static QString whyNot(const QString &name);

    Client(const QString &name, const QStringList &arguments);
    ~Client();
    Client(const Client &) = delete;
    Client &operator=(const Client &) = delete;

    // The answer; "silence" when there was none in time.
    QByteArray ask(const QByteArray &actor, const QByteArray &command);
    // The same in two steps, for what takes as long as somebody else holds a lock.
    int begin(const QByteArray &actor, const QByteArray &command);
    bool isAnswered(int id) const { return m_answers.contains(id); }
    QByteArray answer(int id);

private:
    void listen();

    QProcess m_program;
    QHash<int, QByteArray> m_answers;
    int m_lastId = 0;
};

} // namespace lockscope::test
