// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>

namespace lockscope::test
{

#if defined(__has_feature)
constexpr bool IsSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool IsSanitized = true;
#else
constexpr bool IsSanitized = false;
#endif

// Of a program after SIGTERM. A sanitizer makes the orderly end several times as slow: then it may also take
// longer than the two seconds that a program allows itself.
constexpr bool isOrderlyEnd(int status)
{
    return status == 0 || (IsSanitized && status == 128 + SIGTERM);
}

} // namespace lockscope::test
