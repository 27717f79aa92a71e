// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A program that locks with a third-party library, controlled by lines of text (see tests/interop/README.md).
// Each actor is a thread of it, or the library's equivalent, so one may wait for a lock while another
// continues. Ends with this object. Waits for answers in the event loop.

#include <QHash>
#include <QProcess>
#include <QStringList>

#include <chrono>
#include <memory>
#include <vector>

namespace lockscope::test
{

class Client final
{
public:
    // Well below the leases of the tests: an answer within this time was not caused by an expiry.
    static constexpr std::chrono::milliseconds Promptly{20000};

    // Why the client cannot run here; empty: it can. Fetches and builds the client first if necessary.
    static QString whyNot(const QString &name);

    Client(const QString &name, const QStringList &arguments);
    // That many at once: virtual machines take their time to start.
    static std::vector<std::unique_ptr<Client>> several(int count, const QString &name,
                                                        const QStringList &arguments);
    ~Client();
    Client(const Client &) = delete;
    Client &operator=(const Client &) = delete;

    // The answer; "silence" if none arrived in time.
    QByteArray ask(const QByteArray &actor, const QByteArray &command);
    // The same in two steps, for commands that wait until another holder releases the lock.
    int begin(const QByteArray &actor, const QByteArray &command);
    bool isAnswered(int id) const { return m_answers.contains(id); }
    QByteArray answer(int id);

    // Faults of the whole program, the processes it started included.
    void kill();   // SIGKILL
    void freeze(); // SIGSTOP
    void thaw();   // SIGCONT

private:
    struct NotWaitedFor {
    };
    Client(const QString &name, const QStringList &arguments, NotWaitedFor);
    void waitUntilReady();
    void listen();
    void send(int signal);

    QString m_name;
    QProcess m_program;
    QHash<int, QByteArray> m_answers;
    int m_lastId = 0;
};

} // namespace lockscope::test
