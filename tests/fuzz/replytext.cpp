// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/replytext.h"

#include "core/redis/codec.h"
#include "tests/fuzz/keytext.h"

namespace lockscope::fuzz
{

namespace
{

QByteArrayList wholeLines(const QByteArray &text)
{
    QByteArrayList lines;
    for (const QByteArray &line : text.split('\n')) {
        if (line.startsWith(' ') && !lines.isEmpty())
            lines.back() += "\r\n" + line.mid(1);
        else if (!line.isEmpty())
            lines << line;
    }
    return lines;
}

Reply replyAt(const QByteArrayList &lines, qsizetype &next, int depth)
{
    const QByteArray &line = lines[next++];
    const QByteArray rest = line.mid(1);
    switch (line[0]) {
    case '+':
        return {.type = Reply::Type::Status, .bytes = unescaped(rest)};
    case '-':
        return {.type = Reply::Type::Error, .bytes = unescaped(rest)};
    case ':':
        return {.type = Reply::Type::Integer, .integer = rest.toLongLong()};
    case '$':
        return {.type = Reply::Type::Bulk, .bytes = unescaped(rest)};
    case '*':
        break;
    default:
        return {};
    }
    Reply array{.type = Reply::Type::Array};
    for (int count = rest.toInt(); count > 0 && next < lines.size() && depth < ReplyCaps().depth; --count)
        array.items.push_back(replyAt(lines, next, depth + 1));
    return array;
}

} // namespace

std::vector<Reply> repliesFromText(const QByteArray &text)
{
    const QByteArrayList lines = wholeLines(text);
    std::vector<Reply> replies;
    for (qsizetype next = 0; next < lines.size();)
        replies.push_back(replyAt(lines, next, 1));
    return replies;
}

} // namespace lockscope::fuzz
