// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/temporaryfolder.h"

namespace lockscope
{

TemporaryFolder::~TemporaryFolder() = default;

// Nothing here needs one: ssh for Windows opens no unix socket, and there is no redis-server for Windows.
std::unique_ptr<TemporaryFolder> TemporaryFolder::make()
{
    return nullptr;
}

} // namespace lockscope
