// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reading/missingkeys.h"

#include "core/redis/servererror.h"
#include "core/redis/slots.h"

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr qsizetype PerPage = 5000; // keys, so that a batch holds up no others for long
constexpr size_t PerCommand = 100;  // about 20 µs of the server; if one exists, all are asked for alone

Batch existsOf(const std::vector<LockName> &keys, const std::vector<size_t> &ends)
{
    Batch batch;
    std::vector<QByteArrayView> command;
    size_t from = 0;
    for (const size_t end : ends) {
        command = {QByteArrayView("EXISTS")};
        for (; from < end; ++from)
            command.push_back(keys[from].bytes);
        batch.add(std::span<const QByteArrayView>(command));
    }
    return batch;
}

} // namespace

std::vector<size_t> MissingKeys::portionsOf(const std::vector<LockName> &keys) const
{
    std::vector<size_t> ends;
    for (size_t from = 0; from < keys.size(); from = ends.back()) {
        const size_t most = std::min(from + PerCommand, keys.size());
        size_t end = m_inCluster ? from + 1 : most;
        while (end < most && slotOf(keys[end].bytes) == slotOf(keys[from].bytes))
            ++end;
        ends.push_back(end);
    }
    return ends;
}

QCoro::Task<std::vector<bool>> MissingKeys::among(std::shared_ptr<MissingKeys> self,
                                                  QPointer<Session> session, std::vector<LockName> keys)
{
    std::vector<bool> missing;
    for (auto from = keys.cbegin(); from != keys.cend();) {
        const auto to = from + std::min<qsizetype>(PerPage, keys.cend() - from);
        const std::vector<bool> page = co_await amongPage(self, session, std::vector<LockName>(from, to));
        missing.insert(missing.end(), page.begin(), page.end());
        from = to;
    }
    co_return missing;
}

QCoro::Task<std::vector<bool>> MissingKeys::amongPage(std::shared_ptr<MissingKeys> self,
                                                      QPointer<Session> session, std::vector<LockName> keys)
{
    std::vector<bool> missing(keys.size());
    if (self->m_isRefused || !session)
        co_return missing;
    const std::vector<size_t> ends = self->portionsOf(keys);
    const Outcome<Replies> replies = co_await session->send(existsOf(keys, ends));
    if (!replies)
        co_return missing;
    size_t from = 0;
    for (size_t i = 0; i < ends.size() && i < replies->items.size(); ++i) {
        const Reply &reply = replies->items[i];
        self->m_isRefused =
            self->m_isRefused || (reply.isError() && classifyServerError(reply.bytes) == ErrorKind::NoPerm);
        const bool areMissing = reply.number() == 0;
        for (; from < ends[i]; ++from)
            missing[from] = areMissing;
    }
    co_return missing;
}

} // namespace lockscope
