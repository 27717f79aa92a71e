// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Finds the files of one recording: FILE and, if it was rotated, those of FILE.1, FILE.2 and so on that
// belong to it. Opens FILE first: while it is open, its writer cannot rotate it, so the numbers do not
// change. The others are opened when needed, a few at a time. The description of a file is kept, even if the
// file is renumbered. Owner: a reader; one thread, which open() may block for a third of a second during a
// rotation.

#include "core/history/playback/partreader.h"

#include <QStringList>

#include <deque>
#include <map>
#include <memory>

namespace lockscope
{

class RecordingSet
{
public:
    explicit RecordingSet(const QString &file) : m_file(file) {}

    // Finds the present files; also after close(). Fails if FILE cannot be read.
    Done open();
    void close(); // all connections
    // Oldest first, without overlap; at least one. Files without data are left out, except for FILE alone.
    const std::vector<RecordingPart> &parts() const { return m_parts; }
    // Problems with other files of the set, as texts. Those files are not in parts().
    const QStringList &flaws() const { return m_flaws; }
    qint64 bytes() const; // of all parts
    // The reader of a part; valid until the next call. Failure Busy: the files were renamed; call open()
    // again.
    Outcome<PartReader *> reader(size_t part);
    // Drops this file. False: it is the only one.
    bool giveUp(size_t part, const Failure &why);

private:
    struct Numbered {
        int number = 0; // 0: FILE
        RecordingPart part{};
    };
    struct Known {
        RecordingPart part{};
        QString flaw{}; // why it cannot be read; empty: it is readable
    };
    using Stamp = std::pair<qint64, qint64>; // bytes and time of change, which a closed file keeps

    Outcome<bool> openAll();
    static Known look(const QString &file);
    static Stamp stampOf(const QString &file);
    std::vector<Numbered> earlier();
    bool place(std::vector<Numbered> found);
    bool belongs(const Numbered &one, const Numbered &later);
    void join();
    Outcome<bool> goesOn(size_t part);
    QString numbered(int number) const;

    const QString m_file;
    std::vector<RecordingPart> m_parts{};
    QStringList m_flaws{};
    bool m_isBeingClosed = false;
    bool m_isRenamed = false;
    // A state that looks like a rotation in progress, but lasts longer than one.
    std::optional<std::pair<bool, QStringList>> m_accepted{};
    std::unique_ptr<PartReader> m_newest{}; // of FILE
    std::deque<std::pair<QString, std::unique_ptr<PartReader>>> m_others{};
    std::map<Stamp, Known> m_known{};                    // of numbered files
    std::map<std::pair<Stamp, qint64>, bool> m_goesOn{}; // of files of older versions: compared once
};

} // namespace lockscope
