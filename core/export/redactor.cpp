// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/redactor.h"

#include "core/formats/ownerparts.h"

#include <QRegularExpression>
#include <QUrl>

#include <algorithm>
#include <array>
#include <map>

namespace lockscope
{

namespace
{

constexpr qsizetype LeastInSentences = 3; // shorter things are replaced only in their own fields
constexpr qsizetype LongEnough = 8;       // also replaced inside a word

const char *prefixOf(Redactor::What what)
{
    switch (what) {
    case Redactor::What::Owner:
        return "owner-";
    case Redactor::What::Client:
        return "client-";
    case Redactor::What::Host:
        return "host-";
    case Redactor::What::User:
        return "user-";
    case Redactor::What::Path:
        return "/path-";
    case Redactor::What::Password:
        return "password-";
    }
    return "";
}

enum class Class { Lower, Upper, Digit, Hex, Other, Between };

Class classOf(char c)
{
    if (c >= '0' && c <= '9')
        return Class::Digit;
    if (c >= 'a' && c <= 'f')
        return Class::Hex;
    if (c >= 'a' && c <= 'z')
        return Class::Lower;
    if (c >= 'A' && c <= 'Z')
        return Class::Upper;
    return QByteArrayView("-_:.@/{}|, ").contains(c) ? Class::Between : Class::Other;
}

bool isWord(Class c)
{
    return c == Class::Lower || c == Class::Upper || c == Class::Digit || c == Class::Hex;
}

// The letter for a run of letters and digits; its length follows.
char letterOf(const QByteArray &run)
{
    bool digit = false, hex = false, lower = false, upper = false;
    for (const char c : run) {
        const Class one = classOf(c);
        digit |= one == Class::Digit;
        hex |= one == Class::Hex;
        lower |= one == Class::Lower;
        upper |= one == Class::Upper;
    }
    if (upper)
        return lower || hex || digit ? 'x' : 'A';
    if (lower)
        return digit ? 'x' : 'a';
    if (hex)
        return digit ? 'h' : 'a';
    return 'd';
}

// Escapes each byte in the given base and number of digits, like redis-cli or printf.
QByteArray escaped(const QByteArray &bytes, const char *before, int base, int digits)
{
    QByteArray text;
    for (const char byte : bytes)
        text += before +
                QByteArray::number(uint(static_cast<unsigned char>(byte)), base).rightJustified(digits, '0');
    return text;
}

// Double quotes as redis-cli reads them, with only the necessary escapes.
QByteArray doubleQuotedForm(const QByteArray &bytes)
{
    QByteArray text;
    for (const char byte : bytes) {
        const auto code = static_cast<unsigned char>(byte);
        if (byte == '"' || byte == '\\')
            (text += '\\') += byte;
        else if (code >= 0x20 && code < 0x7f && byte != '\'')
            text += byte;
        else
            text += "\\x" + QByteArray::number(uint(code), 16).rightJustified(2, '0');
    }
    return text;
}

QByteArrayList formsOf(const QByteArray &bytes)
{
    QByteArrayList forms{bytes,
                         escapedText(bytes).toUtf8(),
                         QString::fromUtf8(bytes).toUtf8(),
                         bytes.toBase64(),
                         bytes.toBase64(QByteArray::OmitTrailingEquals),
                         bytes.toHex(),
                         bytes.toHex().toUpper(),
                         QUrl::toPercentEncoding(QString::fromUtf8(bytes)),
                         escaped(bytes, "\\", 8, 3),
                         escaped(bytes, "\\x", 16, 2),
                         doubleQuotedForm(bytes)};
    if (bytes.contains('\'')) {
        QByteArray quoted = bytes;
        forms << quoted.replace("'", "'\\''");
    }
    return forms;
}

// Words of ordinary sentences and commands. A host may have such a name, but it must stay in them.
bool isOrdinary(const QByteArray &bytes)
{
    static constexpr std::array words{
        "admin",   "client", "cluster", "default", "holder", "host",   "lock",   "locks",     "master",
        "node",    "null",   "owner",   "read",    "redis",  "root",   "server", "sentinel",  "slave",
        "replica", "token",  "user",    "true",    "false",  "worker", "write",  "localhost", "lockscope"};
    return std::ranges::find(words, QByteArrayView(bytes)) != words.end();
}

bool isNumber(QByteArrayView bytes)
{
    return std::all_of(bytes.begin(), bytes.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// "2026-11-23T02:15:00" is no name.
bool isDate(const QByteArray &bytes)
{
    static const QRegularExpression pattern(QStringLiteral("^[0-9]{4}-[0-9]{2}-[0-9]{2}([T ][0-9:.]*Z?)?$"));
    return pattern.match(QString::fromLatin1(bytes)).hasMatch();
}

// Short numbers have many meanings. They are no secrets and must stay in sentences.
bool standsOut(const QByteArray &bytes)
{
    if (isOrdinary(bytes) || isDate(bytes))
        return false;
    return bytes.size() >= (isNumber(bytes) ? 6 : LeastInSentences);
}

// Long and mixed enough to be no coincidence. A plain number may be a time.
bool isTelling(const QByteArray &bytes)
{
    const bool hasDigit =
        std::any_of(bytes.begin(), bytes.end(), [](char c) { return c >= '0' && c <= '9'; });
    const bool isMixed = hasDigit && !isNumber(bytes);
    return standsOut(bytes) && (bytes.size() >= 16 || (isMixed && bytes.size() >= LongEnough));
}

bool isWordByte(char c)
{
    return isWord(classOf(c)) || static_cast<unsigned char>(c) >= 0x80;
}

// True if the match is a whole word, or long enough to be unambiguous. A number must be a whole word, because
// any longer number may contain it.
bool standsThere(const QByteArray &text, qsizetype at, qsizetype length)
{
    const QByteArrayView form = QByteArrayView(text).sliced(at, length);
    if (length >= LongEnough && !isNumber(form))
        return true;
    const qsizetype end = at + length;
    const bool startsWord = at == 0 || !isWordByte(text[at - 1]) || !isWordByte(form.front());
    return startsWord && (end == text.size() || !isWordByte(text[end]) || !isWordByte(form.back()));
}

size_t firstTwoOf(const char *bytes)
{
    return size_t(static_cast<unsigned char>(bytes[0])) << 8 | static_cast<unsigned char>(bytes[1]);
}

const QRegularExpression &ipv4()
{
    static const QRegularExpression pattern(
        QStringLiteral("(?<![0-9.])(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])"
                       "(?:\\.(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}(?![0-9.]*[0-9])"));
    return pattern;
}

// IPv6 text without brackets and port. "::" alone names no host.
const QRegularExpression &ipv6()
{
    static const QRegularExpression pattern(
        QStringLiteral("(?<![0-9A-Za-z_.:])(?:(?:H:){7}H|(?=:{0,2}H)(?:H(?::H){0,6})?::(?:H(?::H){0,6})?)(?:%"
                       "[0-9A-Za-z]+)?"
                       "(?![0-9A-Za-z_]|:[0-9A-Fa-f:]|\\.[0-9])")
            .replace(u'H', QLatin1String("[0-9A-Fa-f]{1,4}")));
    return pattern;
}

// Host names in INFO, CLIENT LIST and CONFIG.
const QRegularExpression &namedHost()
{
    static const QRegularExpression pattern(
        QStringLiteral("(?<![a-z_])(?<where>(?:ip|host|hostname|l?addr)=|master_host:"
                       "|(?:replicaof|slaveof|(?:replica|slave|cluster)-announce-(?:ip|hostname)) \"?)"
                       "(?<host>[^\\s,;\"]+)"));
    return pattern;
}

} // namespace

QString shapeOf(const QByteArray &bytes)
{
    QString shape;
    for (qsizetype i = 0; i < bytes.size();) {
        const qsizetype begin = i;
        const Class first = classOf(bytes[i]);
        if (first == Class::Between) {
            shape += QLatin1Char(bytes[i++]);
            continue;
        }
        while (i < bytes.size() && (isWord(first) ? isWord(classOf(bytes[i])) : classOf(bytes[i]) == first))
            ++i;
        const QByteArray run = bytes.mid(begin, i - begin);
        shape += QLatin1Char(isWord(first) ? letterOf(run) : '?') + QString::number(run.size());
    }
    return shape;
}

QByteArray Redactor::learn(What what, const QByteArray &bytes)
{
    if (bytes.isEmpty())
        return {};
    if (const auto found = m_names.constFind(bytes); found != m_names.cend())
        return *found;
    const QByteArray pseudonym = prefixOf(what) + QByteArray::number(++m_counts[int(what)]);
    m_names.insert(bytes, pseudonym);
    m_things.push_back({what, bytes, pseudonym});
    if (standsOut(bytes)) {
        for (const QByteArray &form : formsOf(bytes))
            note(form, m_things.size() - 1);
    }
    return pseudonym;
}

void Redactor::note(const QByteArray &form, size_t thing)
{
    if (form.size() < LeastInSentences)
        return;
    if (const auto found = m_forms.constFind(form); found != m_forms.cend()) {
        if (m_things[*found].bytes.size() < m_things[thing].bytes.size())
            m_forms.insert(form, thing);
        return;
    }
    m_forms.insert(form, thing);
    m_firstTwo.set(firstTwoOf(form.constData()));
    auto &lengths = m_lengths[form.first(form.size() >= LongEnough ? LongEnough : LeastInSentences)];
    if (std::ranges::find(lengths, form.size()) == lengths.end())
        lengths.push_back(form.size());
}

void Redactor::addMatches(std::vector<Match> &matches, const QByteArray &text, qsizetype at,
                          qsizetype beginning) const
{
    if (at + beginning > text.size())
        return;
    const auto lengths = m_lengths.constFind(QByteArray::fromRawData(text.constData() + at, beginning));
    if (lengths == m_lengths.cend())
        return;
    for (const qsizetype length : *lengths) {
        if (at + length > text.size())
            continue;
        const auto form = m_forms.constFind(QByteArray::fromRawData(text.constData() + at, length));
        if (form != m_forms.cend() && standsThere(text, at, length))
            matches.push_back({at, length, *form});
    }
}

// In text order; matches may overlap.
std::vector<Redactor::Match> Redactor::matchesIn(const QByteArray &text) const
{
    std::vector<Match> matches;
    for (qsizetype at = 0; at + LeastInSentences <= text.size(); ++at) {
        if (!m_firstTwo.test(firstTwoOf(text.constData() + at)))
            continue;
        addMatches(matches, text, at, LeastInSentences);
        addMatches(matches, text, at, LongEnough);
    }
    return matches;
}

QByteArray Redactor::owner(const QByteArray &id)
{
    const QByteArray pseudonym = learn(What::Owner, id);
    // A Redisson id contains the client's UUID, which identifies the process by itself.
    learn(What::Client, redissonParts(id).client);
    return pseudonym;
}

QByteArray Redactor::client(const QByteArray &name)
{
    return learn(What::Client, name);
}

QByteArray Redactor::host(const QByteArray &name)
{
    return m_keepsAddresses ? name : learn(What::Host, name);
}

QByteArray Redactor::address(const QByteArray &text)
{
    if (m_keepsAddresses || text.isEmpty())
        return text;
    if (text.startsWith("unix:"))
        return "unix:" + path(text.mid(5));
    const qsizetype colon = text.lastIndexOf(':');
    bool isPort = false;
    if (colon > 0)
        static_cast<void>(text.mid(colon + 1).toUShort(&isPort));
    if (!isPort)
        return host(text);
    QByteArray name = text.left(colon);
    if (name.startsWith('[') && name.endsWith(']'))
        name = name.mid(1, name.size() - 2);
    return host(name) + text.mid(colon);
}

QByteArray Redactor::user(const QByteArray &name)
{
    return name == "default" ? name : learn(What::User, name);
}

QByteArray Redactor::path(const QByteArray &path)
{
    return learn(What::Path, path);
}

void Redactor::forbid(const QByteArray &password)
{
    learn(What::Password, password);
}

QByteArray Redactor::bytes(const QByteArray &bytes)
{
    if (const auto found = m_names.constFind(bytes); found != m_names.cend())
        return *found;
    // Of two overlapping matches, the one for the longer thing wins.
    std::vector<Match> matches = matchesIn(bytes);
    std::ranges::stable_sort(matches, [this](const Match &a, const Match &b) {
        const qsizetype thingA = m_things[a.thing].bytes.size(), thingB = m_things[b.thing].bytes.size();
        return thingA != thingB ? thingA > thingB : a.length > b.length;
    });
    std::map<qsizetype, Match> taken; // by position
    for (const Match &match : matches) {
        const auto after = taken.lower_bound(match.at);
        const bool isFreeAfter = after == taken.end() || after->first >= match.at + match.length;
        const bool isFreeBefore =
            after == taken.begin() || std::prev(after)->first + std::prev(after)->second.length <= match.at;
        if (isFreeAfter && isFreeBefore)
            taken.emplace(match.at, match);
    }
    QByteArray changed;
    qsizetype from = 0;
    for (const auto &[at, match] : taken) {
        changed += bytes.sliced(from, at - from) + m_things[match.thing].pseudonym;
        from = at + match.length;
    }
    return changed + bytes.sliced(from);
}

void Redactor::replaceAddresses(QString &text)
{
    for (const QRegularExpression &pattern : {ipv4(), ipv6()}) {
        qsizetype from = 0;
        for (auto match = pattern.match(text, from); match.hasMatch(); match = pattern.match(text, from)) {
            const QString name = QString::fromLatin1(host(match.captured().toLatin1()));
            text.replace(match.capturedStart(), match.capturedLength(), name);
            from = match.capturedStart() + name.size();
        }
    }
}

void Redactor::learnHosts(const QString &text)
{
    for (auto match = namedHost().globalMatch(text); match.hasNext();) {
        const QRegularExpressionMatch found = match.next();
        const QByteArray name = found.captured(QStringLiteral("host")).toUtf8();
        if (found.captured(QStringLiteral("where")).endsWith(QLatin1String("addr=")))
            address(name); // with its port
        else
            host(name);
    }
}

QString Redactor::text(const QString &text)
{
    QString changed = QString::fromUtf8(bytes(text.toUtf8()));
    if (!m_keepsAddresses)
        replaceAddresses(changed);
    return changed;
}

QStringList Redactor::texts(const QStringList &texts)
{
    QStringList changed;
    for (const QString &one : texts)
        changed << text(one);
    return changed;
}

std::vector<Redactor::Pseudonym> Redactor::told() const
{
    std::vector<Pseudonym> all;
    for (const Thing &thing : m_things) {
        const bool isPassword = thing.what == What::Password; // not even its length
        if (!isPassword)
            all.push_back({thing.pseudonym, thing.bytes.size(), shapeOf(thing.bytes)});
    }
    return all;
}

QByteArray Redactor::leakIn(const QByteArray &file, const QByteArray &key) const
{
    for (const Match &match : matchesIn(file)) {
        const Thing &thing = m_things[match.thing];
        const bool isToldByKey = thing.what != What::Password && key.contains(thing.bytes);
        if (isTelling(thing.bytes) && !isToldByKey)
            return thing.pseudonym;
    }
    return {};
}

} // namespace lockscope
