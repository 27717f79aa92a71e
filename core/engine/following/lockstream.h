// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A scan that gives its locks away as soon as each is complete, so that a million of them need little memory
// and the first are there at once. Complete means: read with its companion keys, its waiters counted, its
// clients named, judged.

#include "core/engine/following/engineoptions.h"
#include "core/engine/following/waitercounter.h"
#include "core/engine/owners/clientregistry.h"
#include "core/engine/reading/keyreader.h"
#include "core/engine/reading/scanprogress.h"

namespace lockscope
{

// Where the locks of one scan go. Shared by the followers of a site, on the engine thread.
struct LockStream {
    LockSink sink{};
    QSet<LockName> given{}; // a lock that moves to another node meanwhile is given once
    QHash<NodeId, qint64> counts{};
    // Takes them out of the table. A key that is no lock, or was given before, is not given.
    void give(LockTable &table, const std::vector<LockName> &keys);
    // What was found after the pass over its node, or only by its waiters.
    void giveRest(LockTable &table);
};

// The part of a stream that one pass over a node finds. Owned by the Follower, on the engine thread; node,
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
    // Before the pass reads on: completes what was met, and waits while that is too much.
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
    std::vector<LockName> m_met;     // not given yet
    std::vector<KeyReading> m_parts; // those of them to be read with companion keys
    Instant m_metSince{};            // the first of them
    bool m_isCompleting = false;
    WakeUps m_completed;
};

} // namespace lockscope
