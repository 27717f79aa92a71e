// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gallery/animation.h"

#include <QtEndian>

#include <algorithm>
#include <array>

namespace lockscope::test
{

namespace
{

int apart(QRgb a, QRgb b)
{
    return std::abs(qRed(a) - qRed(b)) + std::abs(qGreen(a) - qGreen(b)) + std::abs(qBlue(a) - qBlue(b));
}

QByteArray number(quint32 value)
{
    QByteArray bytes(4, '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
}

QByteArray shortNumber(quint16 value)
{
    QByteArray bytes(2, '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
}

// CRC-32 as in the PNG specification, annex D.
quint32 crcOf(const QByteArray &bytes)
{
    quint32 crc = 0xffffffffU;
    for (const char byte : bytes) {
        crc ^= quint8(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 1U) != 0 ? 0xedb88320U ^ (crc >> 1U) : crc >> 1U;
    }
    return crc ^ 0xffffffffU;
}

QByteArray chunk(const char *type, const QByteArray &data)
{
    const QByteArray body = QByteArray(type, 4) + data;
    return number(quint32(data.size())) + body + number(crcOf(body));
}

// Rows of palette indices, none of them filtered: that is smallest for pictures of a window.
QByteArray pixelsOf(const QImage &picture, const QRect &part)
{
    QByteArray rows;
    for (int y = part.top(); y <= part.bottom(); ++y) {
        rows += '\0';
        rows.append(reinterpret_cast<const char *>(picture.constScanLine(y)) + part.left(), part.width());
    }
    return qCompress(rows, 9).mid(4); // Qt writes the length in front
}

// Empty: they are alike.
QRect difference(const QImage &a, const QImage &b)
{
    QRect changed;
    for (int y = 0; y < a.height(); ++y) {
        const uchar *one = a.constScanLine(y);
        const uchar *other = b.constScanLine(y);
        const auto first = std::mismatch(one, one + a.width(), other).first;
        if (first == one + a.width())
            continue;
        int last = a.width() - 1;
        while (one[last] == other[last])
            --last;
        changed |= QRect(QPoint(int(first - one), y), QPoint(last, y));
    }
    return changed;
}

QByteArray control(quint32 place, const QRect &part, std::chrono::milliseconds lasts)
{
    const QByteArray stays(1, '\0'); // Neither undone afterwards, nor blended with what is below
    return chunk("fcTL", number(place) + number(quint32(part.width())) + number(quint32(part.height())) +
                             number(quint32(part.x())) + number(quint32(part.y())) +
                             shortNumber(quint16(lasts.count())) + shortNumber(1000) + stays + stays);
}

QByteArray paletteOf(const QList<QRgb> &colours)
{
    QByteArray bytes;
    for (const QRgb colour : colours) {
        for (const int part : {qRed(colour), qGreen(colour), qBlue(colour)})
            bytes += char(part);
    }
    return bytes;
}

} // namespace

QList<QRgb> fewColours(const QList<QImage> &pictures)
{
    QHash<QRgb, int> counts;
    for (const QImage &picture : pictures) {
        const QImage full = picture.convertToFormat(QImage::Format_RGB32);
        for (int y = 0; y < full.height(); ++y) {
            for (int x = 0; x < full.width(); ++x)
                ++counts[full.pixel(x, y)];
        }
    }
    QList<QRgb> colours = counts.keys();
    std::ranges::sort(colours,
                      [&](QRgb a, QRgb b) { return counts[a] != counts[b] ? counts[a] > counts[b] : a < b; });
    QList<QRgb> table = colours.mid(0, 208);
    for (const QRgb colour : std::as_const(colours)) {
        const bool isNew = std::ranges::none_of(table, [&](QRgb other) { return apart(colour, other) < 60; });
        if (isNew && table.size() < 256)
            table << colour;
    }
    return table;
}

QImage inColours(const QImage &picture, const QList<QRgb> &colours)
{
    return picture.convertToFormat(QImage::Format_RGB32)
        .convertToFormat(QImage::Format_Indexed8, colours, Qt::AvoidDither);
}

QByteArray animatedPng(const std::vector<Frame> &frames)
{
    QList<QImage> pictures;
    for (const Frame &frame : frames)
        pictures << frame.picture;
    const QList<QRgb> colours = fewColours(pictures);
    struct Part {
        QImage picture{};
        QRect changed{};
        std::chrono::milliseconds lasts{0};
    };
    std::vector<Part> parts;
    for (const Frame &frame : frames) {
        const QImage picture = inColours(frame.picture, colours);
        const QRect changed = parts.empty() ? picture.rect() : difference(parts.back().picture, picture);
        if (changed.isEmpty())
            parts.back().lasts += frame.lasts;
        else
            parts.push_back({picture, changed, frame.lasts});
    }
    if (parts.empty())
        return {};
    const QSize size = parts.front().picture.size();
    constexpr char IndexedInEightBits[] = {8, 3, 0, 0, 0};
    QByteArray file("\x89PNG\r\n\x1a\n", 8);
    file += chunk("IHDR", number(quint32(size.width())) + number(quint32(size.height())) +
                              QByteArray(IndexedInEightBits, 5));
    file += chunk("acTL", number(quint32(parts.size())) + number(0));
    file += chunk("PLTE", paletteOf(colours));
    quint32 place = 0;
    for (const Part &part : parts) {
        const bool isFirst = place == 0;
        file += control(place++, part.changed, part.lasts);
        const QByteArray pixels = pixelsOf(part.picture, part.changed);
        file += isFirst ? chunk("IDAT", pixels) : chunk("fdAT", number(place++) + pixels);
    }
    return file + chunk("IEND", {});
}

} // namespace lockscope::test
