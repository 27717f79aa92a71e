// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A program that ends with ours, however that ends. Call before start(), on the thread that starts it: the
// kernel ends the program with that thread.

class QProcess;

namespace lockscope
{

void tieToParent(QProcess &process);

} // namespace lockscope
