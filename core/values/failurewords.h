// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// In whose name it is said what failed; what a server, ssh or Qt said itself stays as it is. Any
// thread.

#include <QCoreApplication>

namespace lockscope
{

class FailureWords
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::FailureWords)
};

} // namespace lockscope
