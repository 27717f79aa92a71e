// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One run of the lab, during and after it: state, lanes of its workers, steps, and at the end the verdict
// with the claims. Owner: the lab page; GUI thread.

#include "core/lab/laboutcome.h"

#include <QWidget>

class QAction;
class QProgressBar;
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
    // watch: shows the locks of the run in the lock list. blocking: shows which of its clients block others.
    LabLive(QAction *watch, QAction *blocking, QWidget *parent = nullptr);

    void prepare(const QString &title); // Requested: its servers are starting
    void begin();                       // The servers are running
    void follow(const LabPulse &pulse);
    void show(const LabOutcome &outcome);

    QString headline() const; // The state in one line
    QStringList steps() const { return m_lines; }
    const Notice &verdict() const { return *m_verdict; }
    const LabClaims &claims() const { return *m_claims; }
    LabLanes &lanes() { return *m_lanes; }

private:
    void say(const std::vector<LabStep> &steps);

    ElidedLabel *m_headline;
    QProgressBar *m_busy;
    Notice *m_verdict;
    LabClaims *m_claims;
    QStringList m_lines;
    Prose *m_steps;
    QScrollArea *m_told; // Verdict, claims and steps scroll together
    LabLanes *m_lanes;
};

} // namespace lockscope
