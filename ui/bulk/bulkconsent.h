// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What is to be entered before a bulk action runs: which locks are ticked, the reason, the phrase that
// production asks for, and whether the first failure ends it. Owner: BulkDialog; GUI thread.

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
    void askFor(const QString &phrase); // empty: none is needed
    void clearPhrase();
    BulkRun::Will will() const;
    QString obstacle(const QString &phrase) const; // what is still to be typed; empty: nothing
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
