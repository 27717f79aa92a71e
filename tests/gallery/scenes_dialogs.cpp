// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs of the window, on the locks of the shop. None of them takes away what another scene shows.
#include "tests/gallery/scenes.h"
#include "tests/support/rediscli.h"
#include "ui/acts/actdialogs.h"
#include "ui/acts/changenotice.h"
#include "ui/audit/auditpage.h"
#include "ui/bulk/bulkchoices.h"
#include "ui/bulk/bulkconsent.h"
#include "ui/bulk/bulkdialog.h"
#include "ui/bulk/bulktable.h"
#include "ui/connections/connectiondialog.h"
#include "ui/connections/connectionspane.h"
#include "ui/detail/detailpane.h"
#include "ui/detail/lockeventsdialog.h"
#include "ui/detail/probedialog.h"
#include "ui/forms/durationedit.h"
#include "ui/health/findingsview.h"
#include "ui/health/healthdialog.h"
#include "ui/help/aboutdialog.h"
#include "ui/help/commandpalette.h"
#include "ui/help/helpwindow.h"
#include "ui/locks/lockpane.h"
#include "ui/locks/lockview.h"
#include "ui/ownholds/holdsdialog.h"
#include "ui/ownholds/holdsquestion.h"
#include "ui/ownholds/ownholds.h"
#include "ui/settings/ruledialog.h"
#include "ui/settings/settingsdialog.h"
#include "ui/widgets/notice.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTreeView>

namespace lockscope::test
{

namespace
{

using namespace std::chrono_literals;

template<int page> QWidget *connectionPage(GalleryWindow &gallery)
{
    emit gallery.window().connections().newWanted();
    auto *dialog = gallery.dialog<ConnectionDialog>();
    auto *pages = dialog->findChild<QTabWidget *>();
    pages->setCurrentIndex(page);
    return dialog;
}

QWidget *connectionFault(GalleryWindow &gallery)
{
    emit gallery.window().connections().newWanted();
    auto *dialog = gallery.dialog<ConnectionDialog>();
    dialog->urlEdit()->setText(QStringLiteral("redis://cache.example:99999/0"));
    emit dialog->urlEdit()->textEdited(dialog->urlEdit()->text());
    dialog->connectButton()->click();
    return dialog;
}

QWidget *connectionTested(GalleryWindow &gallery)
{
    if (!gallery.reachShop())
        return nullptr;
    gallery.window().openConnectionDialog(*gallery.window().deployment().spec);
    auto *dialog = gallery.dialog<ConnectionDialog>();
    QSignalSpy tested(&gallery.bridge(), &EngineBridge::tested);
    dialog->testButton()->click();
    return gallery.await("the connection is tested", [&] { return !tested.isEmpty(); }) ? dialog : nullptr;
}

} // namespace

// The ladder at a rung, with the plan of what it would do.
QWidget *ladderAt(GalleryWindow &gallery, const LockName &key, std::optional<Rung> rung)
{
    if (!gallery.choose(key))
        return nullptr;
    emit gallery.window().detail().actWanted(ActKind::ForceRelease, gallery.find(key));
    auto *dialog = gallery.dialog<LadderDialog>();
    QSignalSpy planned(&gallery.bridge(), &EngineBridge::planned);
    if (rung)
        dialog->choose(*rung);
    dialog->reasonEdit()->setText(QStringLiteral("OPS-2291: its holder is gone"));
    const bool hasPlan = !dialog->rung() || dialog->rung() == Rung::Wait ||
                         gallery.await("there is a plan", [&] { return !planned.isEmpty(); });
    return hasPlan ? dialog : nullptr;
}

namespace
{

QWidget *release(GalleryWindow &gallery)
{
    return gallery.reachShop() ? ladderAt(gallery, Shop::stuck(), Rung::Force) : nullptr;
}

QWidget *releaseGentlest(GalleryWindow &gallery)
{
    return gallery.reachShop() ? ladderAt(gallery, Shop::stuck(), {}) : nullptr;
}

QWidget *releaseAlive(GalleryWindow &gallery)
{
    return gallery.reachShop() ? ladderAt(gallery, Shop::healthy(), {}) : nullptr;
}

QWidget *releaseWait(GalleryWindow &gallery)
{
    return gallery.reachShop() ? ladderAt(gallery, Shop::healthy(), Rung::Wait) : nullptr;
}

QWidget *releaseExpire(GalleryWindow &gallery)
{
    return gallery.reachShop() ? ladderAt(gallery, Shop::stuck(), Rung::Expire) : nullptr;
}

// With those that wait in its queue.
QWidget *releaseQueued(GalleryWindow &gallery)
{
    return gallery.reachShop() ? ladderAt(gallery, Shop::queued(), Rung::Force) : nullptr;
}

QWidget *releaseShare(GalleryWindow &gallery)
{
    return gallery.reachShop() ? ladderAt(gallery, Shop::shared(), Rung::LockShare) : nullptr;
}

// A lock of the gallery's own, so that others stay as they are.
bool put(GalleryWindow &gallery, const char *key, const char *token)
{
    const auto done = redisCli(*gallery.places().shop(), {"SET", key, token, "PX", "3600000"});
    return done && gallery.await("the new lock is listed", [&] {
        const LockPtr lock = gallery.find({key});
        return lock && lock->owner().bytes == token;
    });
}

// Written twice in one moment, so it may be another hold of the same owner.
QWidget *acquiredAgain(GalleryWindow &gallery)
{
    const LockName refund{"lock:refund:89"};
    const CliCommand take{"SET", refund.bytes, "64d1f0b97a2c4e8d", "PX", "3600000"};
    const auto isInDoubt = [&] {
        const LockPtr lock = gallery.find(refund);
        const bool isSeen = lock && !lock->isOneHold();
        return isSeen || !redisCliAll(*gallery.places().shop(), {take, take});
    };
    return gallery.reachShop() && gallery.await("it is seen to be written twice", isInDoubt) &&
                   gallery.choose(refund)
               ? &gallery.window()
               : nullptr;
}

QWidget *releaseAcquiredAgain(GalleryWindow &gallery)
{
    return acquiredAgain(gallery) ? ladderAt(gallery, {"lock:refund:89"}, Rung::Force) : nullptr;
}

QWidget *changed(GalleryWindow &gallery)
{
    constexpr const char *Key = "lock:refund:88";
    if (!gallery.reachShop() || !put(gallery, Key, "64d1f0b97a2c4e8d"))
        return nullptr;
    QWidget *dialog = ladderAt(gallery, {Key}, Rung::Force);
    if (!dialog || !put(gallery, Key, "b3f1c7d2a8e94f05"))
        return nullptr;
    const auto *ladder = static_cast<LadderDialog *>(dialog);
    return gallery.await("the change is told", [&] { return ladder->changeNotice()->isVisible(); }) ? dialog
                                                                                                    : nullptr;
}

QWidget *released(GalleryWindow &gallery)
{
    constexpr const char *Key = "lock:refund:88";
    if (!gallery.reachShop() || !put(gallery, Key, "64d1f0b97a2c4e8d"))
        return nullptr;
    auto *dialog = static_cast<LadderDialog *>(ladderAt(gallery, {Key}, Rung::Force));
    if (!dialog || !gallery.await("it may be released", [&] { return dialog->actButton()->isEnabled(); }))
        return nullptr;
    dialog->actButton()->click();
    return gallery.await("it is released", [&] { return dialog->step() == ActDialog::Step::Answered; })
               ? dialog
               : nullptr;
}

QWidget *many(GalleryWindow &gallery)
{
    if (!gallery.reachShop())
        return nullptr;
    gallery.window().actions().many->trigger();
    auto *dialog = gallery.dialog<BulkDialog>();
    dialog->setAct(ActKind::ForceRelease);
    dialog->consent()->reasonEdit()->setText(QStringLiteral("OPS-2291: the host is gone"));
    if (!gallery.await("all is planned", [&] { return dialog->series().unplanned() == 0; }))
        return nullptr;
    dialog->table()->tree()->setCurrentIndex(dialog->table()->model().index(0, 0));
    return dialog;
}

QWidget *manyReport(GalleryWindow &gallery)
{
    if (!gallery.reachShop())
        return nullptr;
    gallery.window().actions().many->trigger();
    auto *dialog = gallery.dialog<BulkDialog>();
    dialog->setAct(ActKind::Wake);
    dialog->consent()->reasonEdit()->setText(QStringLiteral("OPS-2291"));
    dialog->consent()->stopBox()->setChecked(false);
    if (!gallery.await("it can be begun", [&] { return dialog->actButton()->isEnabled(); }))
        return nullptr;
    dialog->actButton()->click();
    return gallery.await("the series is over",
                         [&] { return dialog->series().phase() == BulkRun::Phase::Ended; })
               ? dialog
               : nullptr;
}

QWidget *acquire(GalleryWindow &gallery)
{
    if (!gallery.reachShop())
        return nullptr;
    gallery.window().actions().acquire->trigger();
    auto *dialog = gallery.dialog<AcquireDialog>();
    dialog->setKind(LockKind{"rlock"});
    dialog->setKey({"lock:nightly-report"});
    return gallery.await("it may be taken", [&] { return dialog->actButton()->isEnabled(); }) ? dialog
                                                                                              : nullptr;
}

template<int page> QWidget *health(GalleryWindow &gallery)
{
    if (!gallery.reachShop())
        return nullptr;
    gallery.window().actions().health->trigger();
    auto *dialog = gallery.dialog<HealthDialog>();
    dialog->openPage(HealthDialog::Page(page));
    return gallery.await("it is examined", [&] { return !dialog->isEmptyShown(HealthDialog::Page(page)); })
               ? dialog
               : nullptr;
}

QWidget *probe(GalleryWindow &gallery)
{
    if (!gallery.reachShop() || !gallery.choose(Shop::healthy()))
        return nullptr;
    emit gallery.window().detail().probeWanted(gallery.find(Shop::healthy()));
    auto *dialog = gallery.dialog<ProbeDialog>();
    return gallery.await("its cost is known", [&] { return dialog->startButton()->isEnabled(); }) ? dialog
                                                                                                  : nullptr;
}

QWidget *rule(GalleryWindow &gallery)
{
    if (!gallery.reachShop() || !gallery.choose(Shop::plain()))
        return nullptr;
    gallery.window().actions().makeRule->trigger();
    auto *dialog = gallery.dialog<RuleDialog>();
    return gallery.await("the key was looked at", [&] { return dialog->preview()->isVisible(); }) ? dialog
                                                                                                  : nullptr;
}

QWidget *story(GalleryWindow &gallery)
{
    if (!gallery.reachShop())
        return nullptr;
    emit gallery.window().detail().lockEventsWanted(Shop::wanted());
    auto *dialog = gallery.dialog<LockEventsDialog>();
    return gallery.await("its story is told", [&] { return !dialog->summary().isEmpty(); }) ? dialog
                                                                                            : nullptr;
}

bool hold(GalleryWindow &gallery)
{
    if (!gallery.reachShop())
        return false;
    OwnHolds &holds = gallery.window().holds();
    if (holds.isEmpty())
        gallery.bridge().act({.act = ActKind::Acquire,
                              .key = {"lock:migration:2026"},
                              .kind = "rlock",
                              .owner = {"6f96e4a5-1c6a-4b5e-9d8e-0a1b2c3d4e5f:1"},
                              .watchdog = true,
                              .reason = QStringLiteral("OPS-2300")});
    return gallery.await("a lock is held here", [&] { return !holds.isEmpty(); });
}

QWidget *ownHolds(GalleryWindow &gallery)
{
    if (!hold(gallery))
        return nullptr;
    gallery.window().actions().holds->trigger();
    return gallery.dialog<HoldsDialog>();
}

// And gives it back after the picture: whatever leaves the connection later would ask, too.
QWidget *leaving(GalleryWindow &gallery)
{
    if (!hold(gallery))
        return nullptr;
    gallery.window().disconnectFromServer();
    return gallery.dialog<HoldsQuestion>();
}

QWidget *ownHold(GalleryWindow &gallery)
{
    if (!hold(gallery) || !gallery.choose({"lock:migration:2026"}))
        return nullptr;
    return &gallery.window();
}

QWidget *heldNoMore(GalleryWindow &gallery)
{
    OwnHolds &holds = gallery.window().holds();
    if (!holds.isEmpty())
        holds.release(holds.all().front());
    if (!gallery.await("it is given back", [&] { return holds.isEmpty(); }))
        return nullptr;
    gallery.window().actions().holds->trigger();
    return gallery.dialog<HoldsDialog>();
}

template<int page> QWidget *settings(GalleryWindow &gallery)
{
    return gallery.window().openSettings(page);
}

QWidget *help(GalleryWindow &gallery)
{
    return gallery.window().openHelp(QStringLiteral("guide"));
}

QWidget *keyboard(GalleryWindow &gallery)
{
    gallery.window().actions().keyboard->trigger();
    return gallery.dialog<HelpWindow>();
}

QWidget *palette(GalleryWindow &gallery)
{
    gallery.window().actions().palette->trigger();
    return gallery.dialog<CommandPalette>();
}

QWidget *about(GalleryWindow &gallery)
{
    gallery.window().actions().about->trigger();
    return gallery.dialog<AboutDialog>();
}

QWidget *complaint(GalleryWindow &gallery)
{
    gallery.window().showError({.kind = ErrorKind::BadInput,
                                .text = QStringLiteral("profiles.json: line 4: \"port\": 99999 is no port"),
                                .remedy = QStringLiteral("Mend the file and connect again.")});
    return gallery.await("it is told", [&] { return gallery.dialog<QMessageBox>() != nullptr; })
               ? gallery.dialog<QMessageBox>()
               : nullptr;
}

} // namespace

std::vector<Scene> dialogScenes()
{
    return {{"connection-server", connectionPage<0>},
            {"connection-tls", connectionPage<1>},
            {"connection-way", connectionPage<2>},
            {"connection-locks", connectionPage<3>},
            {"connection-fault", connectionFault},
            {"connection-tested", connectionTested},
            {"release", release},
            {"release-gentlest", releaseGentlest},
            {"release-alive", releaseAlive},
            {"release-wait", releaseWait},
            {"release-expire", releaseExpire},
            {"release-queued", releaseQueued},
            {"release-share", releaseShare},
            {"acquired-again", acquiredAgain},
            {"release-acquired-again", releaseAcquiredAgain},
            {"release-changed", changed},
            {"released", released},
            {"many", many},
            {"many-report", manyReport},
            {"acquire", acquire},
            {"health-findings", health<HealthDialog::FindingsPage>},
            {"health-servers", health<HealthDialog::NodesPage>},
            {"health-rights", health<HealthDialog::RightsPage>},
            {"probe", probe},
            {"rule", rule},
            {"story", story},
            {"own-hold", ownHold},
            {"own-holds", ownHolds},
            {"own-leaving", leaving},
            {"own-none", heldNoMore},
            {"settings-looks", settings<SettingsDialog::Appearances>},
            {"settings-window", settings<SettingsDialog::Windows>},
            {"settings-verdicts", settings<SettingsDialog::Verdicts>},
            {"settings-alerts", settings<SettingsDialog::Alerts>},
            {"settings-history", settings<SettingsDialog::History>},
            {"settings-owners", settings<SettingsDialog::Owners>},
            {"help", help},
            {"keyboard", keyboard},
            {"palette", palette},
            {"about", about},
            {"complaint", complaint}};
}

} // namespace lockscope::test
