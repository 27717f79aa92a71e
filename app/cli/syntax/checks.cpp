// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/syntax/checks.h"

#include "app/cli/syntax/setters.h"
#include "app/cli/syntax/typed.h"
#include "app/cli/syntax/usage.h"
#include "core/base/bytesize.h"

#include <QFile>

#include <algorithm>
#include <array>

namespace lockscope::cli
{

namespace
{

Done checkReason(const ForceReleaseOptions &force)
{
    if (force.scan && !force.dryRun)
        return badInput(QStringLiteral("force-release: --scan requires --dry-run"),
                        QStringLiteral("lockscope-cli show KEY --scan shows the other locks of the owner"));
    if (!force.reason.isEmpty() || force.dryRun)
        return Nothing{};
    return badInput(
        QStringLiteral("force-release: --reason is required"),
        QStringLiteral("--reason TEXT is recorded in the audit log; --dry-run does not require it"));
}

Done checkShare(const ForceReleaseOptions &force)
{
    if (force.anyOwner || force.expectedOwners.size() != 1 || force.expectedOwners.front().isEmpty())
        return badInput(QStringLiteral("force-release: --share requires exactly one --expect-owner"),
                        QStringLiteral("lockscope-cli show KEY lists the holders"));
    return checkReason(force);
}

// SHA-256, as the audit has it.
bool isHash(const QByteArray &text)
{
    return text.size() == 64 && std::ranges::all_of(text, [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
           });
}

Done checkFilesOnly(const char *command, const QByteArrayList &given)
{
    for (const char *option : {"sandbox", "url", "profile", "profile-folder"}) {
        if (given.contains(option))
            return badInput(QStringLiteral("%1: --%2 is not possible").arg(latin(command), latin(option)),
                            QStringLiteral("it reads files only"));
    }
    return Nothing{};
}

} // namespace

Done takeKeys(Arguments &arguments, const std::vector<QByteArray> &operands)
{
    for (const QByteArray &operand : operands) {
        // Redis allows an empty key, but an unset shell variable is far more likely.
        if (operand.isEmpty())
            return badInput(QStringLiteral("%1: KEY is empty").arg(latin(arguments.command->word)),
                            QStringLiteral("specify the lock"));
        const auto take = [key = typedKey(operand)](auto &options) {
            if constexpr (requires { options.keys.push_back(key); })
                options.keys.push_back(key);
            else if constexpr (requires { options.key = key; })
                options.key = key;
        };
        std::visit(take, arguments.options);
    }
    return Nothing{};
}

Done takeTopology(Arguments &arguments, const std::vector<QByteArray> &operands)
{
    return operands.empty() ? Done(Nothing{}) : setTopology(arguments, operands.front());
}

Done takeScenario(Arguments &arguments, const std::vector<QByteArray> &operands)
{
    const QByteArray &what = operands.front();
    if (what != "list" && what != "run")
        return badInput(QStringLiteral("lab: unknown action %1").arg(escapedText(what)),
                        QStringLiteral("use lab list or lab run SCENARIO"));
    if (what == "run" && operands.size() < 2)
        return badInput(QStringLiteral("lab run: SCENARIO is required"),
                        QStringLiteral("lockscope-cli lab list shows the scenarios"));
    if (what == "list" && operands.size() > 1)
        return badInput(QStringLiteral("lab list: unexpected argument %1").arg(escapedText(operands[1])),
                        helpHint(arguments.command));
    if (what == "run")
        partOf<LabOptions>(arguments).scenario = operands[1];
    return Nothing{};
}

Done takeRules(Arguments &arguments, const std::vector<QByteArray> &operands)
{
    using Verb = RulesOptions::Verb;
    struct Word {
        const char *word;
        Verb verb;
        const char *operand; // empty: none
    };
    static constexpr std::array Words{Word{"list", Verb::List, ""}, Word{"learn", Verb::Learn, "KEY"},
                                      Word{"exclude", Verb::Exclude, "KEY"},
                                      Word{"forget", Verb::Forget, "PATTERN"}};
    const auto found =
        std::ranges::find_if(Words, [&operands](const Word &each) { return operands.front() == each.word; });
    if (found == Words.end())
        return badInput(QStringLiteral("rules: unknown action %1").arg(escapedText(operands.front())),
                        QStringLiteral("use rules list, learn KEY, exclude KEY or forget PATTERN"));
    const bool wantsOne = *found->operand;
    if (wantsOne != (operands.size() == 2) || (wantsOne && operands[1].isEmpty()))
        return badInput(
            wantsOne && operands.size() < 3
                ? QStringLiteral("rules %1: %2 is required").arg(latin(found->word), latin(found->operand))
                : QStringLiteral("rules %1: unexpected argument %2")
                      .arg(latin(found->word), escapedText(operands.back())),
            helpHint(arguments.command));
    auto &options = partOf<RulesOptions>(arguments);
    options.verb = found->verb;
    if (options.verb == Verb::Forget)
        options.pattern = operands[1];
    else if (wantsOne)
        options.key = typedKey(operands[1]);
    return Nothing{};
}

Done takeRecording(Arguments &arguments, const std::vector<QByteArray> &operands)
{
    if (operands.front().isEmpty())
        return badInput(QStringLiteral("record: FILE is empty"), QStringLiteral("specify the file to write"));
    partOf<RecordOptions>(arguments).file = QFile::decodeName(operands.front());
    return Nothing{};
}

Done takeCompared(Arguments &arguments, const std::vector<QByteArray> &operands)
{
    for (const QByteArray &operand : operands) {
        if (operand.isEmpty())
            return badInput(QStringLiteral("compare: FILE is empty"), QStringLiteral("specify a recording"));
    }
    auto &compare = partOf<CompareOptions>(arguments);
    compare.file = QFile::decodeName(operands.front());
    if (operands.size() > 1)
        compare.laterFile = QFile::decodeName(operands[1]);
    return Nothing{};
}

Done takeShared(Arguments &arguments, const std::vector<QByteArray> &operands)
{
    auto &share = partOf<ShareOptions>(arguments);
    for (const QByteArray &operand : operands) {
        if (operand.isEmpty())
            return badInput(QStringLiteral("share: FILE is empty"), QStringLiteral("specify a recording"));
        share.files << QFile::decodeName(operand);
    }
    return Nothing{};
}

// The write-ahead log alone may have 8 MiB.
Done checkRecord(const Arguments &arguments, const QByteArrayList &)
{
    const HistorySettings &limits = std::get<RecordOptions>(arguments.options).limits;
    const qint64 least = qint64(limits.rotated > 0 ? 1 : 16) << 20;
    if (limits.bytes < least)
        return badInput(QStringLiteral("record: --max-size must be at least %1").arg(sizeText(least)),
                        limits.rotated > 0 ? QString() : QStringLiteral("or at least 1MiB with --rotate"));
    return Nothing{};
}

Done checkRules(const Arguments &arguments, const QByteArrayList &given)
{
    using Verb = RulesOptions::Verb;
    const Verb verb = std::get<RulesOptions>(arguments.options).verb;
    if (given.contains("kind") && verb != Verb::Learn)
        return badInput(QStringLiteral("rules: --kind requires learn"));
    if ((given.contains("as") || given.contains("note")) && verb != Verb::Learn && verb != Verb::Exclude)
        return badInput(QStringLiteral("rules: --as and --note require learn or exclude"));
    return Nothing{};
}

Done checkOwner(const Arguments &arguments, const QByteArrayList &given)
{
    if (given.contains("owner") && partOf<ActRequest>(arguments).owner.isEmpty())
        return badInput(QStringLiteral("%1: --owner is empty").arg(latin(arguments.command->word)));
    return Nothing{};
}

Done checkAcquire(const Arguments &arguments, const QByteArrayList &given)
{
    const auto &acquire = std::get<AcquireOptions>(arguments.options);
    if (const Done owner = checkOwner(arguments, given); !owner)
        return owner;
    if (given.contains("on-lost") && acquire.command.empty())
        return badInput(QStringLiteral("acquire: --on-lost requires a command"),
                        QStringLiteral("lockscope-cli acquire KEY --on-lost=kill -- COMMAND"));
    if (given.contains("kill-after") && acquire.onLost != OnLost::Kill)
        return badInput(QStringLiteral("acquire: --kill-after requires --on-lost=kill"));
    return Nothing{};
}

Done checkForceRelease(const Arguments &arguments, const QByteArrayList &given)
{
    const auto &force = std::get<ForceReleaseOptions>(arguments.options);
    if (force.share)
        return checkShare(force);
    if (given.contains("mode") || given.contains("part"))
        return badInput(QStringLiteral("force-release: --mode and --part require --share"),
                        QStringLiteral("without --share the whole lock is removed"));
    if (!force.expectedOwners.empty() == force.anyOwner)
        return badInput(
            force.anyOwner
                ? QStringLiteral("force-release: --expect-owner and --any-owner cannot be combined")
                : QStringLiteral("force-release: --expect-owner ID or --any-owner is required"),
            QStringLiteral("lockscope-cli show KEY shows the holder"));
    if (std::ranges::any_of(force.expectedOwners, &OwnerId::isEmpty))
        return badInput(QStringLiteral("force-release: --expect-owner is empty"),
                        QStringLiteral("--any-owner removes the lock from any holder"));
    return checkReason(force);
}

Done checkScan(const Arguments &arguments, const QByteArrayList &given)
{
    if (!std::get<ScanOptions>(arguments.options).stream)
        return Nothing{};
    if (given.contains("sort"))
        return badInput(QStringLiteral("scan: --stream and --sort cannot be combined"),
                        QStringLiteral("--stream prints locks as they are read; pipe them into sort"));
    if (given.contains("settle"))
        return badInput(QStringLiteral("scan: --stream and --settle cannot be combined"),
                        QStringLiteral("to watch locks, they must be kept in memory"));
    return Nothing{};
}

namespace
{

// ofRecording: options that need one. ofServer: those that need a server, besides how to connect to it.
Done checkRecorded(const char *command, const QString &recording, const QByteArrayList &given,
                   const QByteArrayList &ofRecording, const QByteArrayList &ofServer)
{
    const QLatin1String name(command);
    if (recording.isEmpty()) {
        for (const QByteArray &option : ofRecording) {
            if (given.contains(option))
                return badInput(QStringLiteral("%1: --%2 requires --recording").arg(name, latin(option)),
                                QStringLiteral("lockscope-cli record FILE makes one"));
        }
        return Nothing{};
    }
    for (const QByteArray &option :
         ofServer + QByteArrayList{"sandbox", "url", "profile", "profile-folder"}) {
        if (given.contains(option))
            return badInput(
                QStringLiteral("%1: --recording and --%2 cannot be combined").arg(name, latin(option)));
    }
    return Nothing{};
}

} // namespace

Done checkShow(const Arguments &arguments, const QByteArrayList &given)
{
    const auto &show = std::get<ShowOptions>(arguments.options);
    return checkRecorded("show", show.recording, given, {"at"}, {"kind", "probe", "scan", "settle"});
}

Done checkWatch(const Arguments &arguments, const QByteArrayList &given)
{
    const auto &watch = std::get<WatchOptions>(arguments.options);
    if (watch.recording.isEmpty()) {
        if (const Done checked = checkRecorded("watch", {}, given, {"speed", "from", "to"}, {});
            !checked.ok())
            return checked;
        return arguments.areSeveral() && !watch.metricsFile.isEmpty()
                   ? Done(badInput(QStringLiteral("watch: --metrics takes one connection"),
                                   QStringLiteral("run it once for each")))
                   : Done(Nothing{});
    }
    return checkRecorded("watch", watch.recording, given, {}, {"for", "alert", "confidence", "metrics"});
}

Done checkDoctor(const Arguments &arguments, const QByteArrayList &given)
{
    const auto &doctor = std::get<DoctorOptions>(arguments.options);
    if (doctor.acl && arguments.areSeveral())
        return badInput(QStringLiteral("doctor: --acl takes one connection"));
    if (doctor.acl && given.contains("settle"))
        return badInput(QStringLiteral("doctor: --acl and --settle cannot be combined"),
                        QStringLiteral("--acl contacts no server"));
    return checkRecorded("doctor", doctor.recording, given, {"at"}, {"acl", "settle"});
}

Done checkNodes(const Arguments &arguments, const QByteArrayList &given)
{
    return checkRecorded("nodes", std::get<NodesOptions>(arguments.options).recording, given, {"at"}, {});
}

Done checkBlocking(const Arguments &arguments, const QByteArrayList &given)
{
    const auto &blocking = std::get<BlockingOptions>(arguments.options);
    const Done recorded =
        checkRecorded("blocking", blocking.recording, given, {"at"}, {"probe", "by", "dot", "settle"});
    if (!recorded.ok())
        return recorded;
    if (blocking.dot && arguments.json)
        return badInput(QStringLiteral("blocking: --dot and --json cannot be combined"));
    if (given.contains("by") && (blocking.dot || arguments.json))
        return badInput(QStringLiteral("blocking: --by cannot be combined with --dot or --json"),
                        QStringLiteral("--json lists both"));
    return Nothing{};
}

Done checkAudit(const Arguments &arguments, const QByteArrayList &given)
{
    const auto &audit = std::get<AuditOptions>(arguments.options);
    if (audit.csv && arguments.json)
        return badInput(QStringLiteral("audit: --csv and --json cannot be combined"));
    if (audit.csv && audit.verify)
        return badInput(QStringLiteral("audit: --csv and --verify cannot be combined"));
    if (given.contains("expect-hash") && !isHash(audit.expectedHash))
        return badInput(
            QStringLiteral("audit: --expect-hash: %1 is not a hash").arg(escapedText(audit.expectedHash)),
            QStringLiteral("use all 64 hexadecimal digits that --verify prints"));
    if (!audit.expectedHash.isEmpty() && !audit.verify)
        return badInput(QStringLiteral("audit: --expect-hash requires --verify"));
    if (arguments.sandbox)
        return badInput(QStringLiteral("audit: --sandbox has no audit log"),
                        QStringLiteral("omit --sandbox to list all actions"));
    if (audit.since && audit.until && *audit.until >= *audit.since)
        return badInput(QStringLiteral("audit: --until must be shorter than --since"),
                        QStringLiteral("--since 2h --until 1h means between two hours and one hour ago"));
    return Nothing{};
}

Done checkContention(const Arguments &arguments, const QByteArrayList &)
{
    const auto &contention = std::get<ContentionOptions>(arguments.options);
    if (contention.csv && arguments.json)
        return badInput(QStringLiteral("contention: --csv and --json cannot be combined"));
    if (arguments.sandbox)
        return badInput(QStringLiteral("contention: --sandbox has no history"),
                        QStringLiteral("add --profile NAME, or --history FILE"));
    if (contention.file.isEmpty() && arguments.profile().isEmpty())
        return badInput(QStringLiteral("contention: no history is specified"),
                        QStringLiteral("add --profile NAME, or --history FILE"));
    if (contention.orders && (contention.until.isGiven() || !contention.changedAt.isEmpty()))
        return badInput(
            QStringLiteral("contention: --orders and --until or --changed-at cannot be combined"));
    if (contention.changedAt.isEmpty() && contention.width)
        return badInput(QStringLiteral("contention: --width requires --changed-at"));
    if (contention.width && *contention.width == milliseconds(0))
        return badInput(QStringLiteral("contention: --width must be longer than 0"));
    if (!contention.changedAt.isEmpty() && (contention.since.isGiven() || contention.until.isGiven()))
        return badInput(QStringLiteral("contention: --changed-at and --since or --until cannot be combined"),
                        QStringLiteral("--width sets how much is compared"));
    if (contention.since.ago && contention.until.ago && *contention.since.ago <= *contention.until.ago)
        return badInput(QStringLiteral("contention: --until must be shorter than --since"),
                        QStringLiteral("--since 2h --until 1h means between two hours and one hour ago"));
    return Nothing{};
}

Done checkShared(const Arguments &arguments, const QByteArrayList &given)
{
    if (const Done files = checkFilesOnly("share", given); !files.ok())
        return files;
    if (std::get<ShareOptions>(arguments.options).output.isEmpty())
        return badInput(QStringLiteral("share: --output is required"),
                        QStringLiteral("specify the file to write, such as --output locks.lockscope"));
    return Nothing{};
}

Done checkIncident(const Arguments &arguments, const QByteArrayList &)
{
    const auto &incident = std::get<IncidentOptions>(arguments.options);
    if (!incident.bundle.isEmpty() && !incident.outputDir.isEmpty())
        return badInput(QStringLiteral("incident: --output and --bundle cannot be combined"),
                        QStringLiteral("--output is a folder for the files, --bundle one file with history"));
    return Nothing{};
}

Done checkCompare(const Arguments &arguments, const QByteArrayList &given)
{
    const auto &compare = std::get<CompareOptions>(arguments.options);
    if (const Done files = checkFilesOnly("compare", given); !files.ok())
        return files;
    if (compare.csv && arguments.json)
        return badInput(QStringLiteral("compare: --csv and --json cannot be combined"));
    if (compare.span && compare.at.isEmpty())
        return badInput(QStringLiteral("compare: --span requires --at"));
    if (compare.span && *compare.span == milliseconds(0))
        return badInput(QStringLiteral("compare: --span must be longer than 0"));
    const bool hasStretch = !compare.before.isEmpty() || !compare.after.isEmpty();
    if (!compare.at.isEmpty() && (hasStretch || !compare.laterFile.isEmpty()))
        return badInput(hasStretch
                            ? QStringLiteral("compare: --at and --before or --after cannot be combined")
                            : QStringLiteral("compare: --at takes one FILE"),
                        QStringLiteral("--before FROM/TO and --after FROM/TO compare any two periods"));
    if (compare.laterFile.isEmpty() && compare.at.isEmpty() &&
        (compare.before.isEmpty() || compare.after.isEmpty()))
        return badInput(QStringLiteral("compare: one FILE requires two periods"),
                        QStringLiteral("add --at TIME, or --before FROM/TO and --after FROM/TO"));
    return Nothing{};
}

} // namespace lockscope::cli
