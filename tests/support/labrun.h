// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Runs the lab once from start to end. Blocks.

#include "core/lab/lab.h"

#include <QEventLoop>
#include <QStringList>

namespace lockscope::test
{

inline LabOutcome played(const LabOrder &order)
{
    Lab lab;
    QEventLoop loop;
    LabOutcome outcome;
    QObject::connect(&lab, &Lab::finished, &loop, [&](const LabOutcome &what) {
        outcome = what;
        loop.quit();
    });
    // A refusal is answered at once, before the loop runs.
    QMetaObject::invokeMethod(
        &lab, [&] { lab.start(order); }, Qt::QueuedConnection);
    loop.exec();
    return outcome;
}

inline Figures figuresOf(const LabOutcome &outcome, QByteArrayView arm)
{
    for (const LabArm &one : outcome.arms) {
        if (one.name == arm)
            return one.figures;
    }
    return {};
}

// All claims with their evidence, for the message of a failed test.
inline QByteArray told(const LabOutcome &outcome)
{
    QStringList lines{QStringLiteral("seed %1").arg(outcome.seed)};
    for (const LabClaim &claim : outcome.claims)
        lines +=
            QStringLiteral("%1 %2: %3").arg(QChar(claim.met ? u'+' : u'-')).arg(claim.text, claim.evidence);
    if (outcome.failure)
        lines += outcome.failure->line();
    return lines.join(u'\n').toUtf8();
}

} // namespace lockscope::test
