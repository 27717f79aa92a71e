// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text/texttable.h"

#include "app/cli/text/textwidth.h"

#include <algorithm>
#include <numeric>

namespace lockscope::cli
{

namespace
{

constexpr int Gap = 2;

const char *escape(Tint tint)
{
    switch (tint) {
    case Tint::Plain:
        return "";
    case Tint::Faint:
        return "\x1b[2m";
    case Tint::Good:
        return "\x1b[32m";
    case Tint::Notice:
        return "\x1b[36m";
    case Tint::Warning:
        return "\x1b[33m";
    case Tint::Alarm:
        return "\x1b[1;31m";
    case Tint::Title:
        return "\x1b[1m";
    }
    return "";
}

} // namespace

QString tinted(const QString &text, Tint tint, const TextStyle &style)
{
    if (!style.colour || tint == Tint::Plain || text.isEmpty())
        return text;
    return QLatin1String(escape(tint)) + text + QStringLiteral("\x1b[0m");
}

QString TextTable::render(const TextStyle &style) const
{
    const std::vector<int> widths = this->widths(style);
    std::vector<Cell> titles;
    for (const Column &column : m_columns)
        titles.push_back({column.title, Tint::Title});
    QString text = line(titles, widths, style);
    for (const std::vector<Cell> &row : m_rows)
        text += line(row, widths, style);
    return text;
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
    return text + u'\n';
}

} // namespace lockscope::cli
