// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A scan that delivers each lock as soon as it is complete, so that the first arrive at once and a million
// need little memory. Complete means: read with its companion keys, waiters counted, clients named, judged.

#include "core/engine/following/engineoptions.h"
#include "core/engine/following/waitercounter.h"
#include "core/engine/owners/clientregistry.h"
#include "core/engine/reading/keyreader.h"
#include "core/engine/reading/scanprogress.h"

namespace lockscope
{

// The receiver of the locks of one scan. Shared by the followers of a site, on the engine thread.
struct LockStream {
    LockSink sink{};
    QSet<LockName> given{}; // delivers a lock once, even if it moves to another node
    QHash<NodeId, qint64> counts{};
    // Moves these locks from the table to the sink. Skips keys that are no locks, or were delivered before.
    void give(LockTable &table, const std::vector<LockName> &keys);
    // Delivers the rest: locks found after the pass over their node, or only because of their waiters.
    void giveRest(LockTable &table);
};

// One pass over a node that feeds a stream. Owned by the Follower, on the engine thread; node,
// registry, table, waiters and clients must outlive it.
class StreamedPass final : public QObject
{
    Q_OBJECT
public:
    StreamedPass(std::shared_ptr<LockStream> stream, Node &node, const Registry &registry, LockTable &table,
                 WaiterCounter &waiters, ClientRegistry &clients, Refusals &refusals,
                 std::shared_ptr<MissingKeys> missing);
    ~StreamedPass() override;

    void met(KeyReading reading);
    qint64 count() const { return m_stream->counts.value(m_node.status().node); }
    bool gave(const LockName &key) const { return m_stream->given.contains(key); }
    // Call before the pass continues: completes the locks found so far, and waits while there are too many.
    static QCoro::Task<> turn(QPointer<StreamedPass> pass);
    static QCoro::Task<> finish(QPointer<StreamedPass> pass); // completes the rest

private:
    static QCoro::Task<> complete(QPointer<StreamedPass> pass);
    static QCoro::Task<> readWhole(QPointer<StreamedPass> pass, std::vector<KeyReading> parts);
    void apply(const KeyReading &reading);

    const std::shared_ptr<LockStream> m_stream;
    Node &m_node;
    const Registry &m_registry;
    LockTable &m_table;
    WaiterCounter &m_waiters;
    ClientRegistry &m_clients;
    Refusals &m_refusals;
    const std::shared_ptr<MissingKeys> m_missing;
    std::vector<LockName> m_met;     // not delivered yet
    std::vector<KeyReading> m_parts; // those still to be read with companion keys
    Instant m_metSince{};            // when the first of m_met was found
    bool m_isCompleting = false;
    WakeUps m_completed;
};

} // namespace lockscope
