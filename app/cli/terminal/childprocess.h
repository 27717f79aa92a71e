// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A command run as a shell would: our streams, our process group or one of its own, bytes as arguments. Owner
// and thread: as made. It is not ended with this object: whoever goes away first, the other goes on.
// Windows has neither groups nor signals: there the command is asked to end or made to, and the console's
// keys reach it without us.

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

    // 0, or the errno of why it could not be started. environment: NAME=VALUE, added to ours.
    int start(const std::vector<QByteArray> &command, const std::vector<QByteArray> &environment,
              Group group = Group::Ours);
    // To it, or to all of its own group. Nothing happens once it ended, or all of them.
    void end();  // SIGTERM, also if it is stopped
    void kill(); // SIGKILL
    // A signal that we got. What was sent to us alone is meant for the command. SIGTSTP stops us, too.
    void passOn(int signal, bool byTerminal);
    // SIGTSTP, and SIGSTOP if that is ignored, as in a process group that no shell cares for. Blocks for a
    // moment.
    void suspend();
    void send(int signal);
    bool leavesOthers(); // it ended, and others of its own group did not
    qint64 pid() const { return m_pid; }

signals:
    void ended(int status); // its exit status; 128+n when signal n ended it

private:
#ifdef Q_OS_WIN
    std::unique_ptr<QProcess> m_process;
#else
    void reap();

    int m_readEnd = -1;
    std::unique_ptr<QSocketNotifier> m_notifier;
#endif
    qint64 m_pid = 0;
    qint64 m_group = 0; // its own; 0: it has none, or all of it ended
};

} // namespace lockscope::cli
