// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// In whose name the ways to a server say what failed; what a server or ssh said itself stays as it is. Any
// thread.

#include <QCoreApplication>

namespace lockscope
{

class FailureWords
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::FailureWords)
};

} // namespace lockscope
