// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which of many keys do not exist, by EXISTS of many at once. Of the companion keys of plain locks nearly
// none does, and to read each by itself takes two commands. Shared by the reads of one node, on the session's
// thread.

#include "core/base/names.h"
#include "core/redis/session.h"

#include <QPointer>

#include <memory>
#include <vector>

namespace lockscope
{

class MissingKeys
{
public:
    // Keys of one command must then be of one slot; those that follow each other are asked for together.
    void setInCluster(bool inCluster) { m_inCluster = inCluster; }
    // For each key: true if it was surely missing. False: it exists, or is to be asked for by itself.
    static QCoro::Task<std::vector<bool>> among(std::shared_ptr<MissingKeys> self, QPointer<Session> session,
                                                std::vector<LockName> keys);

private:
    static QCoro::Task<std::vector<bool>> amongPage(std::shared_ptr<MissingKeys> self,
                                                    QPointer<Session> session, std::vector<LockName> keys);
    std::vector<size_t> portionsOf(const std::vector<LockName> &keys) const; // the end of each

    bool m_inCluster = false;
    bool m_isRefused = false; // this user may not use EXISTS, and is not refused again
};

} // namespace lockscope
