// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/following/lockstream.h"

namespace lockscope
{

namespace
{

using namespace std::chrono_literals;

constexpr size_t Portion = 5000;         // completed together: few round trips, little memory
constexpr milliseconds Patience = 200ms; // then fewer are completed
constexpr milliseconds LongTime = 1h;

} // namespace

void LockStream::give(LockTable &table, const std::vector<LockName> &keys)
{
    std::vector<LockPtr> locks;
    for (const LockName &key : keys) {
        LockPtr lock = table.takeAway(key);
        if (!lock || given.contains(key))
            continue;
        given.insert(lock->key);
        ++counts[lock->node];
        locks.push_back(std::move(lock));
    }
    if (!locks.empty())
        sink(std::move(locks));
}

void LockStream::giveRest(LockTable &table)
{
    std::vector<LockName> keys;
    table.forEach([&keys](const LockPtr &lock) { keys.push_back(lock->key); });
    table.judge(now());
    give(table, keys);
}

StreamedPass::StreamedPass(std::shared_ptr<LockStream> stream, Node &node, const Registry &registry,
                           LockTable &table, WaiterCounter &waiters, ClientRegistry &clients,
                           Refusals &refusals, std::shared_ptr<MissingKeys> missing)
    : m_stream(std::move(stream)), m_node(node), m_registry(registry), m_table(table), m_waiters(waiters),
      m_clients(clients), m_refusals(refusals), m_missing(std::move(missing))
{
}

StreamedPass::~StreamedPass()
{
    m_completed.cancel();
}

void StreamedPass::apply(const KeyReading &reading)
{
    m_table.apply(reading, m_node.status().node, m_node.spec().db, EventSource::Scan);
}

// Without its companion keys a fair lock looks like a plain one without waiters.
void StreamedPass::met(KeyReading reading)
{
    if (m_met.empty())
        m_metSince = now();
    m_met.push_back(reading.key);
    if (!reading.companionsRead && reading.companions.empty())
        m_parts.push_back(std::move(reading));
    else
        apply(reading);
}

QCoro::Task<> StreamedPass::turn(QPointer<StreamedPass> pass)
{
    if (!pass || pass->m_met.empty())
        co_return;
    if (pass->m_met.size() >= Portion || now() - pass->m_metSince >= Patience)
        complete(pass);
    while (pass && pass->m_isCompleting && pass->m_met.size() >= Portion) {
        const auto completed = pass->m_completed.add();
        co_await completed->wait(LongTime);
    }
}

QCoro::Task<> StreamedPass::finish(QPointer<StreamedPass> pass)
{
    while (pass && (pass->m_isCompleting || !pass->m_met.empty())) {
        if (!pass->m_isCompleting) {
            co_await complete(pass);
            continue;
        }
        const auto completed = pass->m_completed.add();
        co_await completed->wait(LongTime);
    }
}

QCoro::Task<> StreamedPass::complete(QPointer<StreamedPass> pass)
{
    if (pass->m_isCompleting)
        co_return;
    pass->m_isCompleting = true;
    const std::vector<LockName> keys = std::exchange(pass->m_met, {});
    co_await readWhole(pass, std::exchange(pass->m_parts, {}));
    if (pass)
        co_await pass->m_waiters.countOf(keys);
    if (pass)
        co_await pass->m_clients.ask();
    if (!pass)
        co_return;
    pass->m_table.judge(now());
    pass->m_stream->give(pass->m_table, keys);
    if (!pass) // the receiver may have closed the engine
        co_return;
    pass->m_isCompleting = false;
    pass->m_completed.fire();
}

QCoro::Task<> StreamedPass::readWhole(QPointer<StreamedPass> pass, std::vector<KeyReading> parts)
{
    if (parts.empty())
        co_return;
    std::vector<LockQuestion> questions;
    for (const KeyReading &part : parts)
        questions.push_back({.key = part.key, .allCompanions = true});
    const auto whole = co_await readCompanions(&pass->m_node.reading(), pass->m_registry,
                                               std::move(questions), std::move(parts), pass->m_missing);
    if (!pass || !whole.ok()) // the connection is gone, so the pass fails
        co_return;
    pass->m_refusals.note(*whole, pass->m_node.status().node);
    for (const KeyReading &reading : *whole)
        pass->apply(reading);
}

} // namespace lockscope
