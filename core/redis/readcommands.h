// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which commands change nothing, and which are answered by exactly one reply. An allow-list: a command that
// is not named here counts as one that may write. Pure; any thread.

#include "core/redis/reply.h"

#include <QByteArrayView>

namespace lockscope
{

// second: the first argument, which is the sub-command of CONFIG, CLIENT, … ; may be empty.
bool isReadCommand(QByteArrayView name, QByteArrayView second);
bool isContainerCommand(QByteArrayView name); // CONFIG, CLIENT, …: the first argument is a sub-command
// (P|S)(UN)SUBSCRIBE.
bool isSubscribeCommand(QByteArrayView name);
// Whether the first argument is a key (of the commands we know; others: assumed so).
bool firstArgumentIsKey(QByteArrayView name);
// False for what answers with a stream, with several replies, with none, or in another protocol.
bool hasOneReply(QByteArrayView name, QByteArrayView second);
bool isCommand(QByteArrayView name, QByteArrayView upperCase); // without regard to case

// Why a session sends nothing of a batch, whatever its state; nothing: it may.
std::optional<Failure> refusalOf(const Batch &batch, bool readOnly, const NodeId &node);

} // namespace lockscope
