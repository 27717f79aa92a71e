// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One run of the lab, while it goes on and once it is over: where it stands, the lanes of its workers, what
// happened step by step, and at the end the verdict with what was claimed and seen. Owner: the lab page; GUI
// thread.

#include "core/lab/laboutcome.h"

#include <QWidget>

class QAction;
class QProgressBar;
class QPushButton;
class QScrollArea;

namespace lockscope
{

class ElidedLabel;
class LabClaims;
class LabLanes;
class Notice;
class Prose;

class LabLive final : public QWidget
{
    Q_OBJECT
public:
    // watch: lets the lock list show the locks of the run.
    explicit LabLive(QAction *watch, QWidget *parent = nullptr);

    void prepare(const QString &title); // it was asked for; its servers are started
    void begin();                       // they are there
    void follow(const LabPulse &pulse);
    void show(const LabOutcome &outcome); // it is over

    QString headline() const;                     // where it stands, in a line
    QStringList steps() const { return m_lines; } // as told
    const Notice &verdict() const { return *m_verdict; }
    const LabClaims &claims() const { return *m_claims; }
    LabLanes &lanes() { return *m_lanes; }

private:
    void say(const std::vector<LabStep> &steps);

    ElidedLabel *m_headline;
    QProgressBar *m_busy;
    QPushButton *m_watch;
    Notice *m_verdict;
    LabClaims *m_claims;
    QStringList m_lines;
    Prose *m_steps;
    QScrollArea *m_told; // verdict, claims and steps, in one piece
    LabLanes *m_lanes;
};

} // namespace lockscope
