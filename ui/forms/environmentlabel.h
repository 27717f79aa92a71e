// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A label with the connection and its environment, by word and colour. GUI thread.

#include "core/values/connection/connection.h"

class QLabel;
class QWidget;

namespace lockscope
{

QLabel *environmentLabel(const ConnectionSpec &spec, QWidget *parent);

} // namespace lockscope
