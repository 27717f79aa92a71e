// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/transport/tunnelentrance.h"

#include "moc_tunnelentrance.cpp"
