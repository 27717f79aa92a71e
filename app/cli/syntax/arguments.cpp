// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/syntax/arguments.h"

#include "app/cli/syntax/usage.h"
#include "core/base/nearestword.h"
#include "core/history/audit/auditentry.h"

#include <QFile>

#include <algorithm>

namespace lockscope::cli
{

namespace
{

Failure reasonMissing()
{
    return badInput(QStringLiteral("force-release: --reason is missing"),
                    QStringLiteral("--reason TEXT says why, for the audit; --dry-run needs none"));
}

Done noSuchWord(const QString &option, const QByteArray &value, const std::vector<QByteArray> &words)
{
    const QByteArray nearest = nearestWord(value, words);
    const QString all = QString::fromUtf8(QByteArrayList(words.begin(), words.end()).join(", "));
    return badInput(QStringLiteral("%1: there is no %2").arg(option, escapedText(value)),
                    nearest.isEmpty() ? QStringLiteral("there are %1").arg(all)
                                      : QStringLiteral("did you mean %1?").arg(QString::fromUtf8(nearest)));
}

class Parser
{
public:
    explicit Parser(const std::vector<QByteArray> &words) : m_words(words) {}
    Outcome<Arguments> run();

private:
    Done word(const QByteArray &word);
    Done longOption(QByteArray word);
    Done letters(const QByteArray &word);
    Done operand(const QByteArray &word);
    Done afterDashes();
    Done childCommand();
    Done commandWord(const QByteArray &word);
    Done take(const OptionSyntax &option, std::optional<QByteArray> value);
    Done set(Option option, const QByteArray &value);
    Done addAlert(const QByteArray &value);
    Done addAct(const QByteArray &value);
    Done addResult(const QByteArray &value);
    Done setLast(const QByteArray &value);
    Done setDuration(Option option, const QByteArray &value);
    Done setMode(const QByteArray &value);
    Done setUrl(const QByteArray &value);
    Done setTopology(const QByteArray &value);
    Done setSeed(const QByteArray &value);
    Done setLabValue(const QByteArray &value);
    Done takeLabOperands();
    Done finish();
    Done checkOperands();
    Done checkOptions();
    Done setOnLost(const QByteArray &value);
    Done checkForceRelease();
    Done checkShare();
    Done checkAudit();
    bool given(Option option) const { return std::ranges::find(m_given, option) != m_given.end(); }
    bool hasKeyOfAcquire() const { return m_result.verb == Verb::Acquire && !m_operands.empty(); }
    bool atEnd() const { return m_position == m_words.size(); }

    const std::vector<QByteArray> &m_words;
    size_t m_position = 0;
    const CommandSyntax *m_command = nullptr;
    std::vector<Option> m_given;
    std::vector<QByteArray> m_operands;
    Arguments m_result;
};

Outcome<Arguments> Parser::run()
{
    while (!atEnd()) {
        const Done taken = word(m_words[m_position++]);
        if (!taken)
            return taken.failure();
        if (m_result.help || m_result.version)
            return m_result;
    }
    if (const Done finished = finish(); !finished)
        return finished.failure();
    return m_result;
}

Done Parser::word(const QByteArray &word)
{
    if (word == "--")
        return afterDashes();
    if (word.startsWith("--"))
        return longOption(word.mid(2));
    if (word.startsWith('-') && word.size() > 1)
        return letters(word);
    return operand(word);
}

Done Parser::longOption(QByteArray word)
{
    std::optional<QByteArray> value;
    if (const qsizetype equals = word.indexOf('='); equals >= 0) {
        value = word.mid(equals + 1);
        word.truncate(equals);
    }
    const auto all = allOptions();
    const auto found =
        std::ranges::find_if(all, [&word](const OptionSyntax &option) { return word == option.name; });
    if (found == all.end())
        return unknownOption(m_command, "--" + word);
    return take(*found, value);
}

Done Parser::letters(const QByteArray &word)
{
    const auto all = allOptions();
    for (qsizetype i = 1; i < word.size(); ++i) {
        const auto found = std::ranges::find(all, word[i], &OptionSyntax::letter);
        if (found == all.end())
            return unknownOption(m_command, "-" + word.mid(i, 1));
        // -uURL: what follows the letter in the same word is the value.
        if (found->takes == Takes::Value)
            return take(*found, i + 1 < word.size() ? std::optional(word.mid(i + 1)) : std::nullopt);
        if (const Done taken = take(*found, {}); !taken)
            return taken;
    }
    return Nothing{};
}

Done Parser::operand(const QByteArray &word)
{
    if (!m_command)
        return commandWord(word);
    m_operands.push_back(word);
    return Nothing{};
}

// After "--" there are only operands; for acquire that has its key, the command to run.
Done Parser::afterDashes()
{
    if (hasKeyOfAcquire())
        return childCommand();
    while (!atEnd()) {
        const QByteArray &next = m_words[m_position++];
        if (next == "--" && hasKeyOfAcquire())
            return childCommand();
        if (const Done taken = operand(next); !taken)
            return taken;
    }
    return Nothing{};
}

Done Parser::childCommand()
{
    m_result.command.assign(m_words.begin() + qsizetype(m_position), m_words.end());
    m_position = m_words.size();
    if (m_result.command.empty())
        return badInput(QStringLiteral("acquire: no command behind --"),
                        QStringLiteral("lockscope-cli acquire KEY -- COMMAND"));
    if (m_result.command.front().isEmpty())
        return badInput(QStringLiteral("acquire: the command behind -- is empty"));
    return Nothing{};
}

Done Parser::commandWord(const QByteArray &word)
{
    m_command = findCommand(word);
    if (!m_command)
        return unknownCommand(word);
    m_result.verb = m_command->verb;
    for (const Option option : m_given) {
        if (!accepts(*m_command, option))
            return misplacedOption(*m_command, syntax(option));
    }
    return Nothing{};
}

Done Parser::take(const OptionSyntax &option, std::optional<QByteArray> value)
{
    if (m_command && !accepts(*m_command, option.option))
        return misplacedOption(*m_command, option);
    m_given.push_back(option.option);
    switch (option.takes) {
    case Takes::Nothing:
        if (value)
            return badInput(QStringLiteral("--%1 takes no value").arg(latin(option.name)));
        break;
    case Takes::Value:
        if (!value && atEnd())
            return badInput(QStringLiteral("--%1 needs a value").arg(latin(option.name)),
                            QStringLiteral("--%1 %2").arg(latin(option.name), latin(option.value)));
        if (!value)
            value = m_words[m_position++];
        break;
    case Takes::OptionalValue:
        // Only a topology's name can be meant: anything else is the command or its key.
        if (option.option == Option::Sandbox && !value && !atEnd()) {
            const auto names = topologies();
            if (std::ranges::find(names, m_words[m_position]) != names.end())
                value = m_words[m_position++];
        }
        break;
    }
    return set(option.option, value.value_or(QByteArray()));
}

Done Parser::set(Option option, const QByteArray &value)
{
    switch (option) {
    case Option::Url:
        return setUrl(value);
    case Option::Profile:
        m_result.profile = QString::fromUtf8(value);
        break;
    case Option::Sandbox:
        m_result.sandbox = true;
        return setTopology(value);
    case Option::Pattern:
        m_result.patterns.append(value);
        return checkPattern(value);
    case Option::ReadOnly:
        m_result.readOnly = true;
        break;
    case Option::ConfigDir:
        m_result.configDir = QFile::decodeName(value);
        break;
    case Option::Rules:
        if (value.isEmpty())
            return badInput(QStringLiteral("--rules is empty"), QStringLiteral("name a file of rules"));
        m_result.rulesFile = QFile::decodeName(value);
        break;
    case Option::PasswordFile:
        m_result.passwordFile = QFile::decodeName(value);
        break;
    case Option::Json:
        m_result.json = true;
        break;
    case Option::Quiet:
        m_result.quiet = true;
        break;
    case Option::Verbose:
        m_result.verbose = true;
        break;
    case Option::Version:
        m_result.version = true;
        break;
    case Option::Help:
        m_result.help = true;
        break;
    case Option::Kind:
        m_result.kind = value;
        m_result.labValues.emplace_back("kind", value);
        break;
    case Option::Verdict:
        m_result.verdicts.push_back(value);
        break;
    case Option::Sort:
        m_result.sort = value;
        break;
    case Option::Owner:
        m_result.owner = typedOwner(value);
        break;
    case Option::EveryNode:
        m_result.everyNode = true;
        break;
    case Option::Watchdog:
        m_result.watchdog = true;
        break;
    case Option::ExpectOwner:
        m_result.expectedOwners.push_back(typedOwner(value));
        break;
    case Option::AnyOwner:
        m_result.anyOwner = true;
        break;
    case Option::OnLost:
        return setOnLost(value);
    case Option::Mode:
        return setMode(value);
    case Option::Part:
        m_result.part = value;
        break;
    case Option::Share:
        m_result.share = true;
        break;
    case Option::Reason:
        m_result.reason = QString::fromUtf8(value).trimmed();
        break;
    case Option::Confirm:
        m_result.confirmed = typedKey(value);
        break;
    case Option::DryRun:
        m_result.dryRun = true;
        break;
    case Option::Output:
        m_result.outputDir = QFile::decodeName(value);
        if (value.isEmpty())
            return badInput(QStringLiteral("--output needs the name of a folder"));
        break;
    case Option::KeepAddresses:
        m_result.keepAddresses = true;
        break;
    case Option::Acl:
        m_result.acl = true;
        break;
    case Option::Probe:
        m_result.probe = true;
        return value.isEmpty() ? Done(Nothing{}) : setDuration(option, value);
    case Option::Workers:
        m_result.labValues.emplace_back("workers", value);
        break;
    case Option::Seed:
        return setSeed(value);
    case Option::Set:
        return setLabValue(value);
    case Option::Metrics:
        m_result.metricsFile = QFile::decodeName(value);
        if (value.isEmpty())
            return badInput(QStringLiteral("--metrics needs the name of a file"));
        break;
    case Option::Alert:
        return addAlert(value);
    case Option::Key:
        m_result.auditedKey = typedKey(value).bytes;
        if (value.isEmpty())
            return badInput(QStringLiteral("--key is empty"), QStringLiteral("name the lock"));
        break;
    case Option::Act:
        return addAct(value);
    case Option::Result:
        return addResult(value);
    case Option::Find:
        m_result.find = QString::fromUtf8(value);
        if (value.isEmpty())
            return badInput(QStringLiteral("--find is empty"));
        break;
    case Option::Last:
        return setLast(value);
    case Option::Csv:
        m_result.csv = true;
        break;
    case Option::Since:
    case Option::Until:
    case Option::Timeout:
    case Option::For:
    case Option::Lease:
    case Option::Wait:
    case Option::KillAfter:
        return setDuration(option, value);
    }
    return Nothing{};
}

Done Parser::setMode(const QByteArray &value)
{
    if (value != "read" && value != "write")
        return badInput(QStringLiteral("--mode: there is no %1").arg(escapedText(value)),
                        QStringLiteral("read or write"));
    m_result.mode = value == "read" ? HoldMode::Read : HoldMode::Write;
    return Nothing{};
}

Done Parser::setOnLost(const QByteArray &value)
{
    if (value != "kill" && value != "warn")
        return badInput(QStringLiteral("--on-lost: there is no %1").arg(escapedText(value)),
                        QStringLiteral("kill or warn"));
    m_result.onLost = value == "kill" ? OnLost::Kill : OnLost::Warn;
    return Nothing{};
}

Done Parser::addAlert(const QByteArray &value)
{
    auto rule = AlertRule::parse(QString::fromUtf8(value));
    if (!rule) {
        const QString &remedy = rule.failure().remedy;
        const QString usual = QStringLiteral("write a filter and how long, as in 'verdict>=warning for 30s'");
        return badInput(QStringLiteral("--alert: %1").arg(rule.failure().text),
                        remedy.isEmpty() ? usual : remedy);
    }
    m_result.alerts.push_back(*std::move(rule));
    return Nothing{};
}

Done Parser::addAct(const QByteArray &value)
{
    std::vector<QByteArray> words;
    for (const ActKind act : AllActKinds)
        words.emplace_back(name(act));
    m_result.acts << value;
    return actKindNamed(value) ? Done(Nothing{}) : noSuchWord(QStringLiteral("--act"), value, words);
}

Done Parser::addResult(const QByteArray &value)
{
    std::vector<QByteArray> words;
    for (const ActResult result : AllActResults)
        words.emplace_back(name(result));
    m_result.results << value;
    return std::ranges::find(words, value) != words.end()
               ? Done(Nothing{})
               : noSuchWord(QStringLiteral("--result"), value, words);
}

Done Parser::setLast(const QByteArray &value)
{
    bool ok = false;
    m_result.last = value.toInt(&ok);
    if (!ok || m_result.last <= 0)
        return badInput(QStringLiteral("--last: %1 is no whole number above 0").arg(escapedText(value)));
    return Nothing{};
}

Done Parser::setDuration(Option option, const QByteArray &value)
{
    const QString name = latin(syntax(option).name);
    const Outcome<milliseconds> duration = parseDuration(QString::fromUtf8(value));
    if (!duration)
        return badInput(QStringLiteral("--%1: %2").arg(name, duration.failure().text),
                        duration.failure().remedy);
    if (*duration == milliseconds(0) && option != Option::Wait && option != Option::KillAfter)
        return badInput(QStringLiteral("--%1 must be longer than 0").arg(name));
    if (option == Option::Timeout)
        m_result.timeout = *duration;
    else if (option == Option::For)
        m_result.lasting = *duration;
    else if (option == Option::Lease)
        m_result.lease = *duration;
    else if (option == Option::Probe)
        m_result.probeLength = *duration;
    else if (option == Option::Since)
        m_result.since = *duration;
    else if (option == Option::Until)
        m_result.until = *duration;
    else if (option == Option::KillAfter)
        m_result.killAfter = *duration;
    if (option == Option::For || option == Option::Lease)
        m_result.labValues.emplace_back(syntax(option).name, value);
    else if (option == Option::Wait)
        m_result.wait = *duration;
    return Nothing{};
}

Done Parser::setUrl(const QByteArray &value)
{
    if (value.isEmpty() || !value.isValidUtf8())
        return badInput(QStringLiteral("--url is %1")
                            .arg(value.isEmpty() ? QStringLiteral("empty") : QStringLiteral("no UTF-8 text")),
                        QStringLiteral("write redis://host:port"));
    m_result.urls += QString::fromUtf8(value);
    return Nothing{};
}

Done Parser::setTopology(const QByteArray &value)
{
    if (value.isEmpty())
        return Nothing{};
    const auto topology = sandboxTopology(value);
    if (!topology) {
        QStringList names;
        for (const char *name : topologies())
            names += latin(name);
        return badInput(QStringLiteral("unknown topology %1").arg(escapedText(value)),
                        QStringLiteral("there are %1").arg(names.join(QStringLiteral(", "))));
    }
    m_result.topology = *topology;
    m_result.topologyNamed = true;
    return Nothing{};
}

Done Parser::setSeed(const QByteArray &value)
{
    bool ok = false;
    const qint64 seed = value.toLongLong(&ok);
    if (!ok || seed < 0)
        return badInput(QStringLiteral("--seed: %1 is no whole number").arg(escapedText(value)),
                        QStringLiteral("0 or more"));
    m_result.seed = quint64(seed);
    return Nothing{};
}

Done Parser::setLabValue(const QByteArray &value)
{
    const qsizetype equals = value.indexOf('=');
    if (equals <= 0)
        return badInput(QStringLiteral("--set: %1 is no NAME=VALUE").arg(escapedText(value)),
                        QStringLiteral("lockscope-cli lab list shows the names"));
    m_result.labValues.emplace_back(value.first(equals), value.mid(equals + 1));
    return Nothing{};
}

Done Parser::takeLabOperands()
{
    const QByteArray &what = m_operands.front();
    if (what != "list" && what != "run")
        return badInput(QStringLiteral("lab: there is no %1").arg(escapedText(what)),
                        QStringLiteral("lab list, or lab run SCENARIO"));
    if (what == "run" && m_operands.size() < 2)
        return badInput(QStringLiteral("lab run: SCENARIO is missing"),
                        QStringLiteral("lockscope-cli lab list shows them"));
    if (what == "list" && m_operands.size() > 1)
        return badInput(QStringLiteral("lab list: unexpected argument %1").arg(escapedText(m_operands[1])),
                        helpHint(m_command));
    if (what == "run")
        m_result.scenario = m_operands[1];
    return Nothing{};
}

Done Parser::finish()
{
    if (!m_command)
        return badInput(QStringLiteral("no command given"),
                        QStringLiteral("lockscope-cli --help lists them"));
    const int sources =
        int(!m_result.urls.isEmpty()) + int(!m_result.profile.isEmpty()) + int(m_result.sandbox);
    if (sources > 1)
        return badInput(QStringLiteral("only one of --url, --profile and --sandbox can be meant"));
    if (given(Option::Profile) && m_result.profile.isEmpty())
        return badInput(QStringLiteral("--profile is empty"));
    if (const Done checked = checkOperands(); !checked)
        return checked;
    return checkOptions();
}

Done Parser::checkOperands()
{
    const QString word = latin(m_command->word);
    if (m_command->most >= 0 && int(m_operands.size()) > m_command->most) {
        const QByteArray &surplus = m_operands[size_t(m_command->most)];
        QString remedy = helpHint(m_command);
        if (m_command->verb == Verb::Acquire)
            remedy = QStringLiteral("a command to run goes behind --");
        else if (m_command->verb == Verb::Scan)
            remedy = QStringLiteral("for one lock by name: lockscope-cli show KEY");
        return badInput(QStringLiteral("%1: unexpected argument %2").arg(word, escapedText(surplus)), remedy);
    }
    if (int(m_operands.size()) < m_command->fewest)
        return badInput(
            QStringLiteral("%1: %2 is missing")
                .arg(word,
                     m_command->verb == Verb::Lab ? QStringLiteral("list or run") : QStringLiteral("KEY")),
            QStringLiteral("lockscope-cli %1 %2").arg(word, QString::fromUtf8(m_command->operands)));
    if (m_command->verb == Verb::Lab)
        return takeLabOperands();
    if (m_command->verb == Verb::Sandbox)
        return m_operands.empty() ? Done(Nothing{}) : setTopology(m_operands.front());
    for (const QByteArray &operand : m_operands) {
        // Redis has an empty key, but an unset shell variable is far more likely.
        if (operand.isEmpty())
            return badInput(QStringLiteral("%1: KEY is empty").arg(word), QStringLiteral("name the lock"));
        m_result.keys.push_back(typedKey(operand));
    }
    return Nothing{};
}

Done Parser::checkOptions()
{
    const QString word = latin(m_command->word);
    for (const CommandOption &option : m_command->options) {
        const OptionSyntax &spelt = syntax(option.option);
        if (option.required && !given(option.option))
            return badInput(QStringLiteral("%1: --%2 is missing").arg(word, latin(spelt.name)),
                            QStringLiteral("--%1 %2: %3")
                                .arg(latin(spelt.name), latin(spelt.value), QString::fromUtf8(option.text)));
    }
    if (given(Option::Owner) && m_result.owner.isEmpty())
        return badInput(QStringLiteral("%1: --owner is empty").arg(word));
    if (m_command->verb == Verb::ForceRelease)
        return checkForceRelease();
    if (m_command->verb == Verb::Audit)
        return checkAudit();
    if (given(Option::OnLost) && m_result.command.empty())
        return badInput(QStringLiteral("acquire: --on-lost needs a command"),
                        QStringLiteral("lockscope-cli acquire KEY --on-lost=kill -- COMMAND"));
    if (given(Option::KillAfter) && m_result.onLost != OnLost::Kill)
        return badInput(QStringLiteral("acquire: --kill-after needs --on-lost=kill"));
    return Nothing{};
}

Done Parser::checkAudit()
{
    if (m_result.csv && m_result.json)
        return badInput(QStringLiteral("audit: --csv and --json exclude each other"));
    if (m_result.sandbox)
        return badInput(QStringLiteral("audit: a --sandbox has no past"),
                        QStringLiteral("without it, all that was done is shown"));
    if (m_result.since && m_result.until && *m_result.until >= *m_result.since)
        return badInput(QStringLiteral("audit: --until is not after --since"),
                        QStringLiteral("--since 2h --until 1h means between two hours and one hour ago"));
    return Nothing{};
}

Done Parser::checkForceRelease()
{
    if (m_result.share)
        return checkShare();
    if (given(Option::Mode) || given(Option::Part))
        return badInput(QStringLiteral("force-release: --mode and --part need --share"),
                        QStringLiteral("without it the whole lock goes"));
    if (given(Option::ExpectOwner) == m_result.anyOwner)
        return badInput(
            m_result.anyOwner
                ? QStringLiteral("force-release: --expect-owner and --any-owner exclude each other")
                : QStringLiteral("force-release: --expect-owner ID or --any-owner is missing"),
            QStringLiteral("lockscope-cli show KEY tells who holds it"));
    if (std::ranges::any_of(m_result.expectedOwners, &OwnerId::isEmpty))
        return badInput(QStringLiteral("force-release: --expect-owner is empty"),
                        QStringLiteral("--any-owner removes the lock whoever holds it"));
    if (m_result.reason.isEmpty() && !m_result.dryRun)
        return reasonMissing();
    return Nothing{};
}

Done Parser::checkShare()
{
    if (m_result.anyOwner || m_result.expectedOwners.size() != 1 || m_result.expectedOwners.front().isEmpty())
        return badInput(QStringLiteral("force-release: --share needs one --expect-owner"),
                        QStringLiteral("lockscope-cli show KEY tells who has a share"));
    if (m_result.reason.isEmpty() && !m_result.dryRun)
        return reasonMissing();
    return Nothing{};
}

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

// escapedText() the other way round; nothing: it does not write such a text.
std::optional<QByteArray> unescaped(const QByteArray &text)
{
    QByteArray bytes;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            bytes += text[i];
        } else if (text.mid(i + 1, 1) == "\\") {
            bytes += text[++i];
        } else {
            const QByteArray digits = text.mid(i + 2, 2);
            if (text.mid(i + 1, 1) != "x" || digits.size() < 2 || !std::ranges::all_of(digits, isHexDigit))
                return {};
            const uint code = digits.toUInt(nullptr, 16);
            bytes += char(code);
            i += 3;
        }
    }
    return bytes;
}

} // namespace

OwnerId typedOwner(const QByteArray &typed)
{
    const QByteArray prefix = QByteArrayLiteral("base64:");
    if (typed.startsWith(prefix)) {
        const auto decoded =
            QByteArray::fromBase64Encoding(typed.mid(prefix.size()), QByteArray::AbortOnBase64DecodingErrors);
        if (decoded)
            return {*decoded};
    }
    return {unescaped(typed).value_or(typed)};
}

LockName typedKey(const QByteArray &typed)
{
    return {typed.contains("\\x00") ? unescaped(typed).value_or(typed) : typed};
}

QByteArray typedForm(const QByteArray &bytes)
{
    return bytes.contains('\0') ? escapedText(bytes).toUtf8() : bytes;
}

Outcome<Arguments> parseArguments(const std::vector<QByteArray> &words)
{
    return Parser(words).run();
}

} // namespace lockscope::cli
