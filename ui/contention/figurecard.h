// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// One figure with its name, accuracy and last minutes; a button that shows the locks it counts. Owner: the
// overview page; GUI thread.

#include "ui/plots/spark/sparkline.h"

#include <QAbstractButton>

namespace lockscope
{

class FigureCard final : public QAbstractButton
{
    Q_OBJECT
public:
    struct Figure {
        QString value{};
        QString mark{};      // Beside the value: "≈ sampled"; empty: exact
        QString shortMark{}; // Used if the mark has no room; empty: the mark, elided
        std::vector<SparkPoint> points{};
    };

    // help: explains the figure. action: the effect of a click; empty: none.
    FigureCard(const QString &title, const QString &help, const QString &action, QWidget *parent = nullptr);

    void show(Figure figure, const QString &why = {}); // why: the reason it is not exact
    using QWidget::show;
    void setValue(const QString &value); // Keeps the rest of the figure
    void setLook(const QIcon &icon, const QColor &line);
    void setCompact(bool compact); // One line without a curve, for less important figures
    QString value() const { return m_figure.value; }
    QString mark() const { return m_figure.mark; }

    QSize sizeHint() const override { return m_isCompact ? compactSize() : sizeFor(1); }
    QSize minimumSizeHint() const override { return m_isCompact ? compactSize() : sizeFor(0.5); }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QFont valueFont() const;
    QSize sizeFor(double sparkLines) const;
    QSize compactSize() const;
    QRect paintTitle(QPainter &painter, QRect room) const;
    void paintText(QPainter &painter, const QRect &room) const;
    void paintLine(QPainter &painter, const QRect &room) const;
    bool isUnknown() const { return m_figure.value == QStringLiteral("—") && !m_figure.mark.isEmpty(); }

    QString m_help;
    QString m_action;
    QColor m_line{};
    bool m_isCompact = false;
    Figure m_figure{};
};

} // namespace lockscope
