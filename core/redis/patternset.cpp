// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/patternset.h"

#include "core/redis/glob.h"

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr int Bits = 64;

// Splits a glob into parts: "*", or what matches one byte.
std::vector<QByteArrayView> placesOf(QByteArrayView glob)
{
    std::vector<QByteArrayView> places;
    for (qsizetype p = 0; p < glob.size();) {
        const qsizetype begin = p;
        if (glob[p] == '[') {
            ++p;
            if (p < glob.size() && glob[p] == '^')
                ++p;
            while (p < glob.size() && glob[p] != ']') {
                if (glob[p] == '\\' && p + 1 < glob.size())
                    ++p;
                else if (p + 2 < glob.size() && glob[p + 1] == '-')
                    p += 2;
                ++p;
            }
            p = std::min(p, glob.size() - 1);
        } else if (glob[p] == '\\' && p + 1 < glob.size()) {
            ++p;
        }
        ++p;
        places.push_back(glob.sliced(begin, p - begin));
    }
    return places;
}

QByteArray commonPrefix(const QList<QByteArray> &globs)
{
    QByteArray common = literalPrefix(globs.front());
    for (const QByteArray &glob : globs) {
        const QByteArray prefix = literalPrefix(glob);
        const auto ends = std::mismatch(common.begin(), common.end(), prefix.begin(), prefix.end());
        common.truncate(ends.first - common.begin());
    }
    return common;
}

} // namespace

PatternSet::PatternSet(const QList<QByteArray> &globs)
{
    thread_local QList<QByteArray> lastGlobs;
    thread_local std::weak_ptr<const Automata> last;
    d = last.lock();
    if (d && lastGlobs == globs)
        return;
    d = automataOf(globs);
    lastGlobs = globs;
    last = d;
}

std::shared_ptr<const PatternSet::Automata> PatternSet::automataOf(const QList<QByteArray> &globs)
{
    auto made = std::make_shared<Automata>();
    made->globs = reducePatterns(globs);
    for (const QByteArray &glob : std::as_const(made->globs)) {
        const auto fits = [&](Word &word) { return addTo(word, glob); };
        if (std::ranges::any_of(made->words, fits))
            continue;
        Word fresh;
        if (addTo(fresh, glob))
            made->words.push_back(fresh);
        else
            made->longGlobs.push_back(glob);
    }
    return made;
}

// State n: the first n parts match. A star is not a part; it keeps the state before it.
bool PatternSet::addTo(Word &word, QByteArrayView glob)
{
    const auto places = placesOf(glob);
    const auto stars = std::count(places.begin(), places.end(), QByteArrayView("*"));
    const int states = int(places.size() - size_t(stars)) + 1;
    if (word.used + states > Bits)
        return false;
    quint64 state = quint64(1) << word.used;
    word.start |= state;
    for (const QByteArrayView place : places) {
        if (place == QByteArrayView("*")) {
            word.stays |= state;
            continue;
        }
        state <<= 1;
        if (place.size() == 1 && place[0] != '?' && place[0] != '[') { // a plain character, the usual case
            word.takes[uchar(place[0])] |= state;
            continue;
        }
        for (int byte = 0; byte < 256; ++byte) {
            const char bytes[] = {char(byte)};
            if (globMatches(place, QByteArrayView(bytes, 1)))
                word.takes[size_t(byte)] |= state;
        }
    }
    word.accepts |= state;
    word.done |= state & word.stays;
    word.used += states;
    return true;
}

bool PatternSet::matches(QByteArrayView name) const
{
    if (name.isEmpty())
        return std::any_of(globs().cbegin(), globs().cend(),
                           [name](const QByteArray &glob) { return globMatches(glob, name); });
    for (const Word &word : d->words) {
        quint64 states = word.start;
        for (const char c : name) {
            states = ((states << 1) & word.takes[uchar(c)]) | (states & word.stays);
            if (states & word.done)
                return true;
        }
        if (states & word.accepts)
            return true;
    }
    return std::any_of(d->longGlobs.begin(), d->longGlobs.end(),
                       [name](const QByteArray &glob) { return globMatches(glob, name); });
}

QByteArray PatternSet::serverGlob() const
{
    if (isEmpty())
        return {};
    if (globs().size() == 1)
        return globs().front() == "*" ? QByteArray() : globs().front();
    const QByteArray prefix = commonPrefix(globs());
    return prefix.isEmpty() ? QByteArray() : escapedGlob(prefix) + '*';
}

QByteArray escapedGlob(QByteArrayView bytes)
{
    QByteArray glob;
    for (const char c : bytes) {
        if (c == '*' || c == '?' || c == '[' || c == ']' || c == '\\')
            glob += '\\';
        glob += c;
    }
    return glob;
}

} // namespace lockscope
