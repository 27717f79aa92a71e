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
// A longer text does not widen the rows of all others: one key name can have a megabyte.
constexpr int WidestColumn = 512;

} // namespace

void TextTable::add(Row row)
{
    m_rows.push_back(std::move(row));
}

QStringList TextTable::render(const TextStyle &style) const
{
    QStringList lines;
    std::vector<int> widths;
    render(
        style, m_rows.size(), [this](size_t i) { return m_rows[i]; },
        [&lines](const QString &line) { lines += line; }, widths);
    return lines;
}

void TextTable::render(const TextStyle &style, size_t rows, const std::function<Row(size_t)> &rowAt,
                       const std::function<void(const QString &)> &print, std::vector<int> &widths) const
{
    const bool isFirst = widths.empty();
    Row titles;
    for (const Column &column : m_columns) {
        titles.push_back({column.title, Tint::Title});
        if (isFirst)
            widths.push_back(columns(column.title));
    }
    for (size_t i = 0; i < rows; ++i) {
        const Row row = rowAt(i);
        for (size_t j = 0; j < widths.size(); ++j)
            widths[j] = std::max(widths[j], std::min(columns(printable(row[j].text)), WidestColumn));
    }
    const std::vector<int> shown = fitted(widths, style.width);
    if (isFirst)
        print(line(titles, shown, style));
    for (size_t i = 0; i < rows; ++i)
        print(line(rowAt(i), shown, style));
}

// Limited to that width, if it is one.
std::vector<int> TextTable::fitted(std::vector<int> widths, int width) const
{
    if (width <= 0)
        return widths;
    // Shortens the widest column above its minimum, one character at a time.
    int surplus = std::accumulate(widths.begin(), widths.end(), Gap * (int(widths.size()) - 1)) - width;
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

QString TextTable::line(const Row &row, const std::vector<int> &widths, const TextStyle &style) const
{
    QString text;
    text.reserve(std::accumulate(widths.begin(), widths.end(), Gap * qsizetype(widths.size())));
    for (size_t i = 0; i < row.size(); ++i) {
        const bool last = i + 1 == row.size();
        const QString whole = printable(row[i].text);
        const QString fitting = style.width > 0 ? elided(whole, widths[i], style.mark) : whole;
        const QString filled =
            last && !m_columns[i].right ? fitting : padded(fitting, widths[i], m_columns[i].right);
        text += tinted(filled, row[i].tint, style);
        if (!last)
            text.resize(text.size() + Gap, u' ');
    }
    return text;
}

} // namespace lockscope::cli
