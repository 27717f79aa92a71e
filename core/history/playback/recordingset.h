// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which files are one recording: FILE, and FILE.1, FILE.2 and so on that belong to it, if it was rotated.
// Opens FILE first: while it is open, its writer cannot rotate it, so that the numbers stay. Others are
// opened when they are needed, a few at a time. What was found of a file is kept, also when it gets another
// number. Owner: a reader; one thread, which open() may hold for a third of a second while a rotation is
// going on.

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

    // The files as they are now. Again, after close(). Fails if FILE cannot be read.
    Done open();
    void close(); // all connections
    // Oldest first, without overlap; one at least. Files without anything recorded are no parts, save for
    // FILE alone.
    const std::vector<RecordingPart> &parts() const { return m_parts; }
    // What is wrong with other files of the set, for people. Those are not parts.
    const QStringList &flaws() const { return m_flaws; }
    qint64 bytes() const; // of all parts
    // Of a part; valid until the next call. Busy: the files were renamed meanwhile; open again.
    Outcome<PartReader *> reader(size_t part);
    // Goes on without this file. False: it is the only one.
    bool giveUp(size_t part, const Failure &why);

private:
    struct Numbered {
        int number = 0; // 0: FILE
        RecordingPart part{};
    };
    struct Known {
        RecordingPart part{};
        QString flaw{}; // why it cannot be read; empty: it can
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
    // What looked like a rotation for longer than one takes.
    std::optional<std::pair<bool, QStringList>> m_accepted{};
    std::unique_ptr<PartReader> m_newest{}; // of FILE
    std::deque<std::pair<QString, std::unique_ptr<PartReader>>> m_others{};
    std::map<Stamp, Known> m_known{};                    // of numbered files
    std::map<std::pair<Stamp, qint64>, bool> m_goesOn{}; // of files of older versions: compared once
};

} // namespace lockscope
