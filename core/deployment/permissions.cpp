// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deployment/permissions.h"

#include <array>

namespace lockscope
{

namespace
{

QByteArray userOf(const ConnectionSpec &spec)
{
    return spec.user.isEmpty() ? QByteArrayLiteral("default") : spec.user.toUtf8();
}

// A name that the first pattern matches as far as it begins with fixed bytes.
QByteArray sampleKey(const ConnectionSpec &spec)
{
    const QByteArray pattern = spec.patterns.isEmpty() ? QByteArrayLiteral("lock:") : spec.patterns.first();
    qsizetype fixed = 0;
    while (fixed < pattern.size() && !QByteArrayView("*?[\\").contains(pattern.at(fixed)))
        ++fixed;
    return pattern.left(fixed) + "lockscope";
}

// What the scripts of the acts are and call. {name, arguments…}; "k" stands for a key.
const std::array<Command, 7> ActCommands{{{"EVALSHA", "0", "1", "k"},
                                          {"EVAL", "return 0", "1", "k"},
                                          {"SET", "k", "v"},
                                          {"DEL", "k"},
                                          {"HDEL", "k", "f"},
                                          {"PEXPIRE", "k", "1"},
                                          {"PUBLISH", "channel", "0"}}};

bool concernsKey(const QByteArray &text)
{
    return text.contains(" key");
}

ConnectionStage stage(ConnectionStep step, StageState state, const ConnectionSpec &spec)
{
    return {.step = step, .state = state, .node = spec.node()};
}

ConnectionStage failed(ConnectionStep step, const ConnectionSpec &spec, Failure why)
{
    ConnectionStage result = stage(step, StageState::Failed, spec);
    result.failure = std::move(why);
    return result;
}

ConnectionStage notKnown(const ConnectionSpec &spec, const QString &why)
{
    ConnectionStage result = stage(ConnectionStep::MayWrite, StageState::NotKnown, spec);
    result.detail = why;
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

// The answers to ACL DRYRUN: which commands the user may not run, or which key not touch.
struct Trial {
    QByteArrayList commands{};
    bool key = false;
    QByteArray unanswered{}; // the server's words where it does not try
};

Trial trialOf(const std::vector<Reply> &replies, size_t first)
{
    Trial trial;
    for (size_t i = 0; i < ActCommands.size(); ++i) {
        const Reply &answer = replies.at(first + i);
        if (answer.isError())
            trial.unanswered = answer.bytes;
        else if (answer.bytes == "OK")
            continue;
        else if (concernsKey(answer.bytes))
            trial.key = true;
        else if (answer.bytes.contains("channel"))
            trial.commands << "publish to every channel";
        else
            trial.commands << ActCommands[i].front().toLower();
    }
    return trial;
}

QString whyUnanswered(const QByteArray &words)
{
    switch (classifyServerError(words)) {
    case ErrorKind::NoPerm:
        return QStringLiteral("this user may not ask the server for it (ACL DRYRUN)");
    case ErrorKind::UnknownCommand:
        return QStringLiteral("a server before 7.0 cannot be asked");
    default:
        return QStringLiteral("the server answered: %1").arg(QString::fromUtf8(words));
    }
}

Failure denied(const Trial &trial, const ConnectionSpec &spec)
{
    Failure failure{.kind = ErrorKind::NoPerm, .node = spec.node()};
    const QString user = QString::fromUtf8(userOf(spec));
    if (trial.commands.isEmpty()) {
        const QString pattern = escapedText(spec.patterns.first());
        failure.text = QStringLiteral("the user may not touch keys of %1").arg(pattern);
        failure.remedy = QStringLiteral("ask for the right: ACL SETUSER %1 ~%2").arg(user, pattern);
        return failure;
    }
    QString rights;
    for (const QByteArray &command : trial.commands)
        rights += command.contains(' ') ? QStringLiteral(" &*")
                                        : QStringLiteral(" +") + QString::fromLatin1(command);
    failure.text =
        QStringLiteral("the user may not run %1").arg(QString::fromLatin1(trial.commands.join(", ")));
    failure.remedy = QStringLiteral("ask for the right: ACL SETUSER %1%2").arg(user, rights);
    return failure;
}

} // namespace

Batch readQuestions(const ConnectionSpec &spec)
{
    Batch batch;
    batch.add({"SCAN", "0", "COUNT", "1"});
    batch.add({"TYPE", sampleKey(spec)});
    return batch;
}

ConnectionStage mayRead(const std::vector<Reply> &replies, const ConnectionSpec &spec)
{
    for (const Reply &reply : replies) {
        if (!reply.isError())
            continue;
        const ErrorKind kind = classifyServerError(reply.bytes);
        // The sample key is on another node of the cluster: the question was allowed.
        if (kind == ErrorKind::Moved || kind == ErrorKind::Ask || kind == ErrorKind::ClusterDown)
            continue;
        // Without a pattern it was any name; there may be others that this user may read.
        if (kind == ErrorKind::NoPerm && concernsKey(reply.bytes) && spec.patterns.isEmpty()) {
            ConnectionStage some = stage(ConnectionStep::MayRead, StageState::Ok, spec);
            some.detail = QStringLiteral("not every key");
            return some;
        }
        return failed(ConnectionStep::MayRead, spec, serverFailure(reply.bytes, spec.node()));
    }
    return stage(ConnectionStep::MayRead, StageState::Ok, spec);
}

Batch writeQuestions(const ConnectionSpec &spec)
{
    Batch batch;
    batch.add({"ROLE"});
    batch.add({"INFO"});
    const QByteArray key = sampleKey(spec);
    for (const Command &tried : ActCommands) {
        Command question{"ACL", "DRYRUN", userOf(spec)};
        for (const QByteArray &word : tried)
            question.push_back(word == "k" ? key : word);
        batch.add(question);
    }
    return batch;
}

ConnectionStage mayWrite(const std::vector<Reply> &replies, const ConnectionSpec &spec)
{
    constexpr auto Step = ConnectionStep::MayWrite;
    const Reply &role = replies.at(0);
    const Reply &info = replies.at(1);
    if (isReplica(role, info))
        return failed(Step, spec,
                      {.kind = ErrorKind::ReadOnlyReplica,
                       .text = QStringLiteral("it is a replica"),
                       .remedy = QStringLiteral("connect to its master"),
                       .node = spec.node()});
    const Trial trial = trialOf(replies, 2);
    if (!trial.unanswered.isEmpty() && isBeforeAcl(info))
        return stage(Step, StageState::Ok, spec); // everybody may do everything there
    if (!trial.unanswered.isEmpty())
        return notKnown(spec, whyUnanswered(trial.unanswered));
    if (!trial.commands.isEmpty() || (trial.key && !spec.patterns.isEmpty()))
        return failed(Step, spec, denied(trial, spec));
    ConnectionStage result = stage(Step, StageState::Ok, spec);
    if (trial.key)
        result.detail = QStringLiteral("not every key");
    return result;
}

} // namespace lockscope
