// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/syntax/setters.h"

#include "app/cli/syntax/typed.h"
#include "app/cli/syntax/usage.h"
#include "core/base/bytesize.h"
#include "core/engine/owners/monitorprobe.h"

#include <algorithm>

namespace lockscope::cli
{

namespace
{

Failure noSuch(const OptionSyntax &option, const QByteArray &value, const QString &remedy)
{
    return badInput(QStringLiteral("--%1: unknown value %2").arg(latin(option.name), escapedText(value)),
                    remedy);
}

Done checkWord(const OptionSyntax &option, const QByteArray &value, const std::vector<QByteArray> &words)
{
    if (std::ranges::find(words, value) != words.end())
        return Nothing{};
    return noSuch(option, value,
                  didYouMean(value, words, QStringLiteral("available: %1").arg(listed(words))));
}

template<class T, size_t N> std::vector<QByteArray> namesOf(const std::array<T, N> &values)
{
    std::vector<QByteArray> words;
    for (const T value : values)
        words.emplace_back(name(value));
    return words;
}

} // namespace

Done assign(HoldMode &field, const OptionSyntax &option, const QByteArray &value)
{
    if (value != "read" && value != "write")
        return noSuch(option, value, QStringLiteral("use read or write"));
    field = value == "read" ? HoldMode::Read : HoldMode::Write;
    return Nothing{};
}

Done assign(std::optional<Confidence> &field, const OptionSyntax &option, const QByteArray &value)
{
    for (const Confidence confidence : {Confidence::Certain, Confidence::Likely, Confidence::Guess}) {
        if (value == name(confidence))
            field = confidence;
    }
    return field ? Done(Nothing{}) : noSuch(option, value, QStringLiteral("use certain, likely or guess"));
}

Done assign(OnLost &field, const OptionSyntax &option, const QByteArray &value)
{
    if (value != "kill" && value != "warn")
        return noSuch(option, value, QStringLiteral("use kill or warn"));
    field = value == "kill" ? OnLost::Kill : OnLost::Warn;
    return Nothing{};
}

Done assign(CostBy &field, const OptionSyntax &option, const QByteArray &value)
{
    for (const CostBy by : {CostBy::Lock, CostBy::Prefix, CostBy::Client}) {
        if (value == name(by)) {
            field = by;
            return Nothing{};
        }
    }
    return noSuch(option, value, QStringLiteral("use lock, prefix or client"));
}

Done assign(BlockersBy &field, const OptionSyntax &option, const QByteArray &value)
{
    for (const BlockersBy by : {BlockersBy::Thread, BlockersBy::Process}) {
        if (value == name(by)) {
            field = by;
            return Nothing{};
        }
    }
    return noSuch(option, value, QStringLiteral("use thread or process"));
}

Done assign(CompareBy &field, const OptionSyntax &option, const QByteArray &value)
{
    for (const CompareBy by : {CompareBy::Prefix, CompareBy::Lock}) {
        if (value == name(by)) {
            field = by;
            return Nothing{};
        }
    }
    return noSuch(option, value, QStringLiteral("use prefix or lock"));
}

// In a filter, "for 30s" would be two words to search for.
static bool endsAsAlert(const QByteArray &value)
{
    const QByteArrayList words = value.simplified().split(' ');
    return words.size() > 2 && words[words.size() - 2] == "for" &&
           parseDuration(QString::fromUtf8(words.back())).ok();
}

Done assign(LockFilter &field, const OptionSyntax &option, const QByteArray &value)
{
    if (endsAsAlert(value))
        return badInput(QStringLiteral("--%1: \"for DURATION\" is for alerts only").arg(latin(option.name)),
                        QStringLiteral("use watch --alert, or filter by held>30s"));
    auto filter = LockFilter::parse(QString::fromUtf8(value), FilterUse::Rule);
    if (!filter)
        return badInput(QStringLiteral("--%1: %2").arg(latin(option.name), filter.failure().text),
                        filter.failure().remedy);
    if (filter->isEmpty())
        return badInput(QStringLiteral("--%1 has no condition").arg(latin(option.name)));
    field = *std::move(filter);
    return Nothing{};
}

Done assign(AlertRule &field, const OptionSyntax &option, const QByteArray &value)
{
    auto rule = AlertRule::parse(QString::fromUtf8(value));
    if (!rule) {
        const QString &remedy = rule.failure().remedy;
        const QString usual = QStringLiteral("use a filter and a duration, as in 'verdict>=warning for 30s'");
        return badInput(QStringLiteral("--%1: %2").arg(latin(option.name), rule.failure().text),
                        remedy.isEmpty() ? usual : remedy);
    }
    field = *std::move(rule);
    return Nothing{};
}

Done assign(milliseconds &field, const OptionSyntax &option, const QByteArray &value)
{
    const Outcome<milliseconds> duration = parseDuration(QString::fromUtf8(value));
    if (!duration)
        return badInput(QStringLiteral("--%1: %2").arg(latin(option.name), duration.failure().text),
                        duration.failure().remedy);
    field = *duration;
    return Nothing{};
}

Done assign(std::optional<milliseconds> &field, const OptionSyntax &option, const QByteArray &value)
{
    const Done assigned = assign(field.emplace(), option, value);
    if (assigned.ok() && *field == milliseconds(0))
        return badInput(QStringLiteral("--%1 must be longer than 0").arg(latin(option.name)));
    return assigned;
}

// Only times have a colon. Which time is meant depends on the recording.
Done assign(PastTime &field, const OptionSyntax &option, const QByteArray &value)
{
    field = {};
    if (!value.contains(':'))
        return assign(field.ago, option, value);
    field.at = value;
    return Nothing{};
}

Done setUrl(Arguments &arguments, const OptionSyntax &, const QByteArray &value)
{
    if (value.isEmpty() || !value.isValidUtf8())
        return badInput(
            QStringLiteral("--url is %1")
                .arg(value.isEmpty() ? QStringLiteral("empty") : QStringLiteral("not valid UTF-8")),
            QStringLiteral("use redis://host:port"));
    arguments.urls += QString::fromUtf8(value);
    return Nothing{};
}

// A name that is given twice is meant once.
static void addName(QStringList &names, const QByteArray &value)
{
    const QString name = QString::fromUtf8(value);
    if (!names.contains(name))
        names += name;
}

Done setProfile(Arguments &arguments, const OptionSyntax &, const QByteArray &value)
{
    addName(arguments.profiles, value);
    return Nothing{};
}

Done setProfileFolder(Arguments &arguments, const OptionSyntax &, const QByteArray &value)
{
    addName(arguments.profileFolders, value);
    return Nothing{};
}

Done setTimeout(Arguments &arguments, const OptionSyntax &option, const QByteArray &value)
{
    constexpr milliseconds Longest = std::chrono::hours(1); // as in a profile
    const Done assigned = assign(arguments.timeout, option, value);
    if (assigned.ok() && *arguments.timeout > Longest)
        return badInput(QStringLiteral("--timeout must be at most 1h"));
    return assigned;
}

Done setMaxMemory(Arguments &arguments, const OptionSyntax &, const QByteArray &value)
{
    const auto bytes = parseMaxMemory(QString::fromUtf8(value));
    if (!bytes)
        return badInput(QStringLiteral("--max-memory: %1").arg(bytes.failure().text));
    arguments.maxMemory = *bytes;
    return Nothing{};
}

Done setSandbox(Arguments &arguments, const OptionSyntax &, const QByteArray &value)
{
    arguments.sandbox = true;
    return setTopology(arguments, value);
}

Done setTopology(Arguments &arguments, const QByteArray &value)
{
    if (value.isEmpty())
        return Nothing{};
    const auto topology = sandboxTopology(value);
    if (!topology) {
        const auto names = topologies();
        return badInput(QStringLiteral("unknown topology %1").arg(escapedText(value)),
                        QStringLiteral("available: %1").arg(listed({names.begin(), names.end()})));
    }
    arguments.topology = *topology;
    return Nothing{};
}

Done setPattern(Arguments &arguments, const OptionSyntax &, const QByteArray &value)
{
    arguments.patterns.append(value);
    return checkPattern(value);
}

static Done assignProbe(std::optional<milliseconds> &length, const OptionSyntax &option,
                        const QByteArray &value)
{
    const Done assigned = value.isEmpty() ? Done(Nothing{}) : assign(length, option, value);
    if (assigned.ok() && length > LongestProbe)
        return badInput(QStringLiteral("--%1 is longer than %2, the longest probe")
                            .arg(latin(option.name), durationText(LongestProbe)));
    return assigned;
}

Done setProbe(Arguments &arguments, const OptionSyntax &option, const QByteArray &value)
{
    auto &show = partOf<ShowOptions>(arguments);
    show.probe = true;
    return assignProbe(show.probeLength, option, value);
}

Done setWaiterProbe(Arguments &arguments, const OptionSyntax &option, const QByteArray &value)
{
    auto &blocking = partOf<BlockingOptions>(arguments);
    blocking.probe = true;
    return assignProbe(blocking.probeLength, option, value);
}

Done setReason(Arguments &arguments, const OptionSyntax &, const QByteArray &value)
{
    partOf<ActRequest>(arguments).reason = QString::fromUtf8(value).trimmed();
    return Nothing{};
}

Done setConfirm(Arguments &arguments, const OptionSyntax &, const QByteArray &value)
{
    auto &act = partOf<ActOptions>(arguments);
    act.isConfirmed = true;
    act.confirmedName = escapedText(typedKey(value).bytes);
    return Nothing{};
}

Done setMaxSize(Arguments &arguments, const OptionSyntax &, const QByteArray &value)
{
    const auto bytes = parseSize(QString::fromUtf8(value));
    if (!bytes)
        return badInput(QStringLiteral("--max-size: %1").arg(bytes.failure().text));
    partOf<RecordOptions>(arguments).limits.bytes = *bytes;
    return Nothing{};
}

Done setMaxAge(Arguments &arguments, const OptionSyntax &option, const QByteArray &value)
{
    std::optional<milliseconds> age;
    const Done read = assign(age, option, value);
    if (read)
        partOf<RecordOptions>(arguments).limits.age = *age;
    return read;
}

Done setRotated(Arguments &arguments, const OptionSyntax &, const QByteArray &value)
{
    constexpr int Most = 1'000;
    bool ok = false;
    const int kept = value.toInt(&ok);
    if (!ok || kept <= 0 || kept > Most)
        return badInput(QStringLiteral("--rotate: %1 is not a whole number from 1 to %2")
                            .arg(escapedText(value))
                            .arg(Most));
    partOf<RecordOptions>(arguments).limits.rotated = kept;
    return Nothing{};
}

Done setSpeed(Arguments &arguments, const OptionSyntax &, const QByteArray &value)
{
    bool ok = false;
    const double speed = value.toDouble(&ok);
    if (!ok || !(speed >= 0.01 && speed <= 10'000))
        return badInput(
            QStringLiteral("--speed: %1 is not a number from 0.01 to 10000").arg(escapedText(value)));
    partOf<WatchOptions>(arguments).speed = speed;
    return Nothing{};
}

Done setAuditedKey(Arguments &arguments, const OptionSyntax &, const QByteArray &value)
{
    partOf<AuditQuery>(arguments).key = typedKey(value).bytes;
    return Nothing{};
}

Done addAct(Arguments &arguments, const OptionSyntax &option, const QByteArray &value)
{
    partOf<AuditQuery>(arguments).acts << value;
    return checkWord(option, value, namesOf(AllActKinds));
}

Done addResult(Arguments &arguments, const OptionSyntax &option, const QByteArray &value)
{
    partOf<AuditQuery>(arguments).results << value;
    return checkWord(option, value, namesOf(AllActResults));
}

Done setLast(Arguments &arguments, const OptionSyntax &, const QByteArray &value)
{
    bool ok = false;
    const int most = value.toInt(&ok);
    if (!ok || most <= 0)
        return badInput(QStringLiteral("--last: %1 is not a whole number above 0").arg(escapedText(value)));
    partOf<AuditQuery>(arguments).most = most;
    return Nothing{};
}

Done addLabValue(Arguments &arguments, const OptionSyntax &option, const QByteArray &value)
{
    partOf<LabOptions>(arguments).values.emplace_back(option.name, value);
    return Nothing{};
}

Done addLabDuration(Arguments &arguments, const OptionSyntax &option, const QByteArray &value)
{
    std::optional<milliseconds> duration;
    const Done read = assign(duration, option, value);
    return read ? addLabValue(arguments, option, value) : read;
}

Done addLabAssignment(Arguments &arguments, const OptionSyntax &, const QByteArray &value)
{
    const qsizetype equals = value.indexOf('=');
    if (equals <= 0)
        return badInput(QStringLiteral("--set: %1 is not NAME=VALUE").arg(escapedText(value)),
                        QStringLiteral("lockscope-cli lab list shows the parameters"));
    partOf<LabOptions>(arguments).values.emplace_back(value.first(equals), value.mid(equals + 1));
    return Nothing{};
}

Done setSeed(Arguments &arguments, const OptionSyntax &, const QByteArray &value)
{
    bool ok = false;
    const qint64 seed = value.toLongLong(&ok);
    if (!ok || seed < 0)
        return badInput(QStringLiteral("--seed: %1 is not a whole number").arg(escapedText(value)),
                        QStringLiteral("use 0 or more"));
    partOf<LabOptions>(arguments).seed = quint64(seed);
    return Nothing{};
}

} // namespace lockscope::cli
