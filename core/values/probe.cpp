// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/probe.h"

namespace lockscope
{

const char *name(ProbeStop stop)
{
    switch (stop) {
    case ProbeStop::Learnt:
        return "learnt";
    case ProbeStop::Time:
        return "time";
    case ProbeStop::Lines:
        return "lines";
    case ProbeStop::Bytes:
        return "bytes";
    case ProbeStop::Cancelled:
        return "cancelled";
    case ProbeStop::Lost:
        return "lost";
    case ProbeStop::Refused:
        return "refused";
    }
    return "";
}

} // namespace lockscope
