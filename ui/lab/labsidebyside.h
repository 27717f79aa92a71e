// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs side by side on one time scale, each with its result, phases and workers. Owner: LabRuns; GUI thread.

#include "core/lab/laboutcome.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace lockscope
{

class ElidedLabel;
class LabLanes;
class LabLegend;

class LabSideBySide final : public QWidget
{
    Q_OBJECT
public:
    static constexpr size_t Most = 3; // The newest of the runs

    explicit LabSideBySide(QWidget *parent = nullptr);

    void show(const std::vector<LabOutcome> &runs); // Oldest first
    using QWidget::show;
    size_t shown() const;
    LabLanes &lanes(size_t side) { return *m_sides[side].lanes; }
    QString headOf(size_t side) const; // The run
    QString resultOf(size_t side) const;
    const LabLegend &legend() const { return *m_legend; }
    QSize sizeHint() const override;

private:
    struct Side {
        QWidget *widget = nullptr;
        ElidedLabel *head = nullptr;
        ElidedLabel *result = nullptr;
        QLabel *icon = nullptr;
        LabLanes *lanes = nullptr;
    };
    Side makeSide();
    void tell(Side &side, const LabOutcome &run);
    void tellLegend();

    QHBoxLayout *m_row;
    LabLegend *m_legend; // Of all sides, so that their plots are equally high
    std::vector<Side> m_sides{};
};

} // namespace lockscope
