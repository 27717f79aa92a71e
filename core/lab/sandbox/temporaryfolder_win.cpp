// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/sandbox/sandboxserver.h"
#include "core/lab/sandbox/temporaryfolder.h"

namespace lockscope
{

TemporaryFolder::~TemporaryFolder() = default;

// Without a redis-server there is nothing to make one for.
Outcome<std::unique_ptr<TemporaryFolder>> TemporaryFolder::make()
{
    return serverProgram().failure();
}

} // namespace lockscope
