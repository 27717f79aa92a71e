// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/syntax/exitstatus.h"

namespace lockscope::cli
{

int exitStatus(const Failure &failure)
{
    if (isConnectionFailure(failure.kind))
        return NoConnection;
    // The key is not a lock, or has another format: the lock refused, not the server.
    if (failure.kind == ErrorKind::WrongType)
        return LockSaidNo;
    const bool isOurRefusal =
        failure.kind == ErrorKind::ReadOnlySession || failure.kind == ErrorKind::Forbidden;
    if (isServerRefusal(failure.kind) || isOurRefusal)
        return ServerRefused;
    switch (failure.kind) {
    case ErrorKind::BadInput:
    case ErrorKind::Unsupported:
        return WrongUse;
    case ErrorKind::Cancelled:
        return LockSaidNo;
    default:
        return ProgramFailed;
    }
}

int exitStatus(const Receipt &receipt)
{
    switch (receipt.result) {
    case ActResult::Done:
        return receipt.isLostSince ? LockSaidNo : Success;
    case ActResult::OwnerChanged:
    case ActResult::AlreadyGone:
        return LockSaidNo;
    case ActResult::NotAcquired: // of a group: nodes that could not be asked may have made a majority
        return isConnectionFailure(receipt.failure.kind) ? NoConnection : LockSaidNo;
    case ActResult::Refused:
    case ActResult::Unknown:
        return exitStatus(receipt.failure);
    }
    return ProgramFailed;
}

} // namespace lockscope::cli
