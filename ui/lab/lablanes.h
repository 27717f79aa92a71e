// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Who is in the critical section, and when: one lane a worker, one bar a stay. A stay that mutual exclusion
// forbids is drawn across its lane in red, hatched by a cross where it began. Scrolls with the time while a
// run goes on; afterwards the wheel and the mouse move through it. Owner: the lab page; GUI thread. The plot
// library stays behind this header.

#include "core/lab/laboutcome.h"

#include <QWidget>

namespace lockscope
{

class LabLanes final : public QWidget
{
    Q_OBJECT
public:
    static constexpr size_t MostLanes = 20; // those of the busiest workers

    explicit LabLanes(QWidget *parent = nullptr);
    ~LabLanes() override;

    void begin();                        // a run: nothing is drawn yet
    void add(const LabPulse &pulse);     // what is known already is brought up to date
    void end(const LabOutcome &outcome); // all that is known of the run, from its start to its end
    size_t stays() const;                // that are drawn
    size_t violations() const;           // the marked ones of them
    std::vector<int> workers() const;    // that have a lane, from the top

    QSize sizeHint() const override;

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
