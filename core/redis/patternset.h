// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tests a name against all patterns in one pass. A scan with the default patterns tests every key of the
// server, so a test must take nanoseconds: each glob is a small automaton whose states are bits of a word,
// and several globs share a word. Gives the same result as globMatches(). Value; any thread.

#include <QByteArrayView>
#include <QList>

#include <array>
#include <vector>

namespace lockscope
{

class PatternSet
{
public:
    explicit PatternSet(const QList<QByteArray> &globs = {});

    bool isEmpty() const { return m_globs.isEmpty(); }         // without patterns every name matches
    const QList<QByteArray> &globs() const { return m_globs; } // without those that another one covers
    bool matches(QByteArrayView name) const;

    // One glob for SCAN MATCH that matches all of them; empty: there is none.
    QByteArray serverGlob() const;
    // True if serverGlob() is exact, so that names need no further test.
    bool serverGlobIsExact() const { return m_globs.size() <= 1; }

private:
    struct Word {
        std::array<quint64, 256> takes{}; // by byte: the states that it can enter
        quint64 start = 0;
        quint64 stays = 0; // states with a star: kept by any byte
        quint64 accepts = 0;
        quint64 done = 0; // accepting states, whatever follows
        int used = 0;
    };

    bool addTo(Word &word, QByteArrayView glob) const;

    QList<QByteArray> m_globs;
    std::vector<Word> m_words;
    std::vector<QByteArray> m_long; // too long for a word
};

// A glob that matches exactly these bytes.
QByteArray escapedGlob(QByteArrayView bytes);

} // namespace lockscope
