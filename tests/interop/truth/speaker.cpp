// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/truth/speaker.h"

#include <QCryptographicHash>
#include <QTest>

namespace lockscope::test
{

bool comesTrue(const std::function<bool()> &condition, milliseconds most)
{
    return QTest::qWaitFor(condition, int(most.count()));
}

QByteArray filled(QByteArray line, const TruthRow &row, const QByteArray &name)
{
    line.replace("%k", row.word);
    line.replace("%m", QCryptographicHash::hash(name, QCryptographicHash::Md5).toHex());
    return line.replace("%n", name);
}

Speaker::Speaker(Client &client, const TruthRow &row, QByteArray actor, QByteArray name)
    : m_client(&client), m_row(&row), m_actor(std::move(actor)), m_name(std::move(name))
{
}

int Speaker::begin(const QByteArray &line, const QByteArray &lease, milliseconds wait)
{
    QByteArray words = filled(line, *m_row, m_name);
    words.replace("%l", lease.isEmpty() ? m_row->lease : lease);
    words.replace("%w", QByteArray::number(qint64(wait.count())));
    words.replace("%a", m_answer);
    return m_client->begin(m_actor, words);
}

// What is there without being taken is asked of nobody.
int Speaker::beginAcquire(const QByteArray &lease)
{
    return m_row->acquire.isEmpty() ? -1 : begin(m_row->acquire, lease);
}

int Speaker::beginToWait(milliseconds wait)
{
    return begin(m_row->await.isEmpty() ? m_row->acquire : m_row->await, {}, wait);
}

bool Speaker::acquired(int id)
{
    if (id < 0)
        return true;
    m_answer = m_client->answer(id);
    const bool taken =
        m_answer != "false" && m_answer != "null" && m_answer != "silence" && !m_answer.startsWith("error");
    m_acquires += taken;
    return taken;
}

QByteArray Speaker::say(const QByteArray &line)
{
    return line.isEmpty() ? QByteArray() : m_client->answer(begin(line));
}

QByteArray Speaker::decoded(const QByteArray &said) const
{
    return m_row->ownerIsHex ? QByteArray::fromHex(said) : said;
}

QByteArray Speaker::owner()
{
    if (m_row->owner == "%a")
        return decoded(m_answer.split(' ').last());
    return decoded(say(m_row->owner));
}

QByteArray Speaker::awaiterOwner()
{
    return m_row->awaiterOwner.isEmpty() ? owner() : decoded(say(m_row->awaiterOwner));
}

std::optional<qint64> Speaker::number(const QByteArray &line)
{
    bool ok = false;
    const qint64 number = say(line).toLongLong(&ok);
    return ok ? std::optional(number) : std::nullopt;
}

} // namespace lockscope::test
