// SPDX-License-Identifier: GPL-3.0-or-later
// The window Fleet: connections in each state. Passwords are not saved, so those with one need theirs.
#include "tests/gallery/scenes.h"
#include "ui/fleet/fleetfoundpane.h"
#include "ui/fleet/fleetpage.h"
#include "ui/forms/filteredit.h"
#include "ui/locks/lockpane.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/notice.h"

#include <QTreeView>

#include <algorithm>

namespace lockscope::test
{

namespace
{

using namespace std::chrono_literals;

ConnectionSpec named(ConnectionSpec spec, const char *name, Environment environment = Environment::None,
                     const char *folder = "")
{
    spec.name = QLatin1String(name);
    spec.environment = environment;
    spec.folder = QLatin1String(folder);
    return spec;
}

QWidget *openFleet(GalleryWindow &gallery);

// A last hour, for which no scene waits. What is reported from now on is dropped.
void giveAnHour(GalleryWindow &gallery)
{
    emit gallery.window().fleet().openWanted(0, {});
    std::vector<FleetMember> members = gallery.window().fleetPage().model().members();
    const WallTime now = wallNow();
    for (FleetMember &member : members) {
        if (!member.totals || member.totals->held == 0)
            continue;
        const qint64 most = member.totals->held;
        member.hour.clear();
        for (int i = 0; i < 48; ++i)
            member.hour.push_back({.from = now - std::chrono::minutes(47 - i),
                                   .held = i >= 20 && i < 24
                                               ? std::nullopt
                                               : std::optional(most - (i * 7 + i / 5) % 6 * most / 8)});
        if (member.asOf)
            member.hour.back().held.reset();
        else
            member.hour.back().held = member.totals->held;
        member.holds = 30 + member.totals->held;
        member.holdP90 = 250ms * member.totals->held;
    }
    emit gallery.window().fleet().changed(members);
}

} // namespace

QWidget *fleetSearch(GalleryWindow &gallery)
{
    QWidget *window = openFleet(gallery);
    if (!window)
        return nullptr;
    FleetPage &page = gallery.window().fleetPage();
    page.search().setText(QStringLiteral("lock: -verdict:healthy"));
    const FleetFoundModel &found = page.found().model();
    const auto hasLost = [&found] { return std::ranges::any_of(found.rows(), &FleetFound::isOld); };
    if (!gallery.await("locks are found", hasLost))
        return nullptr;
    page.found().table().setFocus();
    return window;
}

// No lock of a library without names of clients has a known one.
QWidget *fleetClient(GalleryWindow &gallery)
{
    QWidget *window = openFleet(gallery);
    if (!window)
        return nullptr;
    FleetPage &page = gallery.window().fleetPage();
    page.search().setText(QStringLiteral("client:10.9.9.9"));
    const auto isSaid = [&page] { return page.found().empty().text().contains(QStringLiteral("orders")); };
    return gallery.await("clients are unknown", isSaid) ? window : nullptr;
}

QWidget *fleetNarrow(GalleryWindow &gallery)
{
    QWidget *window = fleet(gallery);
    if (window)
        window->resize(1024, 500);
    return window;
}

// In the main window: what the fleet knew of the one that is lost.
QWidget *fleetOpened(GalleryWindow &gallery)
{
    if (!openFleet(gallery))
        return nullptr;
    gallery.window().openProfile(QStringLiteral("payments"));
    LockPane &locks = gallery.window().locks();
    const auto isShown = [&locks] { return !locks.isEmptyShown() && !locks.banner().isHidden(); };
    return gallery.await("its last known locks are listed", isShown) ? &gallery.window() : nullptr;
}

QWidget *fleet(GalleryWindow &gallery)
{
    QWidget *window = openFleet(gallery);
    if (window)
        giveAnHour(gallery);
    return window;
}

namespace
{

QWidget *openFleet(GalleryWindow &gallery)
{
    if (!gallery.reachShop())
        return nullptr;
    Places &places = gallery.places();
    const auto shop = places.shop();
    const auto group = places.group();
    const auto mortal = places.mortal();
    const auto locked = places.locked();
    const auto empty = places.empty();
    if (!shop || !group || !mortal || !locked || !empty)
        return nullptr;
    ConnectionSpec closed = *locked;
    closed.password.clear();
    if (!gallery.save({named(*shop, "orders", Environment::Production, "Shop"),
                       named(*mortal, "payments", Environment::Production, "Shop"),
                       named(*group, "settlement", Environment::Production, "Billing"),
                       named(Places::nobody(), "search", Environment::Staging, "Shop"),
                       named(closed, "vault", Environment::Staging), named(*empty, "mail")}))
        return nullptr;
    gallery.window().openFleet();
    FleetPage &page = gallery.window().fleetPage();
    page.search().clear(); // of another scene
    const auto is = [&page](const char *name, const std::function<bool(const FleetMember &)> &as) {
        const FleetMember *member = page.model().memberAt(page.model().rowOf(QLatin1String(name)));
        return member && as(*member);
    };
    const auto isOk = [](const FleetMember &member) {
        return member.state == FleetState::Connected && member.totals && !member.scanning;
    };
    const auto isStuck = [](const FleetMember &member) { return member.ofLevel(VerdictLevel::Critical) > 0; };
    if (!gallery.await(
            "the fleet is connected",
            [&] {
                return is("mail", isOk) && is("orders", isStuck) && is("payments", isStuck) &&
                       is("settlement", isOk);
            },
            30s))
        return nullptr;
    places.endMortal();
    const auto isOut = [](const FleetMember &member) { return lockscope::isOut(member.state); };
    return gallery.await(
               "the lost one says so",
               [&] { return is("payments", isOut) && is("search", isOut) && is("vault", isOut); }, 30s)
               ? &gallery.window().fleetWindow()
               : nullptr;
}

} // namespace

} // namespace lockscope::test
