// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Explains the bars and lines of LabLanes; lists only what is drawn. Owner: LabLanes; GUI thread.

#include <QWidget>

namespace lockscope
{

class FlowLayout;

class LabLegend final : public QWidget
{
    Q_OBJECT
public:
    enum Sign { Stay, Violation, Phase, Round };

    explicit LabLegend(QWidget *parent = nullptr);
    void show(const QList<Sign> &signs);
    using QWidget::show;
    QStringList entries() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void fill();

    FlowLayout *m_flow;
    QList<Sign> m_signs{};
};

} // namespace lockscope
