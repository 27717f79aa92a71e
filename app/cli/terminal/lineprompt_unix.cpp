// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/lineprompt.h"

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <QSocketNotifier>

#include <array>
#include <cerrno>
#include <cstring>

namespace lockscope::cli
{

struct LinePrompt::Private {
    OneShot<Outcome<QString>> *answer;
    int terminal = -1;
    termios before{};
    QByteArray typed{};
    std::unique_ptr<QSocketNotifier> notifier{};

    void readLine();
};

bool LinePrompt::possible()
{
    return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
}

LinePrompt::LinePrompt(const QString &question, Echo echo, OneShot<Outcome<QString>> *answer)
    : d(new Private{answer})
{
    d->terminal = ::open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY);
    if (d->terminal < 0 || ::tcgetattr(d->terminal, &d->before) != 0) {
        d->answer->happen(Failure{.kind = ErrorKind::Unsupported,
                                  .text = QStringLiteral("no terminal for the prompt: %1")
                                              .arg(QString::fromLocal8Bit(std::strerror(errno)))});
        return;
    }
    termios asking = d->before;
    asking.c_lflag |= ICANON | ECHO;
    if (echo == Echo::Hidden) {
        asking.c_lflag &= ~tcflag_t(ECHO);
        asking.c_lflag |= ECHONL;
    }
    // Discards input typed before the question.
    ::tcsetattr(d->terminal, TCSAFLUSH, &asking);
    const QByteArray words = printable(question).toUtf8();
    [[maybe_unused]] const ssize_t written = ::write(d->terminal, words.constData(), size_t(words.size()));
    d->notifier = std::make_unique<QSocketNotifier>(d->terminal, QSocketNotifier::Read);
    QObject::connect(d->notifier.get(), &QSocketNotifier::activated, d->notifier.get(),
                     [this] { d->readLine(); });
}

LinePrompt::~LinePrompt()
{
    d->notifier.reset();
    d->typed.fill('\0');
    if (d->terminal < 0)
        return;
    ::tcsetattr(d->terminal, TCSANOW, &d->before);
    ::close(d->terminal);
}

void LinePrompt::Private::readLine()
{
    std::array<char, 4096> buffer{};
    const ssize_t count = ::read(terminal, buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count > 0)
        typed.append(buffer.data(), count);
    if (count > 0 && !typed.endsWith('\n'))
        return;
    notifier->setEnabled(false);
    answer->happen(QString::fromUtf8(typed.endsWith('\n') ? typed.chopped(1) : typed));
}

} // namespace lockscope::cli
