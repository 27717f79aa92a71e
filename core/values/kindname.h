// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The name of a kind as a copy that outlives the format. Pure.

#include "core/values/lock.h"

namespace lockscope
{

inline QByteArray kindName(LockKind kind)
{
    return QByteArray(kind.name.data(), qsizetype(kind.name.size()));
}

} // namespace lockscope
