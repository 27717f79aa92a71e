// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text/texttable.h"

#include "app/cli/text/textwidth.h"
#include "core/base/names.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace lockscope::cli
{

namespace
{

constexpr int Gap = 2;
// A longer text does not widen the rows of all others: one key name can have a megabyte.
constexpr int WidestColumn = 512;

// A cell as bytes: its tint, its text in UTF-8 as it is printed, which has no line feed, and a line feed.
// Returns its columns.
int append(QByteArray &cells, const Cell &cell)
{
    if (!isPrintableAscii(cell.text)) {
        const QString text = printable(cell.text);
        cells.append(char(cell.tint)).append(text.toUtf8()).append('\n');
        return columns(text);
    }
    const qsizetype begin = cells.size(); // nearly every text: each unit is one byte
    cells.resize(begin + cell.text.size() + 2);
    char *at = cells.data() + begin;
    *at++ = char(cell.tint);
    for (const QChar c : cell.text)
        *at++ = char(c.unicode());
    *at = '\n';
    return int(cell.text.size());
}

bool isAscii(QByteArrayView bytes)
{
    for (const char c : bytes) {
        if (static_cast<signed char>(c) < 0)
            return false;
    }
    return true;
}

QChar *pad(QChar *at, qsizetype size)
{
    for (; size > 0; --size)
        *at++ = u' ';
    return at;
}

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
        style, m_rows.size(), [this](size_t i, Row &row) { row = m_rows[i]; },
        [&lines](const QString &line) { lines += line; }, widths);
    return lines;
}

void TextTable::render(const TextStyle &style, size_t rows, const std::function<void(size_t, Row &)> &fill,
                       const std::function<void(const QString &)> &print, std::vector<int> &widths) const
{
    QByteArray titles;
    const bool isFirst = widths.empty();
    for (const Column &column : m_columns) {
        const int width = append(titles, {column.title, Tint::Title});
        if (isFirst)
            widths.push_back(width);
    }
    // Many small pieces use memory that was freed before, which one large piece would not.
    std::vector<QByteArray> kept;
    kept.reserve(rows);
    QByteArray cells;
    Row row;
    for (size_t i = 0; i < rows; ++i) {
        fill(i, row);
        cells.resize(0);
        for (size_t j = 0; j < row.size(); ++j)
            widths[j] = std::max(widths[j], std::min(append(cells, row[j]), WidestColumn));
        kept.emplace_back(cells.constData(), cells.size());
    }
    const std::vector<int> shown = fitted(widths, style.width);
    if (isFirst)
        print(line(titles, shown, style));
    for (const QByteArray &one : kept)
        print(line(one, shown, style));
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

QString TextTable::line(QByteArrayView cells, const std::vector<int> &widths, const TextStyle &style) const
{
    const qsizetype size = std::accumulate(widths.begin(), widths.end(), Gap * qsizetype(widths.size()));
    if (!style.colour && cells.size() <= size && isAscii(cells)) {
        if (QString line = plainLine(cells, widths, size); !line.isNull())
            return line;
    }
    QString line;
    line.reserve(size);
    for (size_t i = 0; !cells.isEmpty(); ++i) {
        const auto tint = Tint(cells.front());
        const qsizetype end = cells.indexOf('\n');
        const QString whole = QString::fromUtf8(cells.sliced(1, end - 1));
        cells = cells.sliced(end + 1);
        const bool last = cells.isEmpty();
        const QString fitting = style.width > 0 ? elided(whole, widths[i], style.mark) : whole;
        const QString filled =
            last && !m_columns[i].right ? fitting : padded(fitting, widths[i], m_columns[i].right);
        line += tinted(filled, tint, style);
        if (!last)
            line.resize(line.size() + Gap, u' ');
    }
    return line;
}

// The same for ASCII without colours, as nearly all lines are. size: at most. Null: a cell is too long.
QString TextTable::plainLine(QByteArrayView cells, const std::vector<int> &widths, qsizetype size) const
{
    QString line(size, Qt::Uninitialized);
    QChar *at = line.data();
    const char *cell = cells.begin();
    for (size_t i = 0; cell != cells.end(); ++i) {
        const char *text = cell + 1;
        const auto *end = static_cast<const char *>(std::memchr(text, '\n', size_t(cells.end() - text)));
        cell = end + 1;
        const bool last = cell == cells.end();
        const bool right = m_columns[i].right;
        const qsizetype missing = widths[i] - (end - text);
        if (missing < 0)
            return {};
        at = pad(at, right ? missing : 0);
        while (text != end)
            *at++ = QLatin1Char(*text++);
        at = pad(at, (right || last ? 0 : missing) + (last ? 0 : Gap));
    }
    line.truncate(at - line.constData());
    return line;
}

} // namespace lockscope::cli
