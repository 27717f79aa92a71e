// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/owners/monitorline.h"

#include "core/formats/shapes.h"

#include <algorithm>

namespace lockscope
{

namespace
{

// A shorter owner id may occur in any argument by chance.
constexpr qsizetype TellingSize = 8;

std::optional<char> unescaped(char c)
{
    switch (c) {
    case '\\':
    case '"':
        return c;
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    case 'a':
        return '\a';
    case 'b':
        return '\b';
    default:
        return {};
    }
}

// Reads one argument after its opening quote; `rest` then begins after the closing one. nullopt: no end.
std::optional<QByteArray> takeQuoted(QByteArrayView &rest)
{
    QByteArray argument;
    for (qsizetype i = 0; i < rest.size(); ++i) {
        if (rest[i] == '"') {
            rest = rest.sliced(i + 1);
            return argument;
        }
        if (rest[i] != '\\') {
            argument += rest[i];
            continue;
        }
        if (i + 3 < rest.size() && rest[i + 1] == 'x' && isHexDigit(rest[i + 2]) && isHexDigit(rest[i + 3])) {
            argument += QByteArray::fromHex(rest.sliced(i + 2, 2).toByteArray());
            i += 3;
            continue;
        }
        const std::optional<char> meant = i + 1 < rest.size() ? unescaped(rest[i + 1]) : std::nullopt;
        if (!meant)
            return {};
        argument += *meant;
        ++i;
    }
    return {};
}

// Commands that name locks and owners of other clients.
bool isOfOnlooker(const QByteArray &command)
{
    return equalsIgnoringCase(command, "pubsub") || equalsIgnoringCase(command, "client") ||
           equalsIgnoringCase(command, "publish") || equalsIgnoringCase(command, "spublish");
}

} // namespace

std::optional<MonitorLine> readMonitorLine(QByteArrayView line)
{
    const qsizetype open = line.indexOf('[');
    const qsizetype close = line.indexOf("] ", open);
    if (open < 1 || close < 0 || !isDigit(line[0]))
        return {};
    const QByteArrayView where = line.sliced(open + 1, close - open - 1);
    const qsizetype blank = where.indexOf(' ');
    if (blank < 1 || !isDigits(where.first(blank)))
        return {};
    MonitorLine told{.db = where.first(blank).toInt(), .client = where.sliced(blank + 1).toByteArray()};
    QByteArrayView rest = line.sliced(close + 2);
    while (!rest.isEmpty()) {
        if (rest[0] != '"')
            return {};
        rest = rest.sliced(1);
        std::optional<QByteArray> argument = takeQuoted(rest);
        if (!argument || (!rest.isEmpty() && rest[0] != ' '))
            return {};
        told.arguments.push_back(*std::move(argument));
        rest = rest.isEmpty() ? rest : rest.sliced(1);
    }
    return told.arguments.empty() ? std::nullopt : std::optional(std::move(told));
}

QByteArray monitorEscaped(QByteArrayView bytes)
{
    QByteArray text;
    for (const char c : bytes) {
        const QByteArrayView plain("\n\r\t\a\b"), letter("nrtab");
        if (c == '\\' || c == '"')
            text.append('\\').append(c);
        else if (const qsizetype at = plain.indexOf(c); at >= 0 && c != 0)
            text.append('\\').append(letter[at]);
        else if (c >= 0x20 && c < 0x7f)
            text.append(c);
        else
            text.append("\\x").append(QByteArray(1, c).toHex());
    }
    return text;
}

MonitorEars::MonitorEars(const LockName &key, const std::vector<SoughtOwner> &owners)
    : m_key(key.bytes), m_keyNeedle('"' + monitorEscaped(key.bytes) + '"')
{
    for (const SoughtOwner &owner : owners) {
        const QByteArray needle = monitorEscaped(owner.client.isEmpty() ? owner.id.bytes : owner.client);
        m_owners.push_back({.id = owner.id, .client = owner.client, .needle = needle});
    }
}

// Most lines are irrelevant, so they are searched before they are parsed.
void MonitorEars::hear(QByteArrayView line)
{
    ++m_lines;
    const bool namesKey = line.contains(m_keyNeedle);
    const bool namesOwner = std::any_of(m_owners.begin(), m_owners.end(),
                                        [&line](const Sought &owner) { return line.contains(owner.needle); });
    if (!namesKey && !namesOwner)
        return;
    const std::optional<MonitorLine> told = readMonitorLine(line);
    if (!told)
        return;
    ++m_named;
    if (told->client == "lua" || isOfOnlooker(told->arguments.front()))
        return;
    for (Sought &owner : m_owners) {
        if (owner.address.isEmpty() && tells(owner, *told))
            owner.address = told->client;
    }
}

bool MonitorEars::tells(const Sought &owner, const MonitorLine &line) const
{
    const auto begin = line.arguments.begin() + 1;
    const auto any = [&](auto test) { return std::any_of(begin, line.arguments.end(), test); };
    const QByteArray &meant = owner.client.isEmpty() ? owner.id.bytes : owner.client;
    if (meant.size() >= TellingSize)
        return any([&meant](const QByteArray &argument) { return argument.contains(meant); });
    return any([this](const QByteArray &argument) { return argument == m_key; }) &&
           any([&meant](const QByteArray &argument) { return argument == meant; });
}

bool MonitorEars::knowsAll() const
{
    return std::none_of(m_owners.begin(), m_owners.end(),
                        [](const Sought &owner) { return owner.address.isEmpty(); });
}

HolderClients MonitorEars::learnt() const
{
    HolderClients clients;
    for (const Sought &owner : m_owners) {
        if (!owner.address.isEmpty())
            clients.emplace_back(
                owner.id, ClientInfo{.address = owner.address, .learnt = QStringLiteral("MONITOR probe")});
    }
    return clients;
}

} // namespace lockscope
