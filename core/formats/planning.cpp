// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/planning.h"

#include "core/base/tr.h"
#include "core/redis/script.h"

#include <QDir>
#include <QHash>

#include <algorithm>
#include <array>
#include <charconv>

namespace lockscope
{

namespace
{

// Longer than any lease, and short enough that now + lease fits the server's 64 bits.
constexpr milliseconds MaxLease = std::chrono::hours(24 * 365 * 100);

std::optional<Failure> leaseProblem(const ActRequest &request)
{
    if (!request.lease)
        return {};
    if (*request.lease <= milliseconds(0))
        return badInput(request.key,
                        Tr::tr("the lease is %1 ms: it must be greater than 0").arg(request.lease->count()));
    if (*request.lease > MaxLease)
        return badInput(request.key, Tr::tr("the lease is longer than 100 years"));
    return {};
}

QByteArray singleQuoted(const QByteArray &argument)
{
    const bool bare = !argument.isEmpty() && std::all_of(argument.begin(), argument.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
               QByteArrayView("_-.:/@%+=,").contains(c);
    });
    if (bare)
        return argument;
    QByteArray quoted = argument;
    quoted.replace('\'', "'\\''");
    return '\'' + quoted + '\'';
}

// Quoted for redis-cli's line parser (sdssplitargs). Escapes single quotes too, so that the shell can use
// them around the line.
QByteArray doubleQuoted(const QByteArray &argument)
{
    QByteArray quoted("\"");
    for (const char c : argument) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            (quoted += '\\') += c;
        else if (code < 0x20 || code >= 0x7f || c == '\'')
            quoted += "\\x" + QByteArray::number(code, 16).rightJustified(2, '0');
        else
            quoted += c;
    }
    return quoted + '"';
}

QByteArray joined(const std::vector<QByteArray> &command, QByteArray (*quote)(const QByteArray &))
{
    QByteArray line;
    for (const QByteArray &argument : command)
        (line += line.isEmpty() ? "" : " ") += quote(argument);
    return line;
}

// The code as one line. This is safe because scripts keep comments on lines of their own.
QByteArray withoutComments(const QByteArray &text)
{
    QByteArray code;
    for (const QByteArray &line : text.split('\n')) {
        const QByteArray trimmed = line.trimmed();
        if (trimmed.isEmpty() || trimmed.startsWith("--"))
            continue;
        (code += code.isEmpty() ? "" : " ") += trimmed;
    }
    return code;
}

// A script's code, quoted for both forms of a line. Cached, because each try of an acquire makes a plan.
struct QuotedCode {
    QString single{};
    QByteArray twice{};
};

const QuotedCode &codeOf(const QByteArray &name)
{
    static const QHash<QByteArray, QuotedCode> codes = [] {
        QHash<QByteArray, QuotedCode> all;
        const auto add = [&all](const QByteArray &script) {
            const QByteArray code = withoutComments(lockscope::script(script).text);
            all.insert(script, {QString::fromUtf8(singleQuoted(code)), doubleQuoted(code)});
        };
        for (const QString &file : QDir(QStringLiteral(":/lua")).entryList({QStringLiteral("*.lua")})) {
            const QByteArray script = file.chopped(4).toUtf8();
            add(script);
            if (script.endsWith("force-release"))
                add(withinTtl(script));
        }
        return all;
    }();
    static const QuotedCode none;
    const auto found = codes.constFind(name);
    return found != codes.constEnd() ? *found : none;
}

bool arePlain(const std::vector<QByteArray> &arguments)
{
    return std::all_of(arguments.begin(), arguments.end(), isPlainText);
}

QString throughStandardInput(const QByteArray &line)
{
    return QStringLiteral("printf '%s\\n' '") + QString::fromLatin1(line) + QStringLiteral("' | redis-cli");
}

} // namespace

Failure badInput(const LockName &key, const QString &text, const QString &remedy)
{
    return {.kind = ErrorKind::BadInput, .text = text, .remedy = remedy, .key = key.bytes};
}

Failure unsupportedAct(const LockName &key, const QString &text, const QString &remedy)
{
    return {.kind = ErrorKind::Unsupported, .text = text, .remedy = remedy, .key = key.bytes};
}

std::optional<Failure> oneHoldProblem(const ActRequest &request)
{
    if (request.expectedCount.value_or(1) == 1)
        return {};
    return badInput(request.key, Tr::tr("the expected count is %1: a lock of this kind has one hold only")
                                     .arg(*request.expectedCount));
}

Failure noShares(const LockName &key)
{
    return unsupportedAct(key, Tr::tr("a lock of this kind has one holder and no shares"),
                          Tr::tr("use force-release"));
}

std::optional<Failure> requestProblem(const ActRequest &request)
{
    if (request.key.isEmpty())
        return badInput(request.key, Tr::tr("the lock's name is empty"));
    const bool needsOwner = request.act == ActKind::Renew || request.act == ActKind::Release;
    if (needsOwner && request.owner.isEmpty())
        return badInput(request.key, Tr::tr("%1 requires the owner ID").arg(QLatin1String(name(request.act))),
                        Tr::tr("pass it with --owner, as show prints it"));
    if (request.owner.bytes.size() > 512)
        return badInput(request.key, Tr::tr("the owner is longer than 512 bytes: no lock's owner is"));
    if (request.expectedCount && *request.expectedCount < 1)
        return badInput(request.key, Tr::tr("the expected count is %1: a held lock has at least one hold")
                                         .arg(*request.expectedCount));
    return leaseProblem(request);
}

std::optional<Failure> ownerlessRequestProblem(const ActRequest &request)
{
    if (request.key.isEmpty())
        return badInput(request.key, Tr::tr("the lock's name is empty"));
    return leaseProblem(request);
}

std::optional<qint64> shownNumber(const ActRequest &request)
{
    return request.expectedOwner ? std::nullopt : request.expectedCount;
}

std::optional<Failure> missingLease(const ActRequest &request)
{
    if (request.lease)
        return {};
    return badInput(request.key, Tr::tr("no expiry was specified"), Tr::tr("specify it, for example 30s"));
}

std::optional<OwnerId> meantOwner(const ActRequest &request, const Lock *seen)
{
    if (request.expectedOwner)
        return request.expectedOwner;
    if (!request.owner.isEmpty())
        return request.owner;
    if (seen && seen->holders.size() == 1)
        return seen->owner();
    return {};
}

QList<OwnerId> expectedOwners(const ActRequest &request)
{
    QList<OwnerId> owners;
    for (const Holder &holder : request.expectedHolders)
        owners.append(holder.id);
    if (owners.isEmpty() && request.expectedOwner)
        owners.append(*request.expectedOwner);
    return owners;
}

std::vector<QByteArray> ownerArguments(const std::optional<OwnerId> &owner)
{
    return {owner ? "owner" : "any", owner ? owner->bytes : QByteArray()};
}

// Faster than QByteArray::number(), which calls a function per digit. This runs for each try of an acquire.
QByteArray millisecondsText(milliseconds duration)
{
    std::array<char, 20> digits;
    return {digits.begin(),
            std::to_chars(digits.begin(), digits.end(), qint64(duration.count())).ptr - digits.begin()};
}

QString redisCliLine(const std::vector<QByteArray> &command)
{
    if (arePlain(command))
        return QString::fromUtf8("redis-cli " + joined(command, singleQuoted));
    return throughStandardInput(joined(command, doubleQuoted));
}

QString redisCliEval(const ActPlan &plan)
{
    const QuotedCode &code = codeOf(plan.script);
    std::vector<QByteArray> rest{QByteArray::number(qint64(plan.keys.size()))};
    rest.insert(rest.end(), plan.keys.begin(), plan.keys.end());
    rest.insert(rest.end(), plan.args.begin(), plan.args.end());
    if (arePlain(rest))
        return QStringLiteral("redis-cli EVAL ") + code.single + QLatin1Char(' ') +
               QString::fromUtf8(joined(rest, singleQuoted));
    return throughStandardInput("EVAL " + code.twice + ' ' + joined(rest, doubleQuoted));
}

} // namespace lockscope
