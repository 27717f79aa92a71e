// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/health/nodefacts.h"

#include "core/deployment/health/serverrules.h"
#include "core/deployment/permissions.h"

#include <QHostAddress>

namespace lockscope
{

namespace
{

bool isLoopback(const QString &host)
{
    return host == QLatin1String("localhost") || QHostAddress(host).isLoopback();
}

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

// A script does not say why a command is denied: without a pattern, the sample key may be the reason.
TrialResult scriptsAnswer(const Trial &trial, bool isAllowed, bool hidesKeys, const TrialResult &untold)
{
    if (isAllowed)
        return {TrialEnd::Allowed};
    if (!hidesKeys || !trial.pattern.isEmpty() || trial.right == Right::Monitor)
        return {TrialEnd::CommandDenied};
    return trial.right == Right::Script ? TrialResult{TrialEnd::KeyDenied} : untold;
}

// A user without permission for ACL DRYRUN can still ask by a script, if the connection may act.
QCoro::Task<> askByScript(Session *acting, const std::vector<Trial> *trials, std::vector<TrialResult> *found)
{
    std::vector<QByteArray> words;
    std::vector<size_t> open;
    for (size_t i = 0; i < trials->size(); ++i) {
        if ((*found)[i].end != TrialEnd::NotTold)
            continue;
        const Command &command = (*trials)[i].command;
        open.push_back(i);
        words.push_back(QByteArray::number(qlonglong(command.size())));
        words.insert(words.end(), command.begin(), command.end());
    }
    const bool hidesKeys = std::ranges::any_of(
        *found, [](const TrialResult &result) { return result.end == TrialEnd::KeyDenied; });
    const QByteArray name("may-run");
    const std::vector<QByteArray> none;
    const Outcome<Reply> answers = co_await acting->evaluate(name, none, words);
    const bool isDenied = !answers && answers.failure().kind == ErrorKind::NoPerm;
    for (size_t i = 0; i < open.size(); ++i) {
        TrialResult &result = (*found)[open[i]];
        if (isDenied && (*trials)[open[i]].right == Right::Script)
            result = {TrialEnd::CommandDenied};
        else if (answers && i < answers->items.size() && answers->items[i].integer >= 0)
            result = scriptsAnswer((*trials)[open[i]], answers->items[i].integer == 1, hidesKeys, result);
    }
}

QCoro::Task<std::vector<RightInfo>> readRights(QPointer<Node> node, QByteArray user,
                                               QList<QByteArray> patterns, bool before6)
{
    ConnectionSpec spec = node->spec();
    spec.patterns = std::move(patterns);
    if (!user.isEmpty())
        spec.user = QString::fromUtf8(user);
    const std::vector<Trial> trials = trialsFor(spec);
    Batch asked = questions(trials, spec);
    const Outcome<Replies> replies = co_await node->reading().send(std::move(asked));
    if (!replies)
        co_return {};
    std::vector<TrialResult> found = results(trials, replies->items, before6);
    const bool isOpen = std::any_of(found.begin(), found.end(), [](const TrialResult &result) {
        return result.end == TrialEnd::NotTold;
    });
    Session *acting = node && isOpen && node->status().isMaster() ? node->acting() : nullptr;
    if (acting)
        co_await askByScript(acting, &trials, &found);
    co_return rightsTold(trials, found);
}

std::vector<Question> stateQuestion(NodeFacts &facts)
{
    return {{{"INFO"}, &facts.info}};
}

// Whether a failed snapshot or missing replicas stop the writes.
std::vector<Question> refusalQuestions()
{
    std::vector<Question> questions;
    for (const char *setting : {"save", "stop-writes-on-bgsave-error", "min-replicas-to-write"})
        questions.push_back({{"CONFIG", "GET", setting}, nullptr});
    return questions;
}

std::vector<Finding> refusals(const NodeFacts &facts)
{
    const DeploymentFacts deployment;
    const std::vector<LockPtr> locks;
    doctor::Case it{deployment, locks};
    doctor::refusedWrites(it, facts);
    return it.found;
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

QCoro::Task<NodeFacts> readFacts(QPointer<Node> node, NodeStatus status, Topology topology,
                                 QList<QByteArray> patterns)
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
    // A server that tells neither ROLE nor INFO has locks too.
    if (node && !facts.status.isSentinel())
        facts.rights =
            co_await readRights(node, facts.user, std::move(patterns), isBeforeAcl(replies->items[0]));
    co_return facts;
}

QCoro::Task<std::vector<Finding>> readRefusals(QPointer<Node> node)
{
    NodeFacts facts{.status = node->status()};
    const auto ask = [&node](const std::vector<Question> &questions) {
        Batch batch;
        for (const Question &question : questions)
            batch.add(question.command);
        return node->reading().send(std::move(batch));
    };
    const std::vector<Question> first = stateQuestion(facts);
    const Outcome<Replies> info = co_await ask(first);
    if (!info)
        co_return std::vector<Finding>();
    take(facts, first.front(), info->items[0]);
    const bool isOpen = infoField(facts.info, "rdb_last_bgsave_status") == "err" ||
                        !infoField(facts.info, "min_slaves_good_slaves").isEmpty();
    if (isOpen && node) {
        const std::vector<Question> second = refusalQuestions();
        const Outcome<Replies> replies = co_await ask(second);
        for (size_t i = 0; replies && i < second.size(); ++i)
            take(facts, second[i], replies->items[i]);
    }
    co_return refusals(facts);
}

} // namespace lockscope
