// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A table as aligned lines: limited to the terminal's width, unlimited in a pipe. Pure.

#include "app/cli/text/tint.h"

#include <QStringList>

#include <functional>
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

using Row = std::vector<Cell>;

class TextTable
{
public:
    explicit TextTable(std::vector<Column> columns) : m_columns(std::move(columns)) {}
    void add(Row row);
    QStringList render(const TextStyle &style) const;
    // The same for rows that are made one at a time and kept as bytes, so that a million of them need little
    // memory. fill: sets the cells of that row. widths: of what was printed before, which columns keep or
    // exceed; empty: nothing was, so the titles are printed first.
    void render(const TextStyle &style, size_t rows, const std::function<void(size_t, Row &)> &fill,
                const std::function<void(const QString &)> &print, std::vector<int> &widths) const;

private:
    std::vector<int> fitted(std::vector<int> widths, int width) const;
    QString line(QByteArrayView cells, const std::vector<int> &widths, const TextStyle &style) const;
    QString plainLine(QByteArrayView cells, const std::vector<int> &widths, qsizetype size) const;

    std::vector<Column> m_columns;
    std::vector<Row> m_rows;
};

} // namespace lockscope::cli
