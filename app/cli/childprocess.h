// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A command run as a shell would: our streams, our process group, bytes as arguments. Owner and thread: as
// made. It is not ended with this object: whoever goes away first, the other goes on.

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
    explicit ChildProcess(QObject *parent = nullptr);
    ~ChildProcess() override;

    // 0, or the errno of why it could not be started. environment: NAME=VALUE, added to ours.
    int start(const std::vector<QByteArray> &command, const std::vector<QByteArray> &environment);
    void send(int signal); // nothing happens once it ended
    qint64 pid() const { return m_pid; }

signals:
    void ended(int status); // its exit status; 128+n when signal n ended it

private:
    void reap();

    qint64 m_pid = 0;
    int m_readEnd = -1;
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace lockscope::cli
