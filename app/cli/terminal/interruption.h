// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// SIGINT, SIGTERM and SIGHUP as a Qt signal, and more signals while a command runs. One object at a time, on
// the main thread. Its destructor restores the previous dispositions. A signal that was ignored at the start
// of the program stays ignored (nohup). SIGPIPE is ignored meanwhile, so that a closed pipe is an error of
// write(). On Windows Ctrl+C is SIGINT; other console events are SIGTERM.

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

    // An orderly end may take longer than 2 s, because our own servers or a command must end first. Otherwise
    // the process is ended then, whatever it waits for.
    void setPatient();
    bool isPatient() const;
    // Also catches SIGQUIT, SIGUSR1, SIGUSR2, SIGTSTP and SIGCONT from now on. A command runs: be patient.
    void catchAll();
    static bool isEnd(int signal); // SIGINT, SIGTERM or SIGHUP

signals:
    // byTerminal: a key was pressed, so all foreground processes, also our children, got the signal.
    void caught(int signal, bool byTerminal);

private:
#ifdef Q_OS_UNIX
    void read();

    int m_readEnd = -1;
    std::unique_ptr<QSocketNotifier> m_notifier;
#endif
};

} // namespace lockscope::cli
