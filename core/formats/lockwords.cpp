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

// English words that end in "lock" but mean no lock.
constexpr std::array<Word, 14> otherWords{"unlock",   "flock",    "deadlock", "livelock", "gridlock",
                                          "padlock",  "sherlock", "warlock",  "hemlock",  "wedlock",
                                          "havelock", "matlock",  "shylock",  "pollock"};
// Compounds that end in "block" or "clock" only by coincidence.
constexpr std::array<Word, 8> compounds{"joblock", "dblock",  "weblock",   "sublock",
                                        "publock", "rpclock", "asynclock", "synclock"};
constexpr std::array<Word, 6> plainWords{"lock", "locks", "mutex", "mutexes", "lck", "lcks"};

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
    return !isOneOf(stem, otherWords);
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
    return endsWithIgnoringCase(stem, "semaphore") || equalsIgnoringCase(word, "permits");
}

bool isLatchWord(Word word)
{
    return equalsIgnoringCase(word, "latch") || equalsIgnoringCase(word, "latches");
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
    return hasWord(name, isLatchWord) || containsIgnoringCase(name, "countdown");
}

} // namespace lockscope
