// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/lineprompt.h"

#include "app/cli/run.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace lockscope::cli
{

bool LinePrompt::possible()
{
    return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
}

LinePrompt::LinePrompt(const QString &question, Echo echo, Moment<Outcome<QString>> *answer)
    : m_answer(answer)
{
    m_terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (m_terminal < 0 || ::tcgetattr(m_terminal, &m_before) != 0) {
        m_answer->happen(Failure{.kind = ErrorKind::Unsupported,
                                 .text = QStringLiteral("no terminal to ask at: %1")
                                             .arg(QString::fromLocal8Bit(std::strerror(errno)))});
        return;
    }
    termios asking = m_before;
    asking.c_lflag |= ICANON | ECHO;
    if (echo == Echo::Hidden) {
        asking.c_lflag &= ~tcflag_t(ECHO);
        asking.c_lflag |= ECHONL;
    }
    // What was typed ahead is no answer.
    ::tcsetattr(m_terminal, TCSAFLUSH, &asking);
    const QByteArray words = question.toUtf8();
    [[maybe_unused]] const ssize_t written = ::write(m_terminal, words.constData(), size_t(words.size()));
    m_notifier = std::make_unique<QSocketNotifier>(m_terminal, QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(), [this] { readLine(); });
}

LinePrompt::~LinePrompt()
{
    m_notifier.reset();
    m_typed.fill('\0');
    if (m_terminal < 0)
        return;
    ::tcsetattr(m_terminal, TCSANOW, &m_before);
    ::close(m_terminal);
}

void LinePrompt::readLine()
{
    std::array<char, 4096> buffer{};
    const ssize_t count = ::read(m_terminal, buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count > 0)
        m_typed.append(buffer.data(), count);
    if (count > 0 && !m_typed.endsWith('\n'))
        return;
    m_notifier->setEnabled(false);
    m_answer->happen(QString::fromUtf8(m_typed.endsWith('\n') ? m_typed.chopped(1) : m_typed));
}

QCoro::Task<Outcome<QString>> typedLine(Run *run, QString question, LinePrompt::Echo echo)
{
    Moment<Outcome<QString>> answer;
    const LinePrompt prompt(question, echo, &answer);
    run->onInterrupt = [&answer](int, bool) {
        answer.happen(Failure{.kind = ErrorKind::Cancelled, .text = QStringLiteral("interrupted")});
    };
    Outcome<QString> typed = co_await answer.reached();
    run->onInterrupt = {};
    co_return typed;
}

} // namespace lockscope::cli
