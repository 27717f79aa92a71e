// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A program that ends with ours, however that ends. Call before start(), on the thread that starts it: Linux
// ends the program with that thread, Windows with our process. On other systems it ends with its QProcess,
// and stays behind where ours is killed.

class QProcess;

namespace lockscope
{

void tieToParent(QProcess &process);

} // namespace lockscope
