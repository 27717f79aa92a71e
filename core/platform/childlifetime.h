// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Ends a child process with this program, however this program ends. Call before start(), on the thread that
// starts it: Linux ends the child with that thread, Windows with this process. On other systems the child
// ends with its QProcess, and survives if this program is killed.

class QProcess;

namespace lockscope
{

void tieToParent(QProcess &process);

} // namespace lockscope
