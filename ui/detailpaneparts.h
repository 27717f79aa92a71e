// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The widgets of the detail pane and what each shows; no decisions. Owner: the detail pane; GUI thread.

#include "ui/commandsview.h"
#include "ui/eventtimeline.h"
#include "ui/holdersview.h"
#include "ui/lockfacts.h"
#include "ui/lockheadline.h"
#include "ui/locklook.h"
#include "ui/section.h"
#include "ui/ttlplot.h"

class QScrollArea;
class QStackedLayout;

namespace lockscope
{

class CodeBox;

struct DetailPaneParts {
    explicit DetailPaneParts(QWidget *pane);

    void showPage(bool lock);
    void showLock(const LockPtr &lock, Instant now);
    void showEmptyLook(); // until the closer look is there
    void showDetail(const LockDetail &detail);
    void showFailure(const Failure &failure);
    void showPlan(ActKind act, const Outcome<ActPlan> &plan, bool present);
    void setPast(bool past); // what is shown is no longer so
    void tick(Instant now);

    QWidget *page = nullptr;
    LockHeadline *headline = nullptr;
    LockFacts *facts = nullptr;
    Section *holdersSection = nullptr;
    HoldersView *holders = nullptr;
    Section *queueSection = nullptr;
    CodeBox *queue = nullptr;
    TtlPlot *plot = nullptr;
    EventTimeline *timeline = nullptr;
    Section *whySection = nullptr;
    QLabel *why = nullptr;
    Section *companionsSection = nullptr;
    CodeBox *companions = nullptr;
    Section *rawSection = nullptr;
    CodeBox *raw = nullptr;
    CommandsView *commands = nullptr;

private:
    void build();
    QStackedLayout *m_pages = nullptr;
};

} // namespace lockscope
