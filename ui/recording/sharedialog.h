// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Copies the recording for others: which stretch, which locks, with or without names, and with the documents
// of an incident. Owner: the recording's window, until it is closed; GUI thread.

#include "ui/recording/sharejob.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;

namespace lockscope
{

class Notice;

class ShareDialog final : public QDialog
{
    Q_OBJECT
public:
    struct Shown {
        QString file{};
        HistoryRange extent{};    // Of the recording
        HistoryRange timeline{};  // What Timeline shows
        LockName key{};           // The selected lock; empty: none
        QStringList earlier{};    // Other files of the recording, the latest first
        bool hasIncident = false; // The recording has files of an incident, and a copy keeps them
    };
    ShareDialog(const Shown &shown, QWidget *parent);

    enum Stretch { Whole, Timeline, FromTo };
    QComboBox *stretch() const { return m_stretch; }
    QLineEdit *field(bool isEnd) const { return m_fields[isEnd ? 1 : 0]; }
    QComboBox *locks() const { return m_locks; }
    QCheckBox *replaceNames() const { return m_replace; }
    QCheckBox *earlier() const { return m_earlier; }
    QPushButton *shareButton() const { return m_share; }
    QPushButton *openButton() const { return m_open; }
    void attach(const QString &folder); // Of an incident; empty: none
    void write(const QString &output);  // Replaces it; asked before
    ShareJob &job() { return m_job; }
    QString told() const; // The receipt, or why there is none; empty: neither

signals:
    void openWanted(const QString &fileName); // What was written

protected:
    void done(int result) override;

private:
    void makeForm(QFormLayout *form);
    QWidget *makeTimes();
    QWidget *makeIncident();
    void wire();
    void follow();
    void askWhere();
    void take(const ShareReceipt &receipt);
    void fail(const Failure &why);
    void showBusy(bool busy);
    Outcome<HistoryRange> range() const;

    const Shown m_shown;
    QStringList m_earlierFiles{};
    QString m_incident{}; // A folder; empty: none
    QString m_written{};
    QComboBox *m_stretch;
    QLineEdit *m_fields[2]{}; // From and to
    QComboBox *m_locks;
    QCheckBox *m_replace;
    QLabel *m_effect;
    QLabel *m_folder;
    QPushButton *m_choose;
    QPushButton *m_remove;
    QCheckBox *m_earlier;
    Notice *m_notice;
    QProgressBar *m_progress;
    QPushButton *m_share;
    QPushButton *m_open;
    QPushButton *m_close;
    ShareJob m_job{};
};

} // namespace lockscope
