// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The command line, the standard streams and their terminal on each system. Main thread.

#include <QByteArray>

#include <functional>
#include <memory>
#include <vector>

class QObject;

namespace lockscope::cli
{

// The words after the program's name, as bytes; on Windows converted to UTF-8.
std::vector<QByteArray> commandWords(int argc, char **argv);

// Call first. Reserves closed standard streams; on Windows sets binary mode, UTF-8 and colours.
void prepareStreams();

// Returns 0 or the errno.
int writeWhole(int descriptor, const QByteArray &bytes);

int columnsOf(int descriptor); // width of its terminal; 0: unknown

// True if keys at the terminal reach this process group. A command then shares the group to receive them too.
bool sharesTerminal();

// Calls once the reader of standard output has closed it, while the returned object lives. On Windows only
// the next write detects that.
std::unique_ptr<QObject> onReaderGone(std::function<void()> call);

} // namespace lockscope::cli
