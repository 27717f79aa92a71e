// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Excludes other programs from a file that this one writes for long. Any one thread.

class QLockFile;

namespace lockscope
{

// Like tryLock(0), but a lock file of this machine counts only while a process has it open and locked. Qt
// goes by the number and program that it names, and in a container the next writer often has the same ones as
// the one that was killed.
bool takeLock(QLockFile &lock);

} // namespace lockscope
