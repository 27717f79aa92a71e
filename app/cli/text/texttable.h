// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A table as aligned lines: limited to the terminal's width, unlimited in a pipe. Pure.

#include "app/cli/text/tint.h"

#include <QStringList>

#include <vector>

namespace lockscope::cli
{

struct Cell {
    QString text{};
    Tint tint = Tint::Plain;
};

struct Column {
    QString title{};
    bool right = false; // right-aligned
    int least = 0;      // minimum width; 0: never shortened
};

class TextTable
{
public:
    explicit TextTable(std::vector<Column> columns) : m_columns(std::move(columns)) {}
    void add(std::vector<Cell> row);
    QStringList render(const TextStyle &style) const;

private:
    std::vector<int> widths(const TextStyle &style) const;
    QString line(const std::vector<Cell> &row, const std::vector<int> &widths, const TextStyle &style) const;

    std::vector<Column> m_columns;
    std::vector<std::vector<Cell>> m_rows;
};

} // namespace lockscope::cli
