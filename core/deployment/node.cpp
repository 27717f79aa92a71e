// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/node.h"

#include <qcorotask.h>

namespace lockscope
{

namespace
{

ConnectionSpec readOnly(ConnectionSpec spec)
{
    spec.readOnly = true;
    return spec;
}

QByteArray infoField(const QByteArray &info, const QByteArray &name)
{
    const QByteArray start = '\n' + name + ':';
    const qsizetype at = info.indexOf(start);
    if (at < 0)
        return {};
    const qsizetype from = at + start.size();
    return info.mid(from, info.indexOf('\r', from) - from);
}

Batch questions()
{
    Batch batch;
    batch.add({"INFO", "server"});
    batch.add({"INFO", "replication"});
    batch.add({"TIME"});
    return batch;
}

// TIME answers {seconds, microseconds}, taken about half a round trip before the reply came.
std::optional<milliseconds> clockOffset(const Reply &time, milliseconds roundTrip, WallTime receivedAt)
{
    if (!time.isArray() || time.items.size() != 2)
        return {};
    const auto seconds = time.items[0].number();
    const auto micros = time.items[1].number();
    if (!seconds || !micros)
        return {};
    const WallTime server{std::chrono::seconds(*seconds) + std::chrono::microseconds(*micros)};
    return std::chrono::duration_cast<milliseconds>(server - (receivedAt - roundTrip / 2));
}

} // namespace

Node::Node(const ConnectionSpec &spec, QObject *parent)
    : QObject(parent), m_spec(spec), m_reading(readOnly(spec))
{
    m_status.node = spec.node();
    connect(&m_reading, &Session::ready, this, [this] { probe(this); });
    connect(&m_reading, &Session::lost, this, [this](const Failure &why) {
        m_probed = false;
        emit lost(why);
    });
    connect(&m_reading, &Session::linkChanged, this, [this](const LinkState &link) {
        m_status.link = link;
        emit changed();
    });
}

Node::~Node()
{
    close();
}

void Node::open()
{
    m_reading.open();
}

void Node::close()
{
    m_probed = false;
    if (m_acting)
        m_acting->close();
    m_reading.close();
}

Session *Node::acting()
{
    if (m_spec.readOnly)
        return nullptr;
    if (!m_acting) {
        m_acting = std::make_unique<Session>(m_spec);
        m_acting->open();
    }
    return m_acting.get();
}

std::pair<int, int> Node::version() const
{
    const QList<QByteArray> parts = m_status.version.split('.');
    return parts.size() < 2 ? std::pair(0, 0) : std::pair(parts[0].toInt(), parts[1].toInt());
}

QCoro::Task<> Node::probe(QPointer<Node> self)
{
    const auto replies = co_await self->m_reading.send(questions());
    if (!self)
        co_return;
    if (!replies.ok()) {
        // After a loss the session is ready again later; a server that only was slow is asked once more.
        if (self->m_reading.isReady() && replies.failure().kind == ErrorKind::TimedOut)
            probe(self);
        co_return;
    }
    const WallTime receivedAt = wallNow();
    // INFO or TIME may be forbidden: what is not known stays empty, and locks can be read all the same.
    self->m_status.version = infoField(replies->items[0].bytes, "redis_version");
    self->m_status.role = infoField(replies->items[1].bytes, "role");
    const milliseconds roundTrip = millisecondsBetween(replies->sentAt, replies->receivedAt);
    self->m_status.roundTrip = roundTrip;
    self->m_status.clockOffset = clockOffset(replies->items[2], roundTrip, receivedAt);
    self->m_probed = true;
    emit self->changed();
    if (self)
        emit self->ready();
}

} // namespace lockscope
