// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Compares two stretches of a recording, or one of it with one of another recording: their times, and then
// what differs, in sentences and figures. At first, the time before the moment shown with the time after it.
// Owner: the recording's window, until it is closed; GUI thread.

#include "core/base/outcome.h"
#include "ui/bridges/recordingbridge.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace lockscope
{

class CompareTable;
class EmptyState;
class Prose;

class CompareDialog final : public QDialog
{
    Q_OBJECT
public:
    // at: the moment shown. An empty field means the beginning or the end of the recording.
    CompareDialog(RecordingBridge &recording, const QString &file, const HistoryRange &extent, WallTime at,
                  QWidget *parent);

    void setOtherFile(const QString &file); // For the second stretch
    QLineEdit *field(bool isAfter, bool isEnd) const { return m_fields[isAfter ? 1 : 0][isEnd ? 1 : 0]; }
    QComboBox *by() const { return m_by; }
    QPushButton *compareButton() const { return m_compare; }
    QPushButton *copyButton() const { return m_copy; }
    QPushButton *exportButton() const { return m_export; }
    CompareTable &table() { return *m_table; }
    QString findings() const;
    bool isShown() const { return m_comparison.has_value(); } // A result
    QString failure() const;                  // Why there is none; empty: it is pending, or there
    QString asText() const;                   // For the clipboard
    Done save(const QString &fileName) const; // As CSV or text, by its extension

private:
    QWidget *makeForm();
    QWidget *makeResult();
    void wire();
    void fillTimes(const HistoryRange &extent, WallTime at);
    void ask();
    void take(const Comparison &comparison);
    void fail(const Failure &why);
    void showBusy(bool busy);

    RecordingBridge &m_recording;
    const QString m_file;
    QString m_otherFile{}; // Empty: the same one
    HistoryRange m_extent;
    QLineEdit *m_fields[2][2]{}; // Before and after; from and to
    QLabel *m_fileOfAfter;
    QPushButton *m_other;
    QComboBox *m_by;
    QPushButton *m_compare;
    QPushButton *m_copy;
    QPushButton *m_export;
    QStackedWidget *m_stack;
    EmptyState *m_empty;
    Prose *m_findings;
    CompareTable *m_table;
    Prose *m_notes;
    quint64 m_asked = 0; // 0: no query pending
    std::optional<Comparison> m_comparison{};
    Failure m_why{};
};

} // namespace lockscope
