// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/values/actkind.h"

namespace lockscope
{

const char *name(ActKind kind)
{
    switch (kind) {
    case ActKind::Acquire:
        return "acquire";
    case ActKind::Renew:
        return "renew";
    case ActKind::Release:
        return "release";
    case ActKind::ForceRelease:
        return "force-release";
    case ActKind::Wake:
        return "wake";
    case ActKind::SetExpiry:
        return "set-expiry";
    case ActKind::RemoveShare:
        return "remove-share";
    }
    return "wake";
}

std::optional<ActKind> actKindNamed(QByteArrayView wanted)
{
    for (const ActKind kind : AllActKinds) {
        if (wanted == name(kind))
            return kind;
    }
    return {};
}

bool takesAway(ActKind kind)
{
    return kind == ActKind::ForceRelease || kind == ActKind::SetExpiry || kind == ActKind::RemoveShare;
}

bool endsHold(ActKind kind)
{
    return kind == ActKind::ForceRelease || kind == ActKind::RemoveShare || kind == ActKind::Release;
}

} // namespace lockscope
