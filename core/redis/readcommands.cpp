// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/readcommands.h"

#include "core/base/tr.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace lockscope
{

namespace
{

// Sorted for a binary search, as pages have ten thousand commands.
constexpr std::array<std::string_view, 70> ReadCommands{"ASKING",
                                                        "AUTH",
                                                        "COMMAND",
                                                        "DBSIZE",
                                                        "DUMP",
                                                        "ECHO",
                                                        "EXISTS",
                                                        "EXPIRETIME",
                                                        "GET",
                                                        "GETRANGE",
                                                        "HELLO",
                                                        "HEXISTS",
                                                        "HGET",
                                                        "HGETALL",
                                                        "HKEYS",
                                                        "HLEN",
                                                        "HMGET",
                                                        "HPEXPIRETIME",
                                                        "HPTTL",
                                                        "HSCAN",
                                                        "HSTRLEN",
                                                        "HVALS",
                                                        "INFO",
                                                        "LASTSAVE",
                                                        "LINDEX",
                                                        "LLEN",
                                                        "LPOS",
                                                        "LRANGE",
                                                        "MGET",
                                                        "PEXPIRETIME",
                                                        "PING",
                                                        "PSUBSCRIBE",
                                                        "PTTL",
                                                        "PUBSUB",
                                                        "PUNSUBSCRIBE",
                                                        "READONLY",
                                                        "READWRITE",
                                                        "ROLE",
                                                        "SCAN",
                                                        "SCARD",
                                                        "SELECT",
                                                        "SISMEMBER",
                                                        "SMEMBERS",
                                                        "SMISMEMBER",
                                                        "SSCAN",
                                                        "SSUBSCRIBE",
                                                        "STRLEN",
                                                        "SUBSCRIBE",
                                                        "SUNSUBSCRIBE",
                                                        "TIME",
                                                        "TTL",
                                                        "TYPE",
                                                        "UNSUBSCRIBE",
                                                        "WAIT",
                                                        "XINFO",
                                                        "XLEN",
                                                        "XPENDING",
                                                        "XRANGE",
                                                        "XREVRANGE",
                                                        "ZCARD",
                                                        "ZCOUNT",
                                                        "ZMSCORE",
                                                        "ZRANGE",
                                                        "ZRANGEBYSCORE",
                                                        "ZRANK",
                                                        "ZREVRANGE",
                                                        "ZREVRANGEBYSCORE",
                                                        "ZREVRANK",
                                                        "ZSCAN",
                                                        "ZSCORE"};
static_assert(std::is_sorted(ReadCommands.begin(), ReadCommands.end()));

struct SubCommands {
    std::string_view name;
    std::array<std::string_view, 12> read;
};

constexpr std::array<SubCommands, 11> Containers{{
    {"ACL", {"DRYRUN", "WHOAMI"}},
    {"CLIENT",
     {"GETNAME", "GETREDIR", "ID", "INFO", "LIST", "NO-EVICT", "NO-TOUCH", "SETINFO", "SETNAME", "TRACKING",
      "TRACKINGINFO"}},
    {"CLUSTER", {"INFO", "KEYSLOT", "MYID", "NODES", "SHARDS", "SLOTS"}},
    {"CONFIG", {"GET"}},
    {"LATENCY", {"DOCTOR", "GRAPH", "HISTOGRAM", "HISTORY", "LATEST"}},
    {"MEMORY", {"DOCTOR", "STATS", "USAGE"}},
    {"OBJECT", {"ENCODING", "FREQ", "HELP", "IDLETIME", "REFCOUNT"}},
    {"SCRIPT", {"EXISTS"}},
    {"SENTINEL",
     {"CKQUORUM", "GET-MASTER-ADDR-BY-NAME", "INFO-CACHE", "MASTER", "MASTERS", "MYID", "REPLICAS",
      "SENTINELS", "SLAVES"}},
    {"SLOWLOG", {"GET", "LEN"}},
    {"FUNCTION", {"LIST", "STATS"}},
}};

constexpr size_t LongestName = 24;

// The name in upper case, without allocation; empty if longer than any known name.
class Upper
{
public:
    explicit Upper(QByteArrayView name)
    {
        if (size_t(name.size()) > LongestName)
            return;
        for (const char c : name)
            m_text[m_size++] = c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c;
    }
    std::string_view view() const { return {m_text.data(), m_size}; }

private:
    std::array<char, LongestName> m_text{};
    size_t m_size = 0;
};

} // namespace

bool isCommand(QByteArrayView name, QByteArrayView upperCase)
{
    return Upper(name).view() == std::string_view(upperCase.data(), size_t(upperCase.size()));
}

bool isContainerCommand(QByteArrayView name)
{
    const Upper upper(name);
    return std::any_of(Containers.begin(), Containers.end(),
                       [&](const SubCommands &container) { return container.name == upper.view(); });
}

bool isReadCommand(QByteArrayView name, QByteArrayView second)
{
    const Upper upper(name);
    const std::string_view command = upper.view();
    if (command.empty())
        return false;
    if (std::binary_search(ReadCommands.begin(), ReadCommands.end(), command))
        return true;
    const Upper sub(second);
    for (const SubCommands &container : Containers) {
        if (container.name == command)
            return !sub.view().empty() && std::find(container.read.begin(), container.read.end(),
                                                    sub.view()) != container.read.end();
    }
    return false;
}

bool isSubscribeCommand(QByteArrayView name)
{
    constexpr std::string_view Tail = "SUBSCRIBE";
    const Upper upper(name);
    std::string_view command = upper.view();
    if (command.size() < Tail.size() || command.substr(command.size() - Tail.size()) != Tail)
        return false;
    command.remove_suffix(Tail.size());
    return command.empty() || command == "P" || command == "S" || command == "UN" || command == "PUN" ||
           command == "SUN";
}

bool firstArgumentIsKey(QByteArrayView name)
{
    constexpr std::array<std::string_view, 18> Keyless{
        "AUTH", "COMMAND",  "DBSIZE", "DEBUG",  "ECHO",    "EVAL", "EVALSHA", "FLUSHALL", "HELLO",
        "INFO", "LASTSAVE", "PING",   "PUBSUB", "PUBLISH", "ROLE", "SCAN",    "SELECT",   "WAIT"};
    const Upper upper(name);
    return !isContainerCommand(name) && !isSubscribeCommand(name) &&
           std::find(Keyless.begin(), Keyless.end(), upper.view()) == Keyless.end();
}

bool hasOneReply(QByteArrayView name, QByteArrayView second)
{
    const Upper upper(name);
    const std::string_view command = upper.view();
    if (command == "CLIENT")
        return !isCommand(second, "REPLY");
    if (command == "HELLO")
        return second.isEmpty() || second == QByteArrayView("2");
    return command != "MONITOR" && command != "SYNC" && command != "PSYNC" && command != "REPLCONF" &&
           !isSubscribeCommand(name);
}

std::optional<Failure> refusalOf(const Batch &batch, bool readOnly, const NodeId &node)
{
    if (readOnly && batch.mayWrite())
        return Failure{
            .kind = ErrorKind::ReadOnlySession,
            .text = Tr::tr("read-only connection: %1 was not sent").arg(escapedText(batch.firstWrite())),
            .remedy = Tr::tr("open the connection with write access"),
            .node = node};
    if (!batch.firstUnpaired().isEmpty())
        return Failure{
            .kind = ErrorKind::BadInput,
            .text = Tr::tr("%1 has no single reply and was not sent").arg(escapedText(batch.firstUnpaired())),
            .node = node};
    return {};
}

} // namespace lockscope
