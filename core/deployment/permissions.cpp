// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/permissions.h"

#include "core/base/tr.h"
#include "core/redis/readcommands.h"
#include "core/redis/servererror.h"

#include <algorithm>

namespace lockscope
{

namespace
{

QByteArray userOf(const ConnectionSpec &spec)
{
    return spec.user.isEmpty() ? QByteArrayLiteral("default") : spec.user.toUtf8();
}

// A key that begins like the pattern, up to its first wildcard.
QByteArray sampleKey(const QByteArray &pattern)
{
    qsizetype fixed = 0;
    while (fixed < pattern.size() && !QByteArrayView("*?[\\").contains(pattern.at(fixed)))
        ++fixed;
    return pattern.left(fixed) + "lockscope";
}

QByteArray aclName(const Command &command)
{
    const bool contains = command.size() > 1 && isContainerCommand(command[0]);
    return contains ? (command[0] + '|' + command[1]).toLower() : command[0].toLower();
}

void addReadTrials(std::vector<Trial> &trials, const QByteArray &key, const QByteArray &pattern)
{
    for (const Command &command :
         {Command{"TYPE", key}, Command{"PTTL", key}, Command{"GETRANGE", key, "0", "0"},
          Command{"HGETALL", key}, Command{"LRANGE", key, "0", "0"}, Command{"ZRANGE", key, "0", "0"}})
        trials.push_back({.right = Right::Read, .command = command, .sent = true, .pattern = pattern});
}

// The commands that send scripts, and those inside the scripts.
void addActTrials(std::vector<Trial> &trials, const QByteArray &key, const QByteArray &pattern)
{
    const QByteArray channel = "redisson_lock__channel:{" + key + '}';
    trials.push_back({.right = Right::Script, .command = {"EVALSHA", "0", "1", key}, .pattern = pattern});
    trials.push_back({.right = Right::Script, .command = {"EVAL", "return 0", "1", key}, .pattern = pattern});
    for (const Command &command : {Command{"SET", key, "v"}, Command{"DEL", key}, Command{"HDEL", key, "f"},
                                   Command{"PEXPIRE", key, "1"}})
        trials.push_back({.right = Right::Write, .command = command, .pattern = pattern});
    trials.push_back({.right = Right::Publish, .command = {"PUBLISH", channel, "0"}, .pattern = pattern});
}

TrialResult resultOf(const Trial &trial, const Reply &reply)
{
    const QByteArray &words = reply.bytes;
    if (trial.sent) {
        const auto kind = reply.isError() ? std::optional(classifyServerError(words)) : std::nullopt;
        if (kind == ErrorKind::UnknownCommand)
            return {TrialEnd::Absent, words};
        if (kind != ErrorKind::NoPerm)
            return {TrialEnd::Allowed};
    } else if (reply.isError()) {
        return {words.startsWith("ERR Command '") ? TrialEnd::Absent : TrialEnd::NotTold, words};
    } else if (words == "OK") {
        return {TrialEnd::Allowed};
    }
    if (words.contains("channel"))
        return {TrialEnd::ChannelDenied};
    return {words.contains(" key") ? TrialEnd::KeyDenied : TrialEnd::CommandDenied};
}

QString whyNotTold(const QByteArray &words)
{
    switch (classifyServerError(words)) {
    case ErrorKind::NoPerm:
        return Tr::tr("this user may not query the server for it (ACL DRYRUN)");
    case ErrorKind::UnknownCommand:
        return Tr::tr("servers before 7.0 cannot be queried");
    default:
        return Tr::tr("the server answered: %1").arg(escapedText(words));
    }
}

template<typename List, typename Item> void addOnce(List &list, const Item &item)
{
    if (!list.contains(item))
        list += item;
}

// The channels that the trial's channel is a sample of.
QByteArray channelPattern(const Trial &trial)
{
    const QByteArray pattern = trial.pattern.isEmpty() ? QByteArrayLiteral("*") : trial.pattern;
    if (trial.right != Right::Publish)
        return trial.command[1].left(trial.command[1].indexOf(':') + 1) + pattern;
    return pattern == "*" ? pattern : "*{" + pattern + "}*";
}

void note(RightInfo &told, const Trial &trial, const TrialResult &result)
{
    switch (result.end) {
    case TrialEnd::Allowed:
        return;
    case TrialEnd::KeyDenied:
        addOnce(told.patterns, trial.pattern.isEmpty() ? QByteArrayLiteral("*") : trial.pattern);
        if (!trial.pattern.isEmpty())
            told.state = RightState::Denied;
        return;
    case TrialEnd::NotTold:
        if (told.state == RightState::Allowed)
            told.state = RightState::NotKnown;
        told.why = whyNotTold(result.words);
        return;
    case TrialEnd::CommandDenied:
        addOnce(told.commands, aclName(trial.command));
        break;
    case TrialEnd::ChannelDenied:
        addOnce(told.channels, channelPattern(trial));
        break;
    case TrialEnd::Absent:
        told.why = Tr::tr("the server has no %1")
                       .arg(QString::fromLatin1(aclName(trial.command)).toUpper().replace(u'|', u' '));
        break;
    }
    told.state = RightState::Denied;
}

ConnectionStage stage(ConnectionStep step, StageState state, const ConnectionSpec &spec)
{
    return {.step = step, .state = state, .node = spec.node()};
}

RightInfo together(const std::vector<RightInfo> &rights, std::initializer_list<Right> which)
{
    RightInfo whole;
    QList<QByteArray> partly; // patterns of rights that are allowed otherwise
    for (const RightInfo &told : rights) {
        if (std::find(which.begin(), which.end(), told.right) == which.end())
            continue;
        const bool isWorse = whole.state == RightState::Allowed || told.state == RightState::Denied;
        if (told.state != RightState::Allowed && isWorse)
            whole.state = told.state;
        whole.commands += told.commands;
        for (const QByteArray &pattern : told.patterns)
            addOnce(told.state == RightState::Allowed ? partly : whole.patterns, pattern);
        whole.channels += told.channels;
        if (!told.why.isEmpty())
            whole.why = told.why;
    }
    if (whole.state == RightState::Allowed)
        whole.patterns = partly;
    return whole;
}

Failure denied(const RightInfo &told, const ConnectionSpec &spec)
{
    Failure failure{.kind = ErrorKind::NoPerm, .node = spec.node()};
    RightInfo first = told; // named in the text; the remedy has all
    if (!told.commands.isEmpty()) {
        first = {.state = told.state, .commands = told.commands};
        failure.text = Tr::tr("this user may not run %1").arg(missingText(first));
    } else if (!told.patterns.isEmpty()) {
        first = {.state = told.state, .patterns = told.patterns};
        failure.text = Tr::tr("this user may not access %1").arg(missingText(first));
    } else if (!told.channels.isEmpty()) {
        first = {.state = told.state, .channels = told.channels};
        failure.text = Tr::tr("this user may not use %1").arg(missingText(first));
    } else {
        failure.text = told.why;
    }
    const QByteArray rules = missingRules(told);
    if (!rules.isEmpty())
        failure.remedy = Tr::tr("required permission: ACL SETUSER %1 %2")
                             .arg(QString::fromUtf8(userOf(spec)), escapedText(rules));
    return failure;
}

ConnectionStage stageOf(ConnectionStep step, const RightInfo &told, const ConnectionSpec &spec)
{
    switch (told.state) {
    case RightState::NotKnown: {
        ConnectionStage result = stage(step, StageState::NotKnown, spec);
        result.detail = told.why;
        return result;
    }
    case RightState::Denied: {
        ConnectionStage result = stage(step, StageState::Failed, spec);
        result.failure = denied(told, spec);
        return result;
    }
    case RightState::Allowed:
        break;
    }
    ConnectionStage result = stage(step, StageState::Ok, spec);
    result.detail = missingText(told);
    return result;
}

} // namespace

std::vector<Trial> trialsFor(const ConnectionSpec &spec)
{
    std::vector<Trial> trials{
        {.right = Right::Scan, .command = {"SCAN", "0", "COUNT", "1"}, .sent = true},
        {.right = Right::Follow, .command = {"CLIENT", "TRACKING", "?"}, .sent = true},
        {.right = Right::Waiters, .command = {"PUBSUB", "NUMSUB"}, .sent = true},
        {.right = Right::Clients, .command = {"CLIENT", "LIST", "TYPE", "?"}, .sent = true},
        {.right = Right::Settings, .command = {"CONFIG", "GET", "save"}, .sent = true},
        {.right = Right::Monitor, .command = {"MONITOR"}},
    };
    const QByteArray keyspace = "__keyspace@" + QByteArray::number(spec.db) + "__:";
    QList<QByteArray> patterns = spec.patterns;
    if (patterns.isEmpty())
        patterns += QByteArray();
    for (const QByteArray &pattern : patterns) {
        const QByteArray key = sampleKey(pattern);
        addReadTrials(trials, key, pattern);
        trials.push_back(
            {.right = Right::Subscribe, .command = {"SUBSCRIBE", keyspace + key}, .pattern = pattern});
        addActTrials(trials, key, pattern);
    }
    std::stable_sort(trials.begin(), trials.end(),
                     [](const Trial &a, const Trial &b) { return a.right < b.right; });
    return trials;
}

Batch questions(const std::vector<Trial> &trials, const ConnectionSpec &spec)
{
    Batch batch;
    for (const Trial &trial : trials) {
        Command question;
        if (!trial.sent)
            question = {"ACL", "DRYRUN", userOf(spec)};
        question.insert(question.end(), trial.command.begin(), trial.command.end());
        batch.add(question);
    }
    return batch;
}

std::vector<TrialResult> results(const std::vector<Trial> &trials, const std::vector<Reply> &replies,
                                 bool before6)
{
    std::vector<TrialResult> results;
    for (size_t i = 0; i < trials.size(); ++i) {
        results.push_back(resultOf(trials[i], replies.at(i)));
        if (before6 && results.back().end == TrialEnd::NotTold)
            results.back() = {TrialEnd::Allowed}; // without ACL everything is allowed
    }
    return results;
}

std::vector<RightInfo> rightsTold(const std::vector<Trial> &trials, const std::vector<TrialResult> &results)
{
    std::vector<RightInfo> rights;
    for (size_t i = 0; i < trials.size(); ++i) {
        if (rights.empty() || rights.back().right != trials[i].right)
            rights.push_back({.right = trials[i].right});
        note(rights.back(), trials[i], results.at(i));
    }
    const bool anyKey = std::any_of(trials.begin(), trials.end(), [](const Trial &trial) {
        return trial.right == Right::Read && trial.pattern.isEmpty();
    });
    for (RightInfo &told : rights) {
        if (told.state == RightState::Denied && anyKey)
            told.patterns.clear(); // a denied sample key is not the reason
        if (told.state == RightState::Denied && !missingRules(told).isEmpty())
            told.why.clear();
    }
    return rights;
}

ConnectionStage mayRead(const std::vector<RightInfo> &rights, const ConnectionSpec &spec)
{
    return stageOf(ConnectionStep::MayRead, together(rights, {Right::Scan, Right::Read}), spec);
}

ConnectionStage mayWrite(const std::vector<RightInfo> &rights, bool isReplica, const ConnectionSpec &spec)
{
    if (!isReplica)
        return stageOf(ConnectionStep::MayWrite,
                       together(rights, {Right::Script, Right::Write, Right::Publish}), spec);
    ConnectionStage result = stage(ConnectionStep::MayWrite, StageState::Failed, spec);
    result.failure = {.kind = ErrorKind::ReadOnlyReplica,
                      .text = Tr::tr("it is a replica"),
                      .remedy = Tr::tr("connect to its master"),
                      .node = spec.node()};
    return result;
}

bool isReplica(const Reply &role, const Reply &info)
{
    if (role.isArray() && !role.items.empty())
        return role.items.front().bytes == "slave";
    return info.bytes.contains("\r\nrole:slave\r\n");
}

bool isBeforeAcl(const Reply &info)
{
    const QByteArray field = "redis_version:";
    const qsizetype at = info.bytes.indexOf(field);
    if (at < 0)
        return false;
    const qsizetype from = at + field.size();
    const int major = info.bytes.mid(from, info.bytes.indexOf('.', from) - from).toInt();
    return major > 0 && major < 6;
}

} // namespace lockscope
