// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/copy.h"

namespace lockscope
{

const char *name(CopyState state)
{
    switch (state) {
    case CopyState::Held:
        return "held";
    case CopyState::Missing:
        return "missing";
    case CopyState::OtherOwner:
        return "other-owner";
    case CopyState::Unreachable:
        return "unreachable";
    case CopyState::Unsure:
        return "unsure";
    }
    return "";
}

} // namespace lockscope
