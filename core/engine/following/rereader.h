// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads keys that changed or are due: collects them for a moment, and adds companion keys where needed. What
// changes while a read is under way is collected until it has ended, and for the same moment. Owned
// by the Follower, which decides when keys are due, on the engine thread; node, registry and table must
// outlive it.

#include "core/base/wakeup.h"
#include "core/deployment/node.h"
#include "core/engine/reading/keyreader.h"
#include "core/engine/table/locktable.h"

#include <QObject>
#include <QTimer>

namespace lockscope
{

class Rereader final : public QObject
{
    Q_OBJECT
public:
    Rereader(Node &node, const Registry &registry, const LockTable &table, QObject *parent = nullptr);
    ~Rereader() override;

    void read(const std::vector<LockName> &keys); // a companion key stands for its lock
    // For keys with announced changes, and how many each has. gathered: they have waited already.
    void readChanged(const QHash<LockName, int> &keys, bool gathered = false);
    void readWhole(const LockName &key, int changes = 0); // with all its companions
    QCoro::Task<> settle();                               // until nothing is left to read, or reading failed
    // Until what was asked for before this call is read, or its reading failed; not for what changes
    // meanwhile.
    QCoro::Task<> readAsked();

    // How to read the key now. Clears the mark set by readWhole().
    LockQuestion questionOf(const LockName &key);
    // When the reads of the last came() were requested.
    Instant askedAt() const { return m_askedAt; }
    // For a lock with subscribers on its channel: reads it with all companions, and adds the channel to each
    // of its reads until the key is gone. False: already known, or too many.
    bool noteListened(const LockName &key, const QByteArray &channel);
    // see KeyReading::listened
    QByteArray listened(const LockName &key) const { return m_listened.value(key); }
    void forgetListened(const LockName &key) { m_listened.remove(key); }
    QSet<LockName> listened() const { return {m_listened.keyBegin(), m_listened.keyEnd()}; }

signals:
    void beginning(); // keys were collected and are read next: changes that are told now count with it
    void came(const std::vector<lockscope::KeyReading> &readings);
    // Nothing was read of these keys, and they are not read again automatically.
    void failed(const std::vector<lockscope::LockName> &keys, const lockscope::Failure &why);

private:
    static QCoro::Task<> pump(QPointer<Rereader> self);
    void add(const LockName &key, int changes);
    void readSoon();
    void readNow();
    void idle();

    Node &m_node;
    const Registry &m_registry;
    const LockTable &m_table;
    QHash<LockName, int> m_dirty;           // with the number of announced changes
    QSet<LockName> m_whole;                 // to be read with all companions next time
    QHash<LockName, QByteArray> m_listened; // channels with subscribers, as last found
    QTimer m_timer;
    Instant m_askedAt{};
    bool m_pumping = false;
    bool m_isAwaited = false; // by a coroutine in settle() or readAsked(): nothing is gathered
    quint64 m_rounds = 0;     // of reading that have ended
    WakeUps m_settling;       // coroutines in settle() and readAsked()
};

} // namespace lockscope
