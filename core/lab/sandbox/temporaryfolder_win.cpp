// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sandbox/sandboxserver.h"
#include "core/lab/sandbox/temporaryfolder.h"

namespace lockscope
{

PrivateFolder::~PrivateFolder() = default;

// Without a redis-server there is nothing to make one for.
Outcome<std::unique_ptr<PrivateFolder>> PrivateFolder::make()
{
    return serverProgram().failure();
}

} // namespace lockscope
