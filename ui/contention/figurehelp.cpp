// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/figurehelp.h"

#include "ui/contention/overviewpage.h"
#include "ui/text/format.h"

namespace lockscope
{

namespace
{

// Of the total, there is none: see Tally::waitEstimate().
QString helpOfWait()
{
    return curveHelp(Curve::WaitEstimate) + u'\n' +
           OverviewPage::tr("The longest of the most contended locks");
}

} // namespace

bool isOfHolds(Curve curve)
{
    return unitOf(curve) == CurveUnit::Time;
}

// A card lacks the context that a plot gives its curves.
QString cardTitle(Curve curve)
{
    if (curve == Curve::HoldNinety || curve == Curve::HoldNinetyNine)
        return OverviewPage::tr("Hold time %1").arg(curveTitle(curve));
    return curveTitle(curve);
}

QString helpNow(Curve curve, milliseconds span)
{
    if (curve == Curve::WaitEstimate)
        return helpOfWait();
    if (!isOfHolds(curve))
        return curveHelp(curve);
    return curveHelp(curve) + u'\n' + OverviewPage::tr("Over the last %1").arg(text::duration(span));
}

QString helpThen(Curve curve, milliseconds span)
{
    if (curve == Curve::WaitEstimate)
        return helpOfWait();
    if (!isOfHolds(curve))
        return curveHelp(curve);
    return curveHelp(curve) + u'\n' +
           OverviewPage::tr("Over the %1 before this moment").arg(text::duration(span));
}

QString actionOfLive(Curve curve)
{
    switch (curve) {
    case Curve::Held:
        return OverviewPage::tr("Click to show held locks");
    case Curve::Acquired:
        return OverviewPage::tr("Click to show locks acquired in the last five seconds");
    case Curve::Released:
    case Curve::OtherwiseEnded:
        return OverviewPage::tr("Click to show free locks");
    case Curve::Waiters:
    case Curve::WaitEstimate:
        return OverviewPage::tr("Click to show contended locks");
    case Curve::HoldMedian:
    case Curve::HoldNinety:
    case Curve::HoldNinetyNine:
        return OverviewPage::tr("Click to show locks held for longer");
    case Curve::Renewed:
        return OverviewPage::tr("Click to show renewed locks");
    }
    return {};
}

// As above the list.
void showUnknown(FigureCard::Figure &figure, const QString &was)
{
    figure.value = QStringLiteral("—");
    figure.mark = was.isEmpty() ? OverviewPage::tr("unknown") : OverviewPage::tr("unknown, was %1").arg(was);
    figure.shortMark =
        was.isEmpty() ? QString() : OverviewPage::tr("was %1", "a figure, when last known").arg(was);
}

QString whyLost()
{
    return OverviewPage::tr("No connection, or changes were missed");
}

} // namespace lockscope
