// SPDX-License-Identifier: GPL-3.0-or-later
// The window of a recording, of what the gallery's own window has seen.
#include "tests/gallery/scenes.h"
#include "ui/contention/contentionpage.h"
#include "ui/contention/overviewpage.h"
#include "ui/forms/filteredit.h"
#include "ui/holders/eventtimeline.h"
#include "ui/recording/comparedialog.h"
#include "ui/recording/recordedblocking.h"
#include "ui/recording/recordedlock.h"
#include "ui/timeline/holdlanes.h"
#include "ui/timeline/momentview.h"
#include "ui/timeline/timelinepage.h"

#include <QAction>
#include <QTabWidget>
#include <QTreeView>

namespace lockscope::test
{

using namespace std::chrono_literals;

// Two seconds ago, as the recorder writes each second.
QWidget *recording(GalleryWindow &gallery)
{
    if (!gallery.reachShop())
        return nullptr;
    RecordingWindow &window = gallery.openRecording();
    const auto reached = [&window] {
        return window.playhead().extent().to - 2s > window.playhead().extent().from;
    };
    if (!gallery.await("it is open", reached))
        return nullptr;
    window.playhead().moveTo(window.playhead().extent().to - 2s);
    const MomentModel &list = window.list().model();
    if (!gallery.await("the locks of the moment are there",
                       [&] { return list.rowCount() > 3 && list.rowOf(Shop::stuck()) >= 0; }))
        return nullptr;
    window.list().table()->setCurrentIndex(list.index(list.rowOf(Shop::stuck()), 0));
    return gallery.await("its events are there",
                         [&] {
                             return window.lock().events().model()->rowCount() > 0 &&
                                    window.timeline().lanes().drawnBars() > 0;
                         })
               ? &window
               : nullptr;
}

QWidget *recordedFilterFault(GalleryWindow &gallery)
{
    if (!recording(gallery))
        return nullptr;
    gallery.recording()->filter().setText(QStringLiteral("verdict>=warning count>1"));
    return gallery.recording();
}

QWidget *recordedOverview(GalleryWindow &gallery)
{
    if (!recording(gallery))
        return nullptr;
    auto &window = *gallery.recording();
    window.pages()->setCurrentWidget(&window.overview());
    return gallery.await("its figures are known", [&] { return window.overview().feed().isKnown(); })
               ? &window
               : nullptr;
}

QWidget *recordedContention(GalleryWindow &gallery)
{
    if (!recording(gallery))
        return nullptr;
    auto &window = *gallery.recording();
    window.pages()->setCurrentWidget(&window.contention());
    return gallery.await("its plots have figures", [&] { return window.contention().feed().isKnown(); })
               ? &window
               : nullptr;
}

QWidget *recordedBlocking(GalleryWindow &gallery)
{
    if (!recording(gallery))
        return nullptr;
    auto &window = *gallery.recording();
    window.pages()->setCurrentWidget(&window.blocking());
    const QAbstractItemModel &model = *window.blocking().tree()->model();
    return gallery.await("the blockers of the moment are there", [&model] { return model.rowCount() > 0; })
               ? &window
               : nullptr;
}

QWidget *recordedComparison(GalleryWindow &gallery)
{
    if (!recording(gallery))
        return nullptr;
    auto &window = *gallery.recording();
    // Each stretch needs a time that was watched: the first second may not be.
    if (!gallery.await("it is long enough", [&window] {
            return window.playhead().extent().to - 6s > window.playhead().extent().from;
        }))
        return nullptr;
    // A minute in which changes were missed is not compared, as on a machine that was too slow to follow for
    // a moment: then a later time is compared.
    QString why;
    const auto isCompared = [&window, &why] {
        auto *dialog = window.findChild<CompareDialog *>();
        if (dialog && dialog->failure().isEmpty())
            return dialog->isShown();
        why = dialog ? dialog->failure() : QString();
        delete dialog;
        window.playhead().moveTo(window.playhead().extent().to - 3s);
        window.compareAction()->trigger();
        return false;
    };
    if (!gallery.await("the comparison is there", isCompared, 90s)) {
        if (!why.isEmpty())
            gallery.await(
                qUtf8Printable(why), [] { return false; }, 0ms);
        return nullptr;
    }
    return window.findChild<CompareDialog *>();
}

} // namespace lockscope::test
