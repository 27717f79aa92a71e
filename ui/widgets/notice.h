// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A framed sentence with the icon of its level: findings, warnings, results. GUI thread.

#include "core/values/lock.h"

#include <QFrame>

class QLabel;
class QVBoxLayout;

namespace lockscope
{

class Prose;

class Notice : public QFrame
{
    Q_OBJECT
public:
    explicit Notice(QWidget *parent = nullptr);
    // Several points get bullets, a single one does not. spoken: the sentence for screen readers if it
    // contains a running time; empty: the sentence itself.
    void tell(VerdictLevel level, const QString &sentence, const QStringList &points = {},
              const QString &advice = {}, const QString &spoken = {});
    void tellOld(VerdictLevel level, const QString &sentence); // As last known: greyed
    void tellFree(const QString &sentence);                    // Of a lock: neither good nor bad
    QString sentence() const;
    VerdictLevel level() const { return m_level; }
    bool isOld() const { return m_look == Look::Old; }
    void addWidget(QWidget *widget, Qt::Alignment alignment = {});
    // From now on it is at least as high as now, if it is shown: a shorter text moves nothing beside it.
    void keepHeight();
    bool hasKeptHeight() const { return m_kept > 0; }
    QSize sizeHint() const override { return QFrame::sizeHint().expandedTo({0, m_kept}); }
    QSize minimumSizeHint() const override { return QFrame::minimumSizeHint().expandedTo({0, m_kept}); }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    enum class Look { Level, Old, Free };
    void put(VerdictLevel level, Look look, const QString &sentence, const QStringList &points,
             const QString &advice, const QString &spoken);
    void applyTheme();

    VerdictLevel m_level = VerdictLevel::Info;
    Look m_look = Look::Level;
    QLabel *m_icon;
    Prose *m_sentence;
    Prose *m_points;
    Prose *m_advice;
    QVBoxLayout *m_column;
    int m_kept = 0; // height
};

} // namespace lockscope
