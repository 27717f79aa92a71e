// SPDX-License-Identifier: GPL-3.0-or-later
// The animated picture: a valid file that shows its first picture where animation is unknown, and only what
// changed otherwise; and the ones that README shows.

#include "tests/gallery/animation.h"
#include "tests/support/uirunner.h"

#include <QFile>
#include <QPainter>
#include <QTest>
#include <QtEndian>

namespace tst_animation
{

using namespace lockscope::test;
using namespace std::chrono_literals;

namespace
{

struct Chunk {
    QByteArray type{};
    QByteArray data{};
};

quint32 numberAt(const QByteArray &bytes, qsizetype at)
{
    return qFromBigEndian<quint32>(bytes.constData() + at);
}

std::vector<Chunk> chunksOf(const QByteArray &file)
{
    std::vector<Chunk> chunks;
    for (qsizetype at = 8; at + 12 <= file.size();) {
        const qsizetype size = numberAt(file, at);
        chunks.push_back({file.mid(at + 4, 4), file.mid(at + 8, size)});
        at += size + 12;
    }
    return chunks;
}

std::vector<Chunk> named(const QByteArray &file, const char *type)
{
    std::vector<Chunk> chunks = chunksOf(file);
    std::erase_if(chunks, [type](const Chunk &chunk) { return chunk.type != type; });
    return chunks;
}

QImage picture(const QRect &mark)
{
    QImage picture(60, 40, QImage::Format_RGB32);
    picture.fill(Qt::white);
    QPainter(&picture).fillRect(mark, Qt::red);
    return picture;
}

} // namespace

class tst_Animation : public QObject
{
    Q_OBJECT
private slots:
    void onlyWhatChangedIsWritten()
    {
        const QImage first = picture({0, 0, 5, 5});
        const QByteArray file = animatedPng({{first, 500ms},
                                             {first, 250ms}, // No change
                                             {picture({20, 10, 7, 9}), 1s}});
        const auto controls = named(file, "fcTL");
        QCOMPARE(controls.size(), size_t(2));
        QCOMPARE(numberAt(named(file, "acTL").front().data, 0), 2U);
        QCOMPARE(qFromBigEndian<quint16>(controls[0].data.constData() + 20), quint16(750));
        const auto part = [&](size_t frame) {
            const QByteArray &data = controls[frame].data;
            return QRect(int(numberAt(data, 12)), int(numberAt(data, 16)), int(numberAt(data, 4)),
                         int(numberAt(data, 8)));
        };
        QCOMPARE(part(0), first.rect());
        QCOMPARE(part(1), QRect(0, 0, 27, 19)); // The old mark and the new one
        const QByteArray pixels = named(file, "fdAT").front().data;
        QCOMPARE(numberAt(pixels, 0), 2U); // Numbers go on from control to data
        QByteArray packed(4, '\0');
        qToBigEndian(quint32((27 + 1) * 19), packed.data());
        QCOMPARE(qUncompress(packed + pixels.mid(4)).size(), qsizetype((27 + 1) * 19));
    }

    void otherProgramsShowTheFirstPicture()
    {
        const QImage first = picture({0, 0, 5, 5});
        const QByteArray file = animatedPng({{first, 500ms}, {picture({20, 10, 7, 9}), 1s}});
        const QImage read = QImage::fromData(file, "PNG"); // Checks sums and sizes, too
        QCOMPARE(read.convertToFormat(QImage::Format_RGB32), first);
    }

    void nothingMakesNoFile() { QVERIFY(animatedPng({}).isEmpty()); }

    void readmeShowsOne_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"released.png", "released.zh_CN.png"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void readmeShowsOne()
    {
        QFETCH(QString, name);
        QFile file(QStringLiteral(LOCKSCOPE_SOURCE_DIR "/resources/pictures/") + name);
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        const QByteArray bytes = file.readAll();
        QVERIFY(bytes.size() < 2'000'000);
        QVERIFY(numberAt(named(bytes, "acTL").front().data, 0) > 20);
        QVERIFY(!QImage::fromData(bytes, "PNG").isNull());
    }
};

LOCKSCOPE_UI_TEST(tst_Animation)

} // namespace tst_animation

#include "tst_animation.moc"
