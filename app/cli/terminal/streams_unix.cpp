// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/streams.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <QSocketNotifier>

#include <algorithm>
#include <cerrno>

namespace lockscope::cli
{

std::vector<QByteArray> commandWords(int argc, char **argv)
{
    return {argv + std::min(argc, 1), argv + argc};
}

// Otherwise the first file we open would take the number of a closed stream (>&-) and receive our output.
void prepareStreams()
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        if (::fcntl(stream, F_GETFD) >= 0)
            continue;
        // Opened in the wrong direction, so that using it fails as on a closed stream. open() returns the
        // lowest free number, which is this one.
        static_cast<void>(::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
    }
}

// Waits if the descriptor is non-blocking, which another program may have set.
int writeWhole(int descriptor, const QByteArray &bytes)
{
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t written = ::write(descriptor, bytes.constData() + done, size_t(bytes.size() - done));
        if (written >= 0) {
            done += written;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            pollfd waiting{descriptor, POLLOUT, 0};
            ::poll(&waiting, 1, -1);
        } else if (errno != EINTR) {
            return errno;
        }
    }
    return 0;
}

int columnsOf(int descriptor)
{
    winsize size{};
    return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool sharesTerminal()
{
    const int terminal = ::open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);
    const bool shares = terminal >= 0 && ::tcgetpgrp(terminal) == ::getpgrp();
    if (terminal >= 0)
        ::close(terminal);
    return shares;
}

// Qt reports a pipe without a reader as an exception, even while nothing is written.
std::unique_ptr<QObject> onReaderGone(std::function<void()> call)
{
    auto notifier = std::make_unique<QSocketNotifier>(STDOUT_FILENO, QSocketNotifier::Exception);
    QObject::connect(notifier.get(), &QSocketNotifier::activated, notifier.get(), std::move(call));
    return notifier;
}

} // namespace lockscope::cli
