// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text/texttable.h"

#include "app/cli/text/textwidth.h"
#include "core/base/names.h"

#include <algorithm>
#include <numeric>

namespace lockscope::cli
{

namespace
{

constexpr int Gap = 2;

} // namespace

void TextTable::add(std::vector<Cell> row)
{
    for (Cell &cell : row)
        cell.text = printable(cell.text); // before it is measured
    m_rows.push_back(std::move(row));
}

QStringList TextTable::render(const TextStyle &style) const
{
    const std::vector<int> widths = this->widths(style);
    std::vector<Cell> titles;
    for (const Column &column : m_columns)
        titles.push_back({column.title, Tint::Title});
    QStringList lines{line(titles, widths, style)};
    for (const std::vector<Cell> &row : m_rows)
        lines += line(row, widths, style);
    return lines;
}

std::vector<int> TextTable::widths(const TextStyle &style) const
{
    std::vector<int> widths;
    for (size_t i = 0; i < m_columns.size(); ++i) {
        int width = columns(m_columns[i].title);
        for (const std::vector<Cell> &row : m_rows)
            width = std::max(width, columns(row[i].text));
        widths.push_back(width);
    }
    if (style.width <= 0)
        return widths;
    // Shortens the widest column above its minimum, one character at a time.
    int surplus = std::accumulate(widths.begin(), widths.end(), Gap * (int(widths.size()) - 1)) - style.width;
    for (; surplus > 0; --surplus) {
        int widest = -1;
        for (int i = 0; i < int(widths.size()); ++i) {
            const int least = m_columns[size_t(i)].least;
            const bool yields = least > 0 && widths[size_t(i)] > least;
            if (yields && (widest < 0 || widths[size_t(i)] > widths[size_t(widest)]))
                widest = i;
        }
        if (widest < 0)
            break;
        --widths[size_t(widest)];
    }
    return widths;
}

QString TextTable::line(const std::vector<Cell> &row, const std::vector<int> &widths,
                        const TextStyle &style) const
{
    QString text;
    for (size_t i = 0; i < row.size(); ++i) {
        const bool last = i + 1 == row.size();
        const QString fitting = elided(row[i].text, widths[i], style.mark);
        const QString filled =
            last && !m_columns[i].right ? fitting : padded(fitting, widths[i], m_columns[i].right);
        text += tinted(filled, row[i].tint, style);
        if (!last)
            text += QString(Gap, u' ');
    }
    return text;
}

} // namespace lockscope::cli
