// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What the server would deny a user, asked without changing anything. On the engine's thread.

#include "core/base/outcome.h"
#include "core/redis/session.h"

#include <QPointer>
#include <qcorotask.h>

#include <optional>
#include <vector>

namespace lockscope
{

struct ScriptUse {
    bool isScript = true;               // false: a plain command, which is not asked about
    std::vector<QByteArray> keys{};     // of the script
    std::vector<QByteArray> channels{}; // that are published to
};

// Nothing: it would be admitted, or that is unknown. user: of the session; empty: the default user.
QCoro::Task<std::optional<Failure>> denial(QPointer<Session> session, QByteArray user, ScriptUse use);

} // namespace lockscope
