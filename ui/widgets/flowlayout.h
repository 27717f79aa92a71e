// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A layout for buttons of different widths or the entries of a legend, which wraps into further rows. GUI
// thread.

#include <QLayout>

#include <functional>

class QPainter;
class QPixmap;

namespace lockscope
{

class FlowLayout final : public QLayout
{
    Q_OBJECT
public:
    explicit FlowLayout(QWidget *parent);
    ~FlowLayout() override;
    Q_DISABLE_COPY_MOVE(FlowLayout)

    void addItem(QLayoutItem *item) override; // Takes ownership
    int count() const override { return int(m_items.size()); }
    QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;

    // An entry of a legend.
    void addSample(const QPixmap &picture, const QString &meaning);
    // The same with a picture that is two lines wide and one high.
    void addSample(const std::function<void(QPainter &, const QRectF &)> &paint, const QString &meaning);
    void removeAll(); // Deletes the widgets

private:
    QList<QRect> places(const QRect &room) const; // Of all items; empty for hidden ones
    int heightAt(int width) const;

    QList<QLayoutItem *> m_items{};
    // At the current width. Not heightForWidth(): parents that use the size hint would ignore it.
    int m_height = 0;
};

} // namespace lockscope
