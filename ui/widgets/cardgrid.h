// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A layout for widgets of one size: as many columns as fit, with equal widths. GUI thread.

#include <QLayout>

namespace lockscope
{

class CardGrid final : public QLayout
{
    Q_OBJECT
public:
    explicit CardGrid(QWidget *parent = nullptr);
    ~CardGrid() override;
    Q_DISABLE_COPY_MOVE(CardGrid)

    int columnsFor(int width) const;

    void addItem(QLayoutItem *item) override; // Takes ownership
    int count() const override { return int(m_items.size()); }
    QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;

private:
    QSize cell() const; // The largest minimum size of the items
    int rowsFor(int width) const;

    QList<QLayoutItem *> m_items{};
};

} // namespace lockscope
