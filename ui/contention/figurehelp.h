// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The texts of the cards of the page Overview. Pure; any thread.

#include "ui/contention/figurecard.h"
#include "ui/plots/tallycurves.h"

#include <QString>

namespace lockscope
{

bool isOfHolds(Curve curve); // Of the whole range, not of its last second or minute

QString cardTitle(Curve curve);
QString helpNow(Curve curve, milliseconds span);
QString helpThen(Curve curve, milliseconds span); // In a recording
QString actionOfLive(Curve curve);                // The effect of a click

// A dash, marked as unknown. was: the last known figure; empty: none.
void showUnknown(FigureCard::Figure &figure, const QString &was = {});
QString whyLost();

} // namespace lockscope
