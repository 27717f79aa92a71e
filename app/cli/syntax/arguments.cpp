// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/syntax/arguments.h"

#include "app/cli/syntax/syntax.h"
#include "app/cli/syntax/usage.h"

#include <algorithm>

namespace lockscope::cli
{

namespace
{

// Not a library such as CLI11, which takes the next word for an empty value (--owner= KEY), expands words in
// brackets, and accepts -1 and ---x as keys. Here each word of a key or command stays unchanged.
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
    Done set(const OptionSyntax &option, const QByteArray &value);
    Done finish();
    QString surplusHint() const;
    Done checkOperands();
    Done checkOptions();
    bool hasKeyOfAcquire() const
    {
        return std::holds_alternative<AcquireOptions>(m_result.options) && !m_operands.empty();
    }
    bool atEnd() const { return m_position == m_words.size(); }

    struct Early {
        const OptionSyntax *option;
        QByteArray value;
    };

    const std::vector<QByteArray> &m_words;
    size_t m_position = 0;
    const CommandSyntax *m_command = nullptr;
    QByteArrayList m_given{};     // names of options
    std::vector<Early> m_early{}; // options of a command given before it
    // Options without their optional value, and the word after each.
    std::vector<std::pair<const OptionSyntax *, QByteArray>> m_notValues{};
    std::vector<QByteArray> m_operands{};
    Arguments m_result{};
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
    if (const OptionSyntax *option = findOption(m_command, word))
        return take(*option, value);
    return findOption(nullptr, word) ? misplacedOption(*m_command, word)
                                     : unknownOption(m_command, "--" + word);
}

Done Parser::letters(const QByteArray &word)
{
    const auto all = globalOptions(); // only global options have a letter
    for (qsizetype i = 1; i < word.size(); ++i) {
        const auto found = std::ranges::find(all, word[i], &OptionSyntax::letter);
        if (found == all.end())
            return unknownOption(m_command, "-" + word.mid(i, 1));
        // -uURL: the rest of the word is the value.
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

// After "--" there are only operands; for acquire with a key, the command to run.
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
    auto &command = std::get<AcquireOptions>(m_result.options).command;
    command.assign(m_words.begin() + qsizetype(m_position), m_words.end());
    m_position = m_words.size();
    if (command.empty())
        return badInput(QStringLiteral("acquire: no command after --"),
                        QStringLiteral("lockscope-cli acquire KEY -- COMMAND"));
    if (command.front().isEmpty())
        return badInput(QStringLiteral("acquire: the command after -- is empty"));
    return Nothing{};
}

Done Parser::commandWord(const QByteArray &word)
{
    m_command = m_result.command = findCommand(word);
    if (!m_command)
        return unknownCommand(word);
    m_result.options = m_command->unset();
    for (const auto &[option, value] : m_early) {
        const OptionSyntax *own = findOption(m_command, option->name);
        if (!own)
            return misplacedOption(*m_command, option->name);
        if (const Done done = own->set(m_result, *own, value); !done)
            return done;
    }
    return Nothing{};
}

Done Parser::take(const OptionSyntax &option, std::optional<QByteArray> value)
{
    m_given.push_back(option.name);
    switch (option.takes) {
    case Takes::Nothing:
        if (value)
            return badInput(QStringLiteral("--%1 takes no value").arg(latin(option.name)));
        break;
    case Takes::Value:
        if (!value && atEnd())
            return badInput(QStringLiteral("--%1 requires a value").arg(latin(option.name)),
                            QStringLiteral("--%1 %2").arg(latin(option.name), latin(option.value)));
        if (!value)
            value = m_words[m_position++];
        break;
    case Takes::OptionalValue:
        // Only the name of a topology is taken as the value. Any other word is the command or a key.
        if (option.value[0] != '=' && !value && !atEnd()) {
            const auto names = topologies();
            if (std::ranges::find(names, m_words[m_position]) != names.end())
                value = m_words[m_position++];
        }
        if (option.value[0] == '=' && !value && !atEnd())
            m_notValues.emplace_back(&option, m_words[m_position]);
        break;
    }
    return set(option, value.value_or(QByteArray()));
}

// An option given before its command is kept for it, but a wrong value is rejected here.
Done Parser::set(const OptionSyntax &option, const QByteArray &value)
{
    if (option.whenEmpty[0] && value.isEmpty())
        return badInput(QStringLiteral("--%1 %2").arg(latin(option.name), latin(option.whenEmpty)),
                        latin(option.whenEmptyRemedy));
    if (m_command || isGlobal(option))
        return option.set(m_result, option, value);
    m_early.push_back({&option, value});
    Arguments scratch;
    scratch.options = commandsWith(option.name).front()->unset();
    return option.set(scratch, option, value);
}

bool takesSeveral(const CommandOptions &options)
{
    return std::holds_alternative<ScanOptions>(options) || std::holds_alternative<WatchOptions>(options) ||
           std::holds_alternative<DoctorOptions>(options);
}

Done Parser::finish()
{
    if (!m_command)
        return badInput(QStringLiteral("no command specified"),
                        QStringLiteral("lockscope-cli --help lists the commands"));
    const int sources = int(!m_result.urls.isEmpty()) + int(m_result.hasProfiles()) + int(m_result.sandbox);
    if (sources > 1)
        return badInput(QStringLiteral("--url, --%1 and --sandbox cannot be combined")
                            .arg(m_result.profiles.isEmpty() && !m_result.profileFolders.isEmpty()
                                     ? QStringLiteral("profile-folder")
                                     : QStringLiteral("profile")));
    if (m_result.areSeveral() && !takesSeveral(m_result.options))
        return badInput(QStringLiteral("%1: only one connection is possible").arg(latin(m_command->word)),
                        QStringLiteral("specify --profile once; scan, watch and doctor take several"));
    if (const Done checked = checkOperands(); !checked)
        return checked;
    return checkOptions();
}

// A word after an option whose value is joined to it was perhaps meant as its value.
QString Parser::surplusHint() const
{
    for (const auto &[option, word] : m_notValues) {
        if (std::ranges::find(m_operands, word) != m_operands.end())
            return QStringLiteral("to specify a value for --%1: --%1=%2")
                .arg(latin(option->name), escapedText(word));
    }
    return m_command->surplus[0] ? latin(m_command->surplus) : helpHint(m_command);
}

Done Parser::checkOperands()
{
    const QString word = latin(m_command->word);
    if (m_command->most >= 0 && int(m_operands.size()) > m_command->most)
        return badInput(QStringLiteral("%1: unexpected argument %2")
                            .arg(word, escapedText(m_operands[size_t(m_command->most)])),
                        surplusHint());
    if (int(m_operands.size()) < m_command->fewest)
        return badInput(
            QStringLiteral("%1: %2 is required").arg(word, latin(m_command->missing)),
            QStringLiteral("lockscope-cli %1 %2").arg(word, QString::fromUtf8(m_command->operands)));
    return m_command->take(m_result, m_operands);
}

Done Parser::checkOptions()
{
    for (const OptionSyntax &option : m_command->options) {
        if (option.required && !m_given.contains(option.name))
            return badInput(
                QStringLiteral("%1: --%2 is required").arg(latin(m_command->word), latin(option.name)),
                QStringLiteral("--%1 %2: %3")
                    .arg(latin(option.name), latin(option.value), QString::fromUtf8(option.text)));
    }
    return m_command->check ? m_command->check(m_result, m_given) : Done(Nothing{});
}

} // namespace

Outcome<Arguments> parseArguments(const std::vector<QByteArray> &words)
{
    return Parser(words).run();
}

} // namespace lockscope::cli
