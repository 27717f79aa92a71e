// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which commands change nothing, and which have one reply. Unknown ones count as writes. Pure; any thread.

#include "core/redis/reply.h"

#include <QByteArrayView>

namespace lockscope
{

// second: the first argument, which is the subcommand of CONFIG, CLIENT, …; may be empty.
bool isReadCommand(QByteArrayView name, QByteArrayView second);
bool isContainerCommand(QByteArrayView name); // CONFIG, CLIENT, …: the first argument is a subcommand
// (P|S)(UN)SUBSCRIBE.
bool isSubscribeCommand(QByteArrayView name);
// Whether the first argument is a key; assumed for unknown commands.
bool firstArgumentIsKey(QByteArrayView name);
// False for commands that answer with a stream, several replies, no reply, or in another protocol.
bool hasOneReply(QByteArrayView name, QByteArrayView second);
bool isCommand(QByteArrayView name, QByteArrayView upperCase); // ignores case

// Why a session must not send the batch, in any state; nullopt: it may.
std::optional<Failure> refusalOf(const Batch &batch, bool readOnly, const NodeId &node);

} // namespace lockscope
