// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The name of a kind as a copy that outlives the format: as it is stored, and as text. Pure.

#include "core/values/lock.h"

namespace lockscope
{

inline QByteArray kindName(LockKind kind)
{
    return QByteArray(kind.name.data(), qsizetype(kind.name.size()));
}

inline QString kindText(LockKind kind)
{
    return QString::fromUtf8(kind.name.data(), qsizetype(kind.name.size()));
}

} // namespace lockscope
