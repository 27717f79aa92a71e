// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Widgets of one size in as many columns as there is room for, which share the width evenly. GUI thread.

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

    void addItem(QLayoutItem *item) override; // takes it
    int count() const override { return int(m_items.size()); }
    QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect &rect) override;

private:
    QSize cell() const; // the least that each of them needs
    int rowsFor(int width) const;

    QList<QLayoutItem *> m_items{};
};

} // namespace lockscope
