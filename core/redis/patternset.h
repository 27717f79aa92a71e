// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Tests a name against all patterns in one pass. A scan with the default patterns tests every key of the
// server, so a test must take nanoseconds: each glob is a small automaton whose states are bits of a word,
// and several globs share a word. Gives the same result as globMatches(). Value, implicitly shared: making
// one like the last one of this thread costs nothing, as for each node of a deployment. Any thread.

#include <QByteArrayView>
#include <QList>

#include <array>
#include <memory>
#include <vector>

namespace lockscope
{

class PatternSet
{
public:
    explicit PatternSet(const QList<QByteArray> &globs = {});

    bool isEmpty() const { return globs().isEmpty(); }          // without patterns every name matches
    const QList<QByteArray> &globs() const { return d->globs; } // without those that another one covers
    bool matches(QByteArrayView name) const;

    // One glob for SCAN MATCH that matches all of them; empty: there is none.
    QByteArray serverGlob() const;
    // True if serverGlob() is exact, so that names need no further test.
    bool serverGlobIsExact() const { return globs().size() <= 1; }

private:
    struct Word {
        std::array<quint64, 256> takes{}; // by byte: the states that it can enter
        quint64 start = 0;
        quint64 stays = 0; // states with a star: kept by any byte
        quint64 accepts = 0;
        quint64 done = 0; // accepting states, whatever follows
        int used = 0;
    };

    struct Automata {
        QList<QByteArray> globs{};
        std::vector<Word> words{};
        std::vector<QByteArray> longGlobs{}; // too long for a word
    };

    static std::shared_ptr<const Automata> automataOf(const QList<QByteArray> &globs);
    static bool addTo(Word &word, QByteArrayView glob);

    std::shared_ptr<const Automata> d;
};

// A glob that matches exactly these bytes.
QByteArray escapedGlob(QByteArrayView bytes);

} // namespace lockscope
