// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A command run as a shell would: our streams, our process group or one of its own, bytes as arguments. Owner
// and thread: as made. It is not ended with this object: whoever goes away first, the other goes on.

#include <QByteArray>
#include <QObject>

#include <memory>
#include <vector>

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
    // SIGTSTP, and SIGSTOP if that is ignored, as in a process group that no shell cares for. Blocks for a
    // moment.
    void suspend();
    void send(int signal);
    bool leavesOthers(); // it ended, and others of its own group did not
    qint64 pid() const { return m_pid; }

signals:
    void ended(int status); // its exit status; 128+n when signal n ended it

private:
    void reap();

    qint64 m_pid = 0;
    qint64 m_group = 0; // its own; 0: it has none, or all of it ended
    int m_readEnd = -1;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace lockscope::cli
