// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A kind's name as bytes of its own, which outlive the format. Pure.

#include "core/values/lock.h"

namespace lockscope
{

inline QByteArray kindName(LockKind kind)
{
    return QByteArray(kind.name.data(), qsizetype(kind.name.size()));
}

} // namespace lockscope
