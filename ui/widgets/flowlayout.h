// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Buttons beside each other, as wide as their texts; those that do not fit go on in the next row. GUI thread.

#include <QLayout>

namespace lockscope
{

class FlowLayout final : public QLayout
{
    Q_OBJECT
public:
    explicit FlowLayout(QWidget *parent);
    ~FlowLayout() override;
    Q_DISABLE_COPY_MOVE(FlowLayout)

    void addItem(QLayoutItem *item) override; // takes it
    int count() const override { return int(m_items.size()); }
    QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;

private:
    QList<QRect> places(const QRect &room) const; // of the items, those of hidden ones empty
    int heightAt(int width) const;

    QList<QLayoutItem *> m_items{};
    int m_height = 0; // at the width there is; a height by width would be lost to what is as high as its hint
};

} // namespace lockscope
