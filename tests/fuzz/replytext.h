// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Replies of a server as text, so that a corpus of them can be read, and a change of a text needs no change
// of its length. A reply is a line: "+STATUS", "-ERROR", ":NUMBER", "$BULK", or "*COUNT" for an array of the
// COUNT replies below. Any other line is a nil. A line that begins with a blank goes on with the line above,
// behind a line break. \xNN is a byte.

#include "core/redis/reply.h"

namespace lockscope::fuzz
{

// Each is one that ReplyReader could have read.
std::vector<Reply> repliesFromText(const QByteArray &text);

} // namespace lockscope::fuzz
