// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The stays in the critical section over time: one lane for each worker, one bar for each stay. A violation
// of mutual exclusion is red, thicker, and has a cross at its start. Above, the phases of the run as named
// bands; below, how many workers have a lane unless all have, and a legend. Scrolls during a run; afterwards
// wheel and mouse move through it. Owner: the lab page; GUI thread. Hides the plot library.

#include "core/lab/laboutcome.h"
#include "ui/lab/lanes/lablegend.h"

namespace lockscope
{

class LabLanes final : public QWidget
{
    Q_OBJECT
public:
    static constexpr size_t MostLanes = 20; // A worker without one is not drawn

    explicit LabLanes(QWidget *parent = nullptr);
    ~LabLanes() override;

    void begin();                        // Clears the plot for a new run
    void add(const LabPulse &pulse);     // Also updates stays already drawn
    void end(const LabOutcome &outcome); // Shows the run from start to end
    void showUpTo(milliseconds end);     // The same scale as another run
    milliseconds shownUpTo() const;
    void hideLegend(); // One outside stands for it; see signs()
    const LabLegend &legend() const;
    const QList<LabLegend::Sign> &signs() const; // Drawn ones
    bool arePhasesCut() const;                   // A title of one
    QStringList phases() const;                  // Of the bands, in order
    size_t rounds() const;                       // Drawn ones
    QString textAt(const QPointF &point) const;  // The phase at the point; empty: none
    QPointF pointOf(size_t phase) const;         // The middle of its band; for tests
    size_t stays() const;
    size_t violations() const; // The marked stays among them
    std::vector<int> workers() const;
    QString leftOut() const; // How many workers have a lane, of how many; empty: all that entered

    QSize sizeHint() const override;

signals:
    void signsChanged();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lockscope
