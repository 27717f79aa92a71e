// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/nodefacts.h"

#include <QHostAddress>

namespace lockscope
{

namespace
{

bool isLoopback(const QString &host)
{
    return host == QLatin1String("localhost") || QHostAddress(host).isLoopback();
}

// One question, and where its answer goes.
struct Question {
    Command command{};
    QByteArray *answer = nullptr;
};

std::vector<Question> questionsFor(NodeFacts &facts)
{
    std::vector<Question> questions{{{"INFO"}, &facts.info}, {{"ACL", "WHOAMI"}, &facts.user}};
    for (const QByteArray &setting : settingsAsked())
        questions.push_back({{"CONFIG", "GET", setting}, nullptr});
    if (facts.topology == Topology::Cluster) {
        questions.push_back({{"CLUSTER", "INFO"}, &facts.clusterInfo});
        questions.push_back({{"CLUSTER", "NODES"}, &facts.clusterNodes});
    }
    return questions;
}

void take(NodeFacts &facts, const Question &question, const Reply &reply)
{
    if (reply.isError()) {
        QByteArray asked = question.command[0];
        if (question.answer && question.command.size() > 1)
            asked += ' ' + question.command[1];
        else if (!question.answer)
            asked += " GET";
        const QString line = QString::fromUtf8(asked + ": " + reply.bytes);
        if (!facts.refused.contains(line))
            facts.refused += line;
    } else if (question.answer) {
        *question.answer = reply.bytes;
    } else if (reply.items.size() == 2) {
        facts.config[question.command[2]] = reply.items[1].bytes;
    }
}

} // namespace

const std::vector<QByteArray> &settingsAsked()
{
    static const std::vector<QByteArray> settings{"appendfsync",
                                                  "save",
                                                  "min-replicas-to-write",
                                                  "min-replicas-max-lag",
                                                  "notify-keyspace-events",
                                                  "stop-writes-on-bgsave-error",
                                                  "protected-mode"};
    return settings;
}

QCoro::Task<NodeFacts> readFacts(QPointer<Node> node, NodeStatus status, Topology topology)
{
    NodeFacts facts{.status = std::move(status), .topology = topology};
    if (!node)
        co_return facts;
    const ConnectionSpec &spec = node->spec();
    facts.tls = spec.tls;
    facts.hasPassword = !spec.password.isEmpty();
    facts.isLocal = !spec.socketPath.isEmpty() || spec.ssh.enabled() || isLoopback(spec.host);
    if (!node->isReady())
        co_return facts;
    const std::vector<Question> questions = questionsFor(facts);
    Batch batch;
    for (const Question &question : questions)
        batch.add(question.command);
    const Outcome<Replies> replies = co_await node->reading().send(std::move(batch));
    if (!replies) {
        facts.refused += replies.failure().line();
        co_return facts;
    }
    for (size_t i = 0; i < questions.size(); ++i)
        take(facts, questions[i], replies->items[i]);
    co_return facts;
}

} // namespace lockscope
