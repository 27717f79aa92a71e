// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// An animated PNG: pictures of one size, each shown for a while, again and again. Written here, because Qt
// reads no such files and writes none. What does not know the animation shows the first picture. Pure.

#include <QImage>

#include <chrono>

namespace lockscope::test
{

struct Frame {
    QImage picture{};
    std::chrono::milliseconds lasts{1000};
};

// Those that are there most often; a window has few, and many shades of them at the edges of letters. Some
// places are for rarer ones that none of them could stand for, such as that of a single word.
QList<QRgb> fewColours(const QList<QImage> &pictures);
QImage inColours(const QImage &picture, const QList<QRgb> &colours);

// In 256 colours; of each picture only what changed. Frames without a change lengthen the one before.
QByteArray animatedPng(const std::vector<Frame> &frames);

} // namespace lockscope::test
