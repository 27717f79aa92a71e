// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The command line, the standard streams and the terminal behind them, as each system has them. Main thread.

#include <QByteArray>

#include <functional>
#include <memory>
#include <vector>

class QObject;

namespace lockscope::cli
{

// The words after the program's name, byte for byte; in UTF-8 on Windows, where they are text.
std::vector<QByteArray> commandWords(int argc, char **argv);

// First of all: what is written goes where it belongs, and arrives as it is.
void prepareStreams();

// 0, or the errno of what went wrong.
int writeWhole(int descriptor, const QByteArray &bytes);

int columnsOf(int descriptor); // of its terminal; 0: not known

// Whether a key at the terminal reaches us: then a command is to share our process group, as its keyboard.
bool sharesTerminal();

// Calls when nobody reads standard output any more, as long as what is returned lives. Nothing on Windows:
// there the next write tells.
std::unique_ptr<QObject> onReaderGone(std::function<void()> call);

} // namespace lockscope::cli
