// SPDX-License-Identifier: GPL-3.0-or-later
// Replies of a server to INFO, ROLE, TIME, CLUSTER, SENTINEL, ACL and scripts, and what it sends by itself
// (replytext.h): each is given to all that read any of them.
#include "core/deployment/permissions.h"
#include "core/deployment/serverinfo.h"
#include "core/engine/following/feedmessage.h"
#include "core/formats/scriptreply.h"
#include "core/redis/servererror.h"
#include "tests/fuzz/replytext.h"
#include "tests/fuzz/target.h"

namespace fuzz_server
{

using namespace lockscope;
using namespace lockscope::fuzz;

namespace
{

const Endpoint Asked{QStringLiteral("typed"), 6379};

void demandAddress(const Endpoint &address)
{
    demand(!address.host.isEmpty() && address.port > 0, "an announced address has host and port");
}

void demandAddresses(const std::optional<std::vector<ShardInfo>> &shards)
{
    for (const ShardInfo &shard : shards.value_or(std::vector<ShardInfo>())) {
        demandAddress(shard.master);
        std::for_each(shard.replicas.begin(), shard.replicas.end(), demandAddress);
    }
}

void readAlone(const Reply &reply)
{
    demandAddresses(readClusterShards(reply, Asked, false));
    demandAddresses(readClusterShards(reply, Asked, true));
    demandAddresses(readClusterSlots(reply, Asked));
    if (const auto master = readSentinelMaster(reply))
        demandAddress(*master);
    const std::vector<Endpoint> listed = readSentinelList(reply);
    std::for_each(listed.begin(), listed.end(), demandAddress);
    readSentinelEpoch(reply);
    isReplica(reply, reply);
    isBeforeAcl(reply);
    const FeedMessage message = readFeedMessage(reply, "__keyspace@0__:");
    demand(message.kind != FeedMessage::Kind::Event || message.keys.size() == 1, "an event is of one key");
    if (const auto told = readScriptReply(reply)) {
        Receipt receipt;
        applyScriptReply(*told, receipt);
    }
    const Failure failure = serverFailure(reply.bytes, {"typed:6379"}, "lock:a");
    if (const auto asked = readAsk(failure))
        demand(asked->port > 0, "an address to ask has a port");
}

// As a connection test puts them together.
void readRights(const std::vector<Reply> &replies)
{
    const ConnectionSpec spec{.host = QStringLiteral("typed"), .patterns = {"lock:*"}};
    const std::vector<Trial> trials = trialsFor(spec);
    std::vector<Reply> answers = replies;
    answers.resize(size_t(questions(trials, spec).count()));
    for (const bool before6 : {false, true}) {
        const auto rights = rightsTold(trials, results(trials, answers, before6));
        mayRead(rights, spec);
        mayWrite(rights, before6, spec);
    }
}

void run(const QByteArray &input)
{
    std::vector<Reply> replies = repliesFromText(input);
    std::for_each(replies.begin(), replies.end(), readAlone);
    readRights(replies);
    constexpr size_t Asks = 4; // INFO server, INFO replication, ROLE, TIME
    replies.resize(std::max(replies.size(), Asks));
    for (size_t i = 0; i + Asks <= replies.size(); ++i) {
        const ServerInfo told = readServer(replies[i], replies[i + 1], replies[i + 2], replies[i + 3]);
        for (const ReplicaInfo &replica : told.replicas)
            demandAddress(replica.announced);
        if (told.master)
            demandAddress(*told.master);
    }
}

} // namespace

LOCKSCOPE_FUZZ_TARGET(server);

} // namespace fuzz_server
