// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// SIGINT, SIGTERM and SIGHUP as a Qt signal; more of them while a command is to get them. One object at a
// time, on the main thread; the dispositions that were there come back with its end. A signal that was
// ignored when the program started stays so (nohup). SIGPIPE is ignored meanwhile: a reader that went away is
// an error of write(). On Windows Ctrl+C is SIGINT, and what else the console tells is SIGTERM.

#include <QObject>

#include <memory>

class QSocketNotifier;

namespace lockscope::cli
{

class Interruption final : public QObject
{
    Q_OBJECT
public:
    explicit Interruption(QObject *parent = nullptr);
    ~Interruption() override;

    // From now on also SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP and SIGCONT.
    void catchAll();
    static bool isEnd(int signal); // SIGINT, SIGTERM or SIGHUP

signals:
    // byTerminal: a key was pressed, so every process in the foreground got it, our children among them.
    void caught(int signal, bool byTerminal);

private:
#ifdef Q_OS_UNIX
    void read();

    int m_readEnd = -1;
    std::unique_ptr<QSocketNotifier> m_notifier;
#endif
};

} // namespace lockscope::cli
