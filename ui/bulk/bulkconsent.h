// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The input required before a bulk action runs: ticked locks, reason, the phrase that production requires,
// and whether the first failure stops the run. Owner: BulkDialog; GUI thread.

#include "ui/bulk/bulkrun.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;

namespace lockscope
{

class BulkConsent final : public QWidget
{
    Q_OBJECT
public:
    explicit BulkConsent(QWidget *parent = nullptr);

    void showTicks(const BulkRun &series);
    void askFor(const QString &phrase); // Empty: none is required
    void clearPhrase();
    BulkRun::Will will() const;
    QString obstacle(const QString &phrase) const; // What is still missing; empty: nothing
    QLineEdit *reasonEdit() const { return m_reason; }
    QLineEdit *phraseEdit() const { return m_phrase; }
    QCheckBox *stopBox() const { return m_stop; }

signals:
    void changed();
    void tickAllWanted(bool ticked);

private:
    QLabel *m_sum;
    QLineEdit *m_reason = nullptr;
    QLabel *m_phraseLabel = nullptr;
    QLineEdit *m_phrase = nullptr;
    QCheckBox *m_stop = nullptr;
};

} // namespace lockscope
