// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/owners/clientlist.h"

#include <QList>
#include <QSet>

namespace lockscope
{

namespace
{

constexpr size_t MostIdsAtOnce = 1000;

// Redis allows no spaces or line breaks in names, so a space ends each word.
void take(ClientSight &client, QByteArrayView name, QByteArrayView value)
{
    if (name == "id")
        client.id = value.toLongLong();
    else if (name == "addr")
        client.address = value.toByteArray();
    else if (name == "name")
        client.name = value.toByteArray();
}

template<class F> void forEachWord(QByteArrayView line, F &&f) // f(name, value)
{
    while (!line.isEmpty()) {
        const qsizetype blank = line.indexOf(' ');
        const QByteArrayView word = blank < 0 ? line : line.first(blank);
        line = blank < 0 ? QByteArrayView() : line.sliced(blank + 1);
        if (const qsizetype equals = word.indexOf('='); equals > 0)
            f(word.first(equals), word.sliced(equals + 1));
    }
}

ClientSight readLine(QByteArrayView line)
{
    ClientSight client;
    forEachWord(line, [&client](QByteArrayView name, QByteArrayView value) { take(client, name, value); });
    return client;
}

} // namespace

QByteArray hostOfAddress(const QByteArray &address)
{
    const qsizetype colon = address.lastIndexOf(':');
    return colon < 0 ? address : address.first(colon);
}

QByteArray ClientSight::host() const
{
    return hostOfAddress(address);
}

std::vector<Command> clientListsOf(const std::vector<qint64> &ids)
{
    std::vector<Command> commands;
    for (size_t i = 0; i < ids.size(); ++i) {
        if (i % MostIdsAtOnce == 0)
            commands.push_back({"CLIENT", "LIST", "ID"});
        commands.back().push_back(QByteArray::number(ids[i]));
    }
    return commands;
}

std::vector<ClientSight> readClientList(const QByteArray &text)
{
    std::vector<ClientSight> clients;
    for (const QByteArray &line : text.split('\n')) {
        ClientSight client = readLine(QByteArrayView(line).trimmed());
        if (!client.address.isEmpty())
            clients.push_back(std::move(client));
    }
    return clients;
}

std::vector<Sleeper> readSleepers(const QByteArray &text, int database)
{
    static const QSet<QByteArray> commands{"blpop", "brpop", "brpoplpush", "blmove", "blmpop"};
    std::vector<Sleeper> sleepers;
    for (const QByteArray &line : text.split('\n')) {
        Sleeper sleeper{.client = readLine(QByteArrayView(line).trimmed())};
        bool isBlocked = false, isThere = false;
        forEachWord(QByteArrayView(line).trimmed(), [&](QByteArrayView name, QByteArrayView value) {
            if (name == "flags")
                isBlocked = value.contains('b');
            else if (name == "db")
                isThere = value.toInt() == database;
            else if (name == "cmd")
                sleeper.command = value.toByteArray();
            else if (name == "idle")
                sleeper.atLeast = std::chrono::seconds(value.toLongLong());
        });
        if (isBlocked && isThere && commands.contains(sleeper.command))
            sleepers.push_back(std::move(sleeper));
    }
    return sleepers;
}

std::optional<qint64> countSubscribedTwice(const QByteArray &text)
{
    qint64 count = 0;
    bool isTold = text.isEmpty();
    for (const QByteArray &line : text.split('\n')) {
        qint64 plain = 0, sharded = 0;
        forEachWord(QByteArrayView(line).trimmed(), [&](QByteArrayView name, QByteArrayView value) {
            if (name == "sub")
                plain = value.toLongLong();
            else if (name == "ssub")
                sharded = value.toLongLong();
            isTold = isTold || name == "ssub";
        });
        count += plain > 0 && sharded > 0;
    }
    return isTold ? std::optional(count) : std::nullopt;
}

bool subscribersUseOnly(int database, const QByteArray &text)
{
    for (const QByteArray &line : text.split('\n')) {
        bool isSubscriber = false, isThere = false;
        forEachWord(QByteArrayView(line).trimmed(), [&](QByteArrayView name, QByteArrayView value) {
            if (name == "sub" || name == "ssub")
                isSubscriber = isSubscriber || value.toLongLong() > 0;
            else if (name == "db")
                isThere = value.toInt() == database;
        });
        if (isSubscriber && !isThere)
            return false;
    }
    return true;
}

} // namespace lockscope
