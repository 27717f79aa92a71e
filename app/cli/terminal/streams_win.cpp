// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/streams.h"

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include <QObject>
#include <QString>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace lockscope::cli
{

namespace
{

HANDLE handleOf(int descriptor)
{
    return reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));
}

UINT codePageBefore = 0; // of the console, restored at exit

} // namespace

std::vector<QByteArray> commandWords(int, char **)
{
    std::vector<QByteArray> words;
    int count = 0;
    wchar_t **const typed = ::CommandLineToArgvW(::GetCommandLineW(), &count);
    for (int i = 1; typed && i < count; ++i)
        words.push_back(QString::fromWCharArray(typed[i]).toUtf8());
    ::LocalFree(typed);
    return words;
}

// Sets binary mode, UTF-8 and, on a console, terminal colours.
void prepareStreams()
{
    codePageBefore = ::GetConsoleOutputCP();
    if (codePageBefore != 0 && ::SetConsoleOutputCP(CP_UTF8))
        std::atexit([] { ::SetConsoleOutputCP(codePageBefore); });
    for (const int stream : {0, 1, 2}) {
        ::_setmode(stream, _O_BINARY);
        DWORD mode = 0;
        if (stream != 0 && ::GetConsoleMode(handleOf(stream), &mode))
            ::SetConsoleMode(handleOf(stream), mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
}

int writeWhole(int descriptor, const QByteArray &bytes)
{
    constexpr qsizetype Piece = 1 << 15; // every console accepts this much at once
    for (qsizetype done = 0; done < bytes.size();) {
        const auto size = unsigned(std::min(bytes.size() - done, Piece));
        const int written = ::_write(descriptor, bytes.constData() + done, size);
        if (written < 0)
            return errno;
        done += written;
    }
    return 0;
}

int columnsOf(int descriptor)
{
    CONSOLE_SCREEN_BUFFER_INFO console{};
    if (!::GetConsoleScreenBufferInfo(handleOf(descriptor), &console))
        return 0;
    return console.srWindow.Right - console.srWindow.Left + 1;
}

// A key reaches every program of the console.
bool sharesTerminal()
{
    return true;
}

std::unique_ptr<QObject> onReaderGone(std::function<void()>)
{
    return {};
}

} // namespace lockscope::cli
