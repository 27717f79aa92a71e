// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/servererror.h"

#include "core/base/tr.h"
#include "core/redis/codec.h"
#include "core/redis/transport/reconnectpolicy.h"

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

struct FirstWord {
    const char *word;
    ErrorKind kind;
};

constexpr std::array<FirstWord, 21> FirstWords{{
    {"NOAUTH", ErrorKind::NoAuth},
    {"WRONGPASS", ErrorKind::WrongPass},
    {"NOPERM", ErrorKind::NoPerm},
    {"LOADING", ErrorKind::Loading},
    {"BUSY", ErrorKind::Busy},
    {"UNKILLABLE", ErrorKind::Unkillable},
    {"READONLY", ErrorKind::ReadOnlyReplica},
    {"MISCONF", ErrorKind::Misconf},
    {"OOM", ErrorKind::OutOfMemory},
    {"MOVED", ErrorKind::Moved},
    {"ASK", ErrorKind::Ask},
    {"TRYAGAIN", ErrorKind::TryAgain},
    {"CROSSSLOT", ErrorKind::CrossSlot},
    {"CLUSTERDOWN", ErrorKind::ClusterDown},
    {"MASTERDOWN", ErrorKind::MasterDown},
    {"NOREPLICAS", ErrorKind::NoReplicas},
    {"NOSCRIPT", ErrorKind::NoScript},
    {"WRONGTYPE", ErrorKind::WrongType},
    {"DENIED", ErrorKind::ProtectedMode},
    {"NOPROTO", ErrorKind::Unsupported},
    {"REPLYTOOLARGE", ErrorKind::Protocol}, // from ReplyReader
}};

// Errors with the common word ERR, by the lower-case start of their text. Up to Redis 5 also logins.
constexpr std::array<FirstWord, 13> ErrTexts{{
    {"max number of clients", ErrorKind::MaxClients},
    {"unknown command", ErrorKind::UnknownCommand},
    {"unknown subcommand", ErrorKind::UnknownCommand},
    {"unknown redis command", ErrorKind::UnknownCommand},
    {"the user executing the script can't", ErrorKind::NoPerm},
    {"acl failure in script", ErrorKind::NoPerm},
    {"invalid password", ErrorKind::WrongPass},
    {"auth <password> called without any password", ErrorKind::WrongPass},
    {"client sent auth, but no password is set", ErrorKind::WrongPass},
    {"script attempted to access keys that do not hash", ErrorKind::CrossSlot},
    {"operation not permitted", ErrorKind::NoAuth},
    {"wrong number of arguments for 'auth'", ErrorKind::WrongPass},
    {"syntax error in auth", ErrorKind::WrongPass},
}};

bool isUpperWord(const QByteArray &word)
{
    return !word.isEmpty() &&
           std::all_of(word.begin(), word.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

std::optional<ErrorKind> kindOfWord(const QByteArray &word)
{
    for (const FirstWord &known : FirstWords) {
        if (word == known.word)
            return known.kind;
    }
    return {};
}

QByteArray firstWord(const QByteArray &text)
{
    const qsizetype space = text.indexOf(' ');
    return space < 0 ? text : text.left(space);
}

// Up to Redis 6 the error of a script is wrapped: "ERR Error running script (call to f_<sha>):
// @user_script:1: -OOM command not allowed …", or that of a pcall which the script passes on:
// "@user_script: 33: -OOM command not allowed …". The inner error is the real one.
std::optional<ErrorKind> wrappedKind(const QByteArray &text)
{
    if (!text.startsWith("ERR Error running script") && !text.startsWith("@user_script"))
        return {};
    if (text.contains("The user executing the script can't"))
        return ErrorKind::NoPerm;
    const qsizetype dash = text.indexOf(": -");
    if (dash < 0)
        return {};
    return kindOfWord(firstWord(text.mid(dash + 3)));
}

QString command(const QByteArray &serverText)
{
    const qsizetype open = serverText.indexOf('\'');
    const qsizetype close = serverText.indexOf('\'', open + 1);
    if (open < 0 || close < 0)
        return {};
    return QString::fromUtf8(serverText.mid(open + 1, close - open - 1));
}

// "User bob has no permissions to run …" (since Redis 7.2).
QString user(const QByteArray &serverText)
{
    const qsizetype at = serverText.indexOf("User ");
    if (at < 0)
        return QStringLiteral("<user>");
    return QString::fromUtf8(firstWord(serverText.mid(at + 5)));
}

void describeNoPerm(Failure &failure)
{
    const QByteArray &text = failure.serverText;
    const auto rule = [&text](const QString &permission) {
        return Tr::tr("required permission: ACL SETUSER %1 %2").arg(user(text), permission);
    };
    if (text.contains("channel")) {
        failure.text = Tr::tr("this user may not access this channel");
        failure.remedy = rule(QStringLiteral("&<channel>"));
    } else if (text.contains(" key")) {
        failure.text = Tr::tr("this user may not access this key");
        const QString key = failure.key.isEmpty() ? QStringLiteral("<key>") : escapedText(failure.key);
        failure.remedy = rule(QLatin1Char('~') + key);
    } else {
        const QString denied = command(text);
        if (denied.isEmpty()) { // in a script, before Redis 7.2
            failure.text =
                mayBeHalfDone(failure)
                    ? Tr::tr("this user may not run a command that this action's script needs: the action "
                             "may be done in part")
                    : Tr::tr("this user may not run a command that this action's script needs");
            failure.remedy = Tr::tr("Health, or lockscope-cli doctor, shows which permission is missing");
            return;
        }
        failure.text = Tr::tr("this user may not run %1").arg(denied);
        failure.remedy = rule(QLatin1Char('+') + denied);
    }
}

struct Words {
    QString text;
    QString remedy;
};

Words loginWords(ErrorKind kind, const QByteArray &serverText)
{
    switch (kind) {
    case ErrorKind::NoAuth:
        return {Tr::tr("the server requires a password"), Tr::tr("set user and password")};
    case ErrorKind::WrongPass:
        if (serverText.contains("without any password") || serverText.contains("no password is set"))
            return {Tr::tr("a password was given, but the server has none"), Tr::tr("omit the password")};
        return {Tr::tr("wrong user name or password, or the user is disabled"),
                Tr::tr("check user name and password")};
    case ErrorKind::MaxClients:
        return {Tr::tr("the server has no free connections (maxclients)"),
                Tr::tr("raise maxclients or close unused connections")};
    case ErrorKind::ProtectedMode:
        return {Tr::tr("the server is in protected mode and accepts local clients only"),
                Tr::tr("set a password on the server, or connect from the same machine")};
    default:
        return {};
    }
}

// "BUSY … You can only call SCRIPT KILL or SHUTDOWN NOSAVE.", or FUNCTION KILL.
Words busyWords(const QByteArray &serverText)
{
    for (const char *kill : {"SCRIPT KILL", "FUNCTION KILL"}) {
        if (serverText.contains(kill))
            return {Tr::tr("the server is busy running a script"),
                    Tr::tr("wait; %1 stops it unless it has already written data")
                        .arg(QString::fromLatin1(kill))};
    }
    return {Tr::tr("the server is busy"), Tr::tr("wait, then retry")};
}

// Without the server's own advice, SHUTDOWN NOSAVE: it loses data, and a person in a hurry would follow it.
QByteArray withoutShutdown(const QByteArray &serverText)
{
    const qsizetype advice = serverText.indexOf(" You can ");
    return advice > 0 && serverText.contains("SHUTDOWN") ? serverText.first(advice) : serverText;
}

Words stateWords(ErrorKind kind, const QByteArray &serverText)
{
    switch (kind) {
    case ErrorKind::Loading:
        return {Tr::tr("the server is still loading its data"), Tr::tr("wait, then retry")};
    case ErrorKind::Busy:
        return busyWords(serverText);
    case ErrorKind::Unkillable:
        return {Tr::tr("the running script has already written data and cannot be stopped"),
                Tr::tr("wait, then retry")};
    case ErrorKind::ReadOnlyReplica:
        return {Tr::tr("this server is a replica and accepts no writes"), Tr::tr("connect to its master")};
    case ErrorKind::Misconf:
        return {
            Tr::tr("the server refuses writes because it cannot save to disk"),
            Tr::tr("check the server log (usually a full disk), then run BGSAVE; until then no lock can be "
                   "released")};
    case ErrorKind::OutOfMemory:
        return {Tr::tr("the server has reached maxmemory and rejects this write"),
                Tr::tr("free memory or raise maxmemory")};
    case ErrorKind::NoReplicas:
        return {Tr::tr("the server rejects writes: fewer replicas than min-replicas-to-write"),
                Tr::tr("restore the replicas; until then no lock can be released")};
    case ErrorKind::MasterDown:
        return {Tr::tr("the replica has lost its master and does not serve stale data"),
                Tr::tr("connect to the master, or wait")};
    case ErrorKind::ClusterDown:
        return {Tr::tr("the cluster is down, or no node serves this slot"),
                Tr::tr("wait for the failover; check CLUSTER INFO")};
    default:
        return {};
    }
}

Words commandWords(ErrorKind kind, const QByteArray &serverText)
{
    const QString words = QString::fromUtf8(serverText);
    switch (kind) {
    case ErrorKind::Moved:
        return {Tr::tr("this slot is served by another node (%1)").arg(words),
                Tr::tr("connect to that node")};
    case ErrorKind::Ask:
        return {Tr::tr("this slot is migrating to another node (%1)").arg(words), Tr::tr("retry")};
    case ErrorKind::TryAgain:
        return {Tr::tr("the slot is migrating, and its keys may be on two nodes"),
                Tr::tr("retry when it has migrated")};
    case ErrorKind::CrossSlot:
        return {Tr::tr("the keys are not in the same slot"), Tr::tr("use a hash tag in their names")};
    case ErrorKind::NoScript:
        return {Tr::tr("the server has not loaded the script"), Tr::tr("retry")};
    case ErrorKind::WrongType:
        if (serverText.endsWith(
                "; nothing was changed")) // from a script of resources/lua, with what it found
            return {Tr::tr("the key holds no lock of this kind (%1)")
                        .arg(words.section(u' ', 1).section(u';', 0, -2)),
                    Tr::tr("nothing was changed")};
        return {Tr::tr("the key holds a different type of value"), {}};
    case ErrorKind::UnknownCommand:
        return {Tr::tr("the server does not support the command (%1)").arg(words),
                Tr::tr("it may be renamed, disabled, or newer than this server")};
    default:
        // From the scripts of resources/lua, which refuse what would block the server for long.
        if (serverText.startsWith("TOOLARGE "))
            return {Tr::tr("too large: %1").arg(QString::fromUtf8(serverText.sliced(9))), {}};
        return {Tr::tr("the server answered: %1").arg(words), {}};
    }
}

} // namespace

ErrorKind classifyServerError(const QByteArray &text)
{
    const QByteArray word = firstWord(text);
    if (const auto kind = kindOfWord(word))
        return *kind;
    if (const auto kind = wrappedKind(text))
        return *kind;
    const QByteArray rest = (isUpperWord(word) ? text.mid(word.size() + 1) : text).toLower();
    for (const FirstWord &known : ErrTexts) {
        if (rest.startsWith(known.word))
            return known.kind;
    }
    return ErrorKind::ServerError;
}

Failure serverFailure(const QByteArray &text, const NodeId &node, const QByteArray &key)
{
    if (text.startsWith(ReplyReader::TooLarge))
        return tooLarge(text.sliced(qsizetype(ReplyReader::TooLarge.size())).toLongLong(), node);
    Failure failure{
        .kind = classifyServerError(text), .node = node, .key = key, .serverText = withoutShutdown(text)};
    if (failure.kind == ErrorKind::NoPerm) {
        describeNoPerm(failure);
        return failure;
    }
    Words words = loginWords(failure.kind, text);
    if (words.text.isEmpty())
        words = stateWords(failure.kind, text);
    if (words.text.isEmpty())
        words = commandWords(failure.kind, text);
    failure.text = words.text;
    failure.remedy = words.remedy;
    return failure;
}

bool mayBeHalfDone(const Failure &failure)
{
    const bool isDenied =
        failure.kind == ErrorKind::NoPerm || failure.serverText.contains("Unknown Redis command");
    return isDenied && failure.serverText.contains("Error running script");
}

} // namespace lockscope
