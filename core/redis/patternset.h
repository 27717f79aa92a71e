// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which names the patterns mean: all globs tested in one walk over the name. A scan of the built-in patterns
// sees every name of the server, so a test must cost nanoseconds: each glob is a small automaton whose states
// are bits of a word, and several globs share a word. Says exactly what globMatches() says. Value; any
// thread.

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

    bool isEmpty() const { return m_globs.isEmpty(); }         // no pattern: every name is meant
    const QList<QByteArray> &globs() const { return m_globs; } // without those that another one covers
    bool matches(QByteArrayView name) const;

    // The one glob to give to SCAN MATCH that lets all of them through; empty: there is none.
    QByteArray serverGlob() const;
    // True when serverGlob() says it all, so that names need no second test.
    bool serverGlobIsExact() const { return m_globs.size() <= 1; }

private:
    struct Word {
        std::array<quint64, 256> takes{}; // by byte: states that may be entered with it
        quint64 start = 0;
        quint64 stays = 0; // states with a star: any byte leaves them as they are
        quint64 accepts = 0;
        quint64 done = 0; // accepts, whatever follows
        int used = 0;
    };

    bool addTo(Word &word, QByteArrayView glob) const;

    QList<QByteArray> m_globs;
    std::vector<Word> m_words;
    std::vector<QByteArray> m_long; // do not fit into a word
};

// The bytes as a glob that matches just them.
QByteArray escapedGlob(QByteArrayView bytes);

} // namespace lockscope
