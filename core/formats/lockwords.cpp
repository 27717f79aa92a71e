// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/lockwords.h"

#include "core/formats/shapes.h"

#include <algorithm>
#include <array>

namespace lockscope
{

namespace
{

using Word = QByteArrayView;

template<size_t N> bool isOneOf(Word word, const std::array<Word, N> &lowerWords)
{
    return std::any_of(lowerWords.begin(), lowerWords.end(),
                       [word](Word w) { return equalsIgnoringCase(word, w); });
}

bool endsWithIgnoringCase(Word word, Word lower)
{
    return word.size() >= lower.size() && equalsIgnoringCase(word.last(lower.size()), lower);
}

// English words that end in "lock" and are none, and names of people.
constexpr std::array<Word, 24> otherWords{
    "unlock",   "flock",     "deadlock",  "livelock", "gridlock", "padlock",   "sherlock", "warlock",
    "hemlock",  "wedlock",   "havelock",  "matlock",  "shylock",  "pollock",   "bullock",  "hillock",
    "forelock", "dreadlock", "flintlock", "headlock", "picklock", "interlock", "antilock", "timelock"};
// Locks of doors, cars, screens and keyboards, in one word or in two.
constexpr std::array<Word, 14> physicalLocks{
    "smartlock",  "doorlock",     "carlock",      "bikelock",   "airlock",  "childlock",  "steerlock",
    "screenlock", "steeringlock", "rotationlock", "keypadlock", "capslock", "scrolllock", "numlock"};
// Compounds that end in "block" or "clock" only by coincidence.
constexpr std::array<Word, 8> compounds{"joblock", "dblock",  "weblock",   "sublock",
                                        "publock", "rpclock", "asynclock", "synclock"};
constexpr std::array<Word, 6> plainWords{"lock", "locks", "mutex", "mutexes", "lck", "lcks"};

// After "lock": properties of a lock, which are none themselves. Things that may be locked (a file, a
// session, a queue) are not among them.
constexpr std::array<Word, 56> propertyWords{
    "timeout", "timeouts", "ttl",      "expiry",   "expires",  "expiration", "duration",  "interval",
    "period",  "delay",    "retry",    "retries",  "attempts", "limit",      "max",       "min",
    "count",   "counts",   "counter",  "counters", "total",    "size",       "length",    "config",
    "conf",    "settings", "setting",  "options",  "option",   "enabled",    "disabled",  "flag",
    "flags",   "mode",     "status",   "state",    "version",  "hash",       "checksum",  "digest",
    "battery", "level",    "firmware", "serial",   "reason",   "message",    "history",   "stats",
    "metrics", "policy",   "info",     "metadata", "owner",    "holder",     "timestamp", "pin"};
// The same, only at the end of a name: elsewhere they may be things that programs lock.
constexpr std::array<Word, 12> lastPropertyWords{"title", "icon",   "icons",   "label",
                                                 "color", "colour", "tooltip", "description",
                                                 "svg",   "css",    "sha",     "etag"};

// Before "lock", what makes it a thing of vehicles, the state of an account, or a screen.
constexpr std::array<Word, 27> otherSenses{
    "gate",   "vehicle", "car",     "bike",     "smart",  "device", "home",   "room",   "hotel",
    "sensor", "window",  "account", "accounts", "login",  "logins", "signin", "auth",   "password",
    "passwd", "otp",     "mfa",     "attempts", "failed", "ban",    "banned", "screen", "wake"};
// Package managers' lock files: "yarn.lock", "package-lock".
constexpr std::array<Word, 14> fileWords{"yarn",   "package", "cargo",   "composer", "gemfile",
                                         "poetry", "pipfile", "pnpm",    "npm",      "bundler",
                                         "flake",  "bun",     "podfile", "uv"};
// The same, but also words for what programs lock: files only before a dot.
constexpr std::array<Word, 10> dotFileWords{"terraform", "deno", "chart", "mix",   "pubspec",
                                            "conda",     "pixi", "paket", "rebar", "gradle"};
// What has physical locks only, wherever it stands.
constexpr std::array<Word, 8> doorWords{"door", "doors",         "garage", "scooter",
                                        "iot",  "homeassistant", "zigbee", "zwave"};

bool isLockWord(Word word)
{
    if (word.size() < 3)
        return false;
    if (isOneOf(word, plainWords) || endsWithIgnoringCase(word, "mutex"))
        return true;
    const bool plural = lowered(word.back()) == 's';
    const Word stem = plural ? word.chopped(1) : word;
    if (!endsWithIgnoringCase(stem, "lock"))
        return false;
    if (endsWithIgnoringCase(stem, "block") || endsWithIgnoringCase(stem, "clock"))
        return isOneOf(stem, compounds) || endsWithIgnoringCase(stem, "joblock");
    return !isOneOf(stem, otherWords) && !isOneOf(stem, physicalLocks);
}

// The end of the word that begins at from: a non-letter, or a change of case ("orderLock", "XMLLock").
qsizetype endOfWord(QByteArrayView name, qsizetype from)
{
    qsizetype end = from + 1;
    while (end < name.size() && isLetter(name[end])) {
        const bool hump = isUpper(name[end]) && !isUpper(name[end - 1]);
        const bool lastOfCapitals = isUpper(name[end]) && isUpper(name[end - 1]) && end + 1 < name.size() &&
                                    isLetter(name[end + 1]) && !isUpper(name[end + 1]);
        if (hump || lastOfCapitals)
            break;
        ++end;
    }
    return end;
}

template<class Test> bool hasWord(QByteArrayView name, Test test)
{
    for (qsizetype i = 0; i < name.size();) {
        if (!isLetter(name[i])) {
            ++i;
            continue;
        }
        const qsizetype end = endOfWord(name, i);
        if (test(name.sliced(i, end - i)))
            return true;
        i = end;
    }
    return false;
}

bool isSemaphoreWord(Word word)
{
    const Word stem = endsWithIgnoringCase(word, "s") ? word.chopped(1) : word;
    return endsWithIgnoringCase(stem, "semaphore");
}

// "latch", "startLatch", "countdownlatch"; an "unlatch" undoes one.
bool isLatchWord(Word word)
{
    return equalsIgnoringCase(word, "latch") || equalsIgnoringCase(word, "latches") ||
           endsWithIgnoringCase(word, "downlatch");
}

// What ends a part of a name; dashes, underscores and humps join the words of one part.
bool endsPart(char c)
{
    return !isAlphanumeric(c) && c != '_' && c != '-';
}

struct NameWord {
    Word text{};
    bool first = false; // of its part
    bool last = false;  // of its part, numbers apart
    char joint = 0;     // what stands before it; 0: it begins the name
};

// The words of a name, one after the other.
class NameWords
{
public:
    explicit NameWords(QByteArrayView name) : m_name(name) {}
    bool next(NameWord &word)
    {
        while (m_at < m_name.size() && !isLetter(m_name[m_at]))
            ++m_at;
        if (m_at >= m_name.size())
            return false;
        const qsizetype end = endOfWord(m_name, m_at);
        word.text = m_name.sliced(m_at, end - m_at);
        word.joint = m_at > 0 ? m_name[m_at - 1] : '\0';
        word.first = begins(m_at);
        word.last = ends(end);
        m_at = end;
        return true;
    }

private:
    bool begins(qsizetype at) const
    {
        while (at > 0 && !endsPart(m_name[at - 1])) {
            if (isLetter(m_name[--at]))
                return false;
        }
        return true;
    }
    bool ends(qsizetype at) const
    {
        while (at < m_name.size() && !endsPart(m_name[at])) {
            if (isLetter(m_name[at++]))
                return false;
        }
        return true;
    }

    QByteArrayView m_name;
    qsizetype m_at = 0;
};

bool isFile(Word before, const NameWord &lock)
{
    return (isOneOf(before, fileWords) && Word(".-_").contains(lock.joint)) ||
           (isOneOf(before, dotFileWords) && lock.joint == '.');
}

// "child_lock", "num-lock", "capsLock"
bool isPhysical(Word before, const NameWord &lock)
{
    return !endsPart(lock.joint) && std::any_of(physicalLocks.begin(), physicalLocks.end(), [&](Word whole) {
        return whole.size() == before.size() + 4 && equalsIgnoringCase(before, whole.chopped(4));
    });
}

} // namespace

bool hasLockWord(QByteArrayView name)
{
    return hasWord(name, isLockWord);
}

bool hasSemaphoreWord(QByteArrayView name)
{
    return hasWord(name, isSemaphoreWord);
}

bool hasLatchWord(QByteArrayView name)
{
    return hasWord(name, isLatchWord);
}

LockSense lockSense(QByteArrayView name)
{
    if (!hasLockWord(name))
        return LockSense::None;
    LockSense sense = LockSense::None;
    bool behindLock = false; // the word before is a lock word
    bool otherSense = false; // a word before gives it another sense
    bool property = false;   // of the last word
    bool isOfDoors = false;
    Word before;
    NameWords words(name);
    for (NameWord word; words.next(word); before = word.text) {
        if (isLockWord(word.text) && !isFile(before, word)) {
            const bool isClear = (word.first || word.last) && !otherSense && !isPhysical(before, word);
            sense = std::max(sense, isClear ? LockSense::Lock : LockSense::Doubtful);
            behindLock = true;
            property = false;
            continue;
        }
        isOfDoors = isOfDoors || isOneOf(word.text, doorWords);
        property = isOneOf(word.text, propertyWords) ||
                   (word.text.end() == name.end() && isOneOf(word.text, lastPropertyWords));
        if (behindLock && property)
            return LockSense::Property;
        otherSense = otherSense || isOneOf(word.text, otherSenses);
        behindLock = false;
    }
    const bool doubtful = property || isOfDoors;
    return sense == LockSense::Lock && doubtful ? LockSense::Doubtful : sense;
}

} // namespace lockscope
