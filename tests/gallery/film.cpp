// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gallery/film.h"

#include "ui/acts/actdialogs.h"
#include "ui/acts/ladderview.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/lockheadline.h"
#include "ui/forms/filteredit.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"

#include <QApplication>
#include <QDockWidget>
#include <QLineEdit>
#include <QPainter>
#include <QPainterPath>
#include <QPushButton>
#include <QRadioButton>
#include <QTest>

namespace lockscope::test
{

namespace
{

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr int StepsOfAMove = 7;
constexpr milliseconds AStep = 60ms;
constexpr milliseconds AnInstant = 350ms;
const LockName Stuck{"lock:report:daily"};

QPainterPath arrow()
{
    QPainterPath path;
    path.addPolygon(QPolygonF({{0, 0}, {0, 17}, {4, 13}, {7, 20}, {10, 19}, {7, 12}, {12, 12}}));
    path.closeSubpath();
    return path;
}

class Camera final
{
public:
    explicit Camera(GalleryWindow &gallery) : m_gallery(gallery), m_pointer(gallery.window().rect().center())
    {
    }

    std::vector<Frame> frames() { return std::move(m_frames); }
    void setDialog(QDialog *dialog) { m_dialog = dialog; }

    // Shows what is there now, for so long.
    void take(milliseconds lasts)
    {
        m_gallery.settle();
        QTest::qWait(100); // what is drawn a little later
        m_scene = scene();
        add(lasts);
    }
    void click(QWidget *target, QPoint point)
    {
        moveTo(placeOf(target, point));
        QTest::mouseClick(target, Qt::LeftButton, {}, point);
    }
    void click(QWidget *target) { click(target, target->rect().center()); }
    void type(QLineEdit *line, const QString &text, int atOnce)
    {
        line->setFocus();
        for (qsizetype at = 0; at < text.size(); at += atOnce) {
            QTest::keyClicks(line, text.mid(at, atOnce));
            take(AStep * 2);
        }
    }

private:
    QPoint dialogPlace() const
    {
        const QSize room = m_gallery.window().size();
        return {(room.width() - m_dialog->width()) / 2, (room.height() - m_dialog->height()) / 2};
    }
    QPoint placeOf(const QWidget *widget, QPoint point) const
    {
        if (m_dialog && widget->window() == m_dialog)
            return widget->mapTo(m_dialog, point) + dialogPlace();
        return widget->mapTo(&m_gallery.window(), point);
    }
    // The window, with the dialog before it in a frame as a desktop would draw it.
    QImage scene() const
    {
        QImage picture = m_gallery.window().grab().toImage().convertToFormat(QImage::Format_RGB32);
        if (!m_dialog || !m_dialog->isVisible())
            return picture;
        const QPalette palette = QApplication::palette();
        const int bar = m_dialog->fontMetrics().height() * 3 / 2;
        const QRect inside(dialogPlace(), m_dialog->size());
        QPainter painter(&picture);
        painter.fillRect(picture.rect(), QColor(0, 0, 0, 60));
        painter.fillRect(inside.adjusted(-1, -bar - 1, 1, 1), palette.color(QPalette::Mid));
        painter.fillRect(inside.adjusted(0, -bar, 0, 0), palette.color(QPalette::AlternateBase));
        painter.setPen(palette.color(QPalette::WindowText));
        painter.setFont(m_dialog->font());
        painter.drawText(QRect(inside.left(), inside.top() - bar, inside.width(), bar), Qt::AlignCenter,
                         m_dialog->windowTitle());
        painter.drawPixmap(inside.topLeft(), m_dialog->grab());
        return picture;
    }
    void add(milliseconds lasts)
    {
        QImage picture = m_scene;
        QPainter painter(&picture);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.translate(m_pointer);
        painter.setPen(QPen(Qt::white, 1.2));
        painter.setBrush(Qt::black);
        painter.drawPath(arrow());
        painter.end();
        m_frames.push_back({picture, lasts});
    }
    void moveTo(QPoint target)
    {
        const QPoint from = m_pointer;
        for (int step = 1; step <= StepsOfAMove; ++step) {
            m_pointer = from + (target - from) * step / StepsOfAMove;
            add(step < StepsOfAMove ? AStep : AnInstant);
        }
    }

    GalleryWindow &m_gallery;
    QPoint m_pointer;
    QDialog *m_dialog = nullptr;
    QImage m_scene{};
    std::vector<Frame> m_frames{};
};

// The pages below are another story.
bool openSandbox(GalleryWindow &gallery)
{
    const bool there = gallery.reach(gallery.places().sandbox(SandboxTopology::Standalone)) &&
                       gallery.await("the stuck lock is seen as such", [&] {
                           const LockPtr lock = gallery.find(Stuck);
                           return lock && lock->verdict.level >= VerdictLevel::Warning;
                       });
    for (QDockWidget *dock : gallery.window().findChildren<QDockWidget *>()) {
        if (gallery.window().dockWidgetArea(dock) == Qt::BottomDockWidgetArea)
            dock->hide();
    }
    return there;
}

bool find(GalleryWindow &gallery, Camera &camera)
{
    LockView &view = gallery.window().locks().view();
    camera.take(2000ms);
    QLineEdit *filter = &gallery.window().filter();
    camera.click(filter);
    camera.type(filter, QStringLiteral("verdict>=warning"), 4);
    const auto row = [&] { return gallery.window().locks().model().indexOf(Stuck); };
    if (!gallery.await("the list keeps those with something wrong",
                       [&] { return gallery.window().locks().model().rowCount() < 5 && row().isValid(); }))
        return false;
    camera.take(1200ms);
    camera.click(view.viewport(), view.visualRect(row()).center());
    const auto isShown = [&] { return gallery.window().detail().shownKey() == Stuck; };
    if (!gallery.await("its details are there", isShown))
        return false;
    camera.take(3000ms);
    return true;
}

bool release(GalleryWindow &gallery, Camera &camera)
{
    camera.click(gallery.window().detail().findChild<LockHeadline *>()->button(ActKind::ForceRelease));
    auto *dialog = gallery.dialog<LadderDialog>();
    if (!dialog)
        return gallery.await(
            "the dialog is open", [] { return false; }, 0ms);
    dialog->resize(dialog->width(), gallery.window().height() - dialog->fontMetrics().height() * 5);
    camera.setDialog(dialog);
    camera.take(2200ms);
    QRadioButton *force = dialog->ladder()->button(Rung::Force);
    camera.click(force, {force->height() / 2, force->height() / 2});
    camera.take(700ms);
    camera.click(dialog->reasonEdit());
    camera.type(dialog->reasonEdit(), QStringLiteral("OPS-2291: its host is gone"), 5);
    if (!gallery.await("it may be released", [&] { return dialog->actButton()->isEnabled(); }))
        return false;
    camera.take(1800ms);
    camera.click(dialog->actButton());
    if (!gallery.await("it is released", [&] { return dialog->step() == ActDialog::Step::Answered; }))
        return false;
    camera.take(3500ms);
    dialog->reject();
    camera.setDialog(nullptr);
    if (!gallery.await("it is gone", [&] { return !gallery.find(Stuck); }))
        return false;
    camera.take(2500ms);
    return true;
}

} // namespace

std::vector<Frame> stuckLockReleased(GalleryWindow &gallery, milliseconds life)
{
    gallery.tidy();
    Camera camera(gallery);
    if (!openSandbox(gallery))
        return {};
    QTest::qWait(int(life.count()));
    if (!find(gallery, camera) || !release(gallery, camera))
        return {};
    return camera.frames();
}

} // namespace lockscope::test
