// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A command, run as a shell runs it: with our streams, in our process group or its own, with bytes as
// arguments. Owner and thread: the creator's. Destroying this object does not end the command, and the
// command may outlive the program. Windows has no process groups or signals: there the command is asked to
// end or killed, and it receives console keys directly.

#include <QByteArray>
#include <QObject>

#include <memory>
#include <vector>

class QProcess;
class QSocketNotifier;

namespace lockscope::cli
{

class ChildProcess final : public QObject
{
    Q_OBJECT
public:
    enum class Group { Ours, Own };

    explicit ChildProcess(QObject *parent = nullptr);
    ~ChildProcess() override;

    // Returns 0, or the errno if it could not be started. environment: NAME=VALUE, added to ours.
    int start(const std::vector<QByteArray> &command, const std::vector<QByteArray> &environment,
              Group group = Group::Ours);
    // These signal the command, or its whole group if it has its own. No effect after all have ended.
    void end();  // SIGTERM, even if it is stopped
    void kill(); // SIGKILL
    // Passes on a signal that we received, unless the terminal has also sent it to the command. SIGTSTP also
    // stops this program.
    void passOn(int signal, bool byTerminal);
    // Sends SIGTSTP, then SIGSTOP if that has no effect (orphaned process group). Blocks up to 100 ms.
    void suspend();
    void send(int signal);
    bool leavesOthers(); // it ended, but others in its own group did not
    qint64 pid() const { return m_pid; }

signals:
    void ended(int status); // its exit status; 128+n if signal n ended it

private:
#ifdef Q_OS_WIN
    std::unique_ptr<QProcess> m_process;
#else
    void reap();

    int m_readEnd = -1;
    std::unique_ptr<QSocketNotifier> m_notifier;
#endif
    qint64 m_pid = 0;
    qint64 m_group = 0; // 0: no own group, or all of it ended
};

} // namespace lockscope::cli
