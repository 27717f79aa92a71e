// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/privatefolder.h"
#include "core/lab/sandboxserver.h"

namespace lockscope
{

PrivateFolder::~PrivateFolder() = default;

// Without a redis-server there is nothing to make one for.
Outcome<std::unique_ptr<PrivateFolder>> PrivateFolder::make()
{
    return serverProgram().failure();
}

} // namespace lockscope
