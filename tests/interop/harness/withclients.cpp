// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/interop/harness/withclients.h"

#include "tests/support/verify.h"

#include <QTest>

#include <algorithm>

namespace lockscope::test
{

namespace
{
// Lease of Redisson's locks without an explicit one, in milliseconds; Redisson renews three times within it.
const QString WatchdogTimeout = QStringLiteral("3000");
} // namespace

std::vector<Row> redissonReleases()
{
    std::vector<Row> rows;
    for (const char *release : {"3.13.6", "3.40.2", "4.7.0"}) // As in clients/redisson/releases
        rows.push_back({release, QStringLiteral("redisson-") + QLatin1String(release)});
    return rows;
}

void WithClients::initTestCase_data()
{
    QTest::addColumn<int>("row");
    for (size_t i = 0; i < m_rows.size(); ++i)
        QTest::newRow(m_rows[i].title.constData()) << int(i);
}

void WithClients::initTestCase()
{
    QStringList reasons;
    for (const Row &row : m_rows) {
        if (m_why.contains(row.client))
            continue;
        m_why[row.client] = Client::whyNot(row.client);
        if (!m_why[row.client].isEmpty())
            reasons << m_why[row.client];
    }
    if (std::ranges::none_of(m_why, [](const auto &why) { return why.second.isEmpty(); }))
        QSKIP(qPrintable(reasons.join(QStringLiteral("; "))));
    VERIFY_OK(m_stage.open(m_nodes));
}

void WithClients::init()
{
    QFETCH_GLOBAL(int, row);
    m_row = size_t(row);
    ++m_run; // A new name for each test
    const QString client = m_rows[m_row].client;
    if (!m_why[client].isEmpty())
        QSKIP(qPrintable(m_why[client]));
    if (const QString why = notHere(); !why.isEmpty())
        QSKIP(qPrintable(why));
    if (!m_clients.contains(client))
        m_clients.emplace(client, std::make_unique<Client>(client, arguments()));
}

QStringList WithClients::arguments() const
{
    return {m_stage.ports(), WatchdogTimeout};
}

void WithClients::letItFallAsleep(const QByteArray &actor)
{
    const auto isAsleep = [&] { return client().ask("observer", "asleep " + actor) == "true"; };
    if (!QTest::qWaitFor(isAsleep, int(Client::Promptly.count())))
        qWarning("%s does not fall asleep", actor.constData());
}

QByteArray WithClients::ownerOf(const QByteArray &key)
{
    const LockPtr lock = m_stage.look(key);
    return lock ? lock->owner().bytes : QByteArray();
}

} // namespace lockscope::test
