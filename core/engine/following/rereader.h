// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Reads keys again that changed or are due: gathers them for a few milliseconds, and asks for what belongs to
// a lock where it is needed. Knows no clock of its own: when a key is due is the Follower's matter. Owner:
// Follower, on the engine thread; node, registry and table must outlive it.

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

    void read(const std::vector<LockName> &keys); // a companion's name means its lock
    void readWhole(const LockName &key);          // with all its companions
    QCoro::Task<> settle();                       // until nothing is left to be read, or reading failed

    // How a key is to be read now. Takes the mark away that readWhole() left.
    LockQuestion questionOf(const LockName &key);
    // Reads whole the lock that a channel with subscribers belongs to, and gives the channel to each reading
    // of it until the key is gone. False: known already, or there are too many.
    bool noteListened(const LockName &key, const QByteArray &channel);
    QByteArray listened(const LockName &key) const { return m_listened.value(key); } // see KeyReading
    void forgetListened(const LockName &key) { m_listened.remove(key); }
    QSet<LockName> listened() const { return {m_listened.keyBegin(), m_listened.keyEnd()}; }

signals:
    void came(const std::vector<lockscope::KeyReading> &readings);
    // Of these keys nothing was told, and they are not asked for again by itself.
    void failed(const std::vector<lockscope::LockName> &keys, const lockscope::Failure &why);

private:
    static QCoro::Task<> pump(QPointer<Rereader> self);
    void idle();

    Node &m_node;
    const Registry &m_registry;
    const LockTable &m_table;
    QSet<LockName> m_dirty;
    QSet<LockName> m_whole;                 // to be read with all companions next time
    QHash<LockName, QByteArray> m_listened; // channels with waiters, as found last
    QTimer m_timer;
    bool m_pumping = false;
    WakeUps m_settling; // those that wait for the end of it
};

} // namespace lockscope
