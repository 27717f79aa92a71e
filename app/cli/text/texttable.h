// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A table as aligned text: limited to the terminal's width, unlimited in a pipe. Pure.

#include <QString>
#include <QStringList>

#include <vector>

namespace lockscope::cli
{

enum class Tint { Plain, Faint, Good, Notice, Warning, Alarm, Title };

struct TextStyle {
    bool colour = false;
    int width = 0; // of the terminal; 0: unlimited
    QString mark = QStringLiteral("…");
};

QString tinted(const QString &text, Tint tint, const TextStyle &style);

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
    void add(std::vector<Cell> row) { m_rows.push_back(std::move(row)); }
    QString render(const TextStyle &style) const;

private:
    std::vector<int> widths(const TextStyle &style) const;
    QString line(const std::vector<Cell> &row, const std::vector<int> &widths, const TextStyle &style) const;

    std::vector<Column> m_columns;
    std::vector<std::vector<Cell>> m_rows;
};

} // namespace lockscope::cli
