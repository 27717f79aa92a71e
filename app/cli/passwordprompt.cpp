// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/passwordprompt.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace lockscope::cli
{

bool PasswordPrompt::possible()
{
    return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
}

PasswordPrompt::PasswordPrompt(const QString &question, Moment<Outcome<QString>> *answer) : m_answer(answer)
{
    m_terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (m_terminal < 0 || ::tcgetattr(m_terminal, &m_before) != 0) {
        m_answer->happen(Failure{.kind = ErrorKind::Unsupported,
                                 .text = QStringLiteral("no terminal to ask for a password: %1")
                                             .arg(QString::fromLocal8Bit(std::strerror(errno)))});
        return;
    }
    termios silent = m_before;
    silent.c_lflag &= ~tcflag_t(ECHO);
    silent.c_lflag |= ICANON | ECHONL;
    // What was typed ahead is no password.
    ::tcsetattr(m_terminal, TCSAFLUSH, &silent);
    const QByteArray words = question.toUtf8();
    [[maybe_unused]] const ssize_t written = ::write(m_terminal, words.constData(), size_t(words.size()));
    m_notifier = std::make_unique<QSocketNotifier>(m_terminal, QSocketNotifier::Read);
    QObject::connect(m_notifier.get(), &QSocketNotifier::activated, m_notifier.get(), [this] { readLine(); });
}

PasswordPrompt::~PasswordPrompt()
{
    m_notifier.reset();
    m_typed.fill('\0');
    if (m_terminal < 0)
        return;
    ::tcsetattr(m_terminal, TCSANOW, &m_before);
    ::close(m_terminal);
}

void PasswordPrompt::readLine()
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

} // namespace lockscope::cli
