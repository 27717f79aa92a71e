// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The translation context of all texts outside QObjects: Tr::tr("…"). Any thread.

#include <QCoreApplication>

namespace lockscope
{

class Tr
{
    Q_DECLARE_TR_FUNCTIONS(lockscope::Tr)
};

} // namespace lockscope
