// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/route.h"

namespace lockscope
{

bool isRedirection(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Moved:
    case ErrorKind::Ask:
    case ErrorKind::TryAgain:
    case ErrorKind::ClusterDown:
    case ErrorKind::ReadOnlyReplica:
    case ErrorKind::MasterDown:
    case ErrorKind::NotConnected:
        return true;
    default:
        return false;
    }
}

QCoro::Task<> SingleRoute::lookAgain()
{
    co_return;
}

} // namespace lockscope
