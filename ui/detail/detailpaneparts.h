// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The widgets of the detail pane and their content; no decisions. Owner: the detail pane; GUI thread.

#include "core/engine/verdicts/verdicttext.h"
#include "ui/detail/commandsview.h"
#include "ui/detail/heartbeatstrip.h"
#include "ui/detail/lockheadline.h"
#include "ui/detail/lockinspection.h"
#include "ui/detail/permitsbar.h"
#include "ui/detail/ttlplot.h"
#include "ui/holders/copiesview.h"
#include "ui/holders/eventtimeline.h"
#include "ui/holders/holdersview.h"
#include "ui/holders/lockfacts.h"
#include "ui/holders/lockshare.h"
#include "ui/holders/queueview.h"
#include "ui/ownholds/holdbar.h"
#include "ui/widgets/linklist.h"
#include "ui/widgets/section.h"

class QPushButton;
class QScrollArea;
class QStackedLayout;

namespace lockscope
{

class CodeBox;
class Prose;

struct DetailPaneParts {
    explicit DetailPaneParts(QWidget *pane);

    void showPage(bool lock);
    void showKind(const LockPtr &lock, const Kinds &kinds); // And its name
    void showLock(const LockPtr &lock, const Kinds &kinds, Instant now);
    void showVerdict(const Verdict &shown, const VerdictText &verdict, bool isOld);
    void showEmptyLook(); // Until the detail arrives
    void showDetail(const LockDetail &detail, const Kinds &kinds);
    void showFailure(const Failure &failure);
    void showPlan(ActKind act, const Outcome<ActPlan> &plan, bool present);
    QString whyNoRemoval() const { return m_whyNoRemoval; } // Empty: possible, or not known yet
    void showHeartbeat();                                   // Shows the section while renewals were seen
    void setWhyNoChanges(const QString &why);               // Empty: the connection allows them
    std::optional<LockShare> selectedHold() const; // What the button would remove; empty: no row is selected
    std::optional<LockShare> chosenPlace() const;
    void setPast(bool past); // Marks the content as no longer current
    void tick(Instant now);

    QWidget *page = nullptr;
    LockHeadline *headline = nullptr; // Above the page, which scrolls
    Prose *evidence = nullptr;
    Prose *advice = nullptr;
    Prose *alternatives = nullptr; // Other kinds that the lock could be
    HoldBar *holdBar = nullptr;
    LockFacts *facts = nullptr;
    Section *holdersSection = nullptr;
    HoldersView *holders = nullptr;
    Section *queueSection = nullptr;
    QPushButton *removeHold = nullptr;
    QPushButton *whoIsThis = nullptr;
    QPushButton *nameOwner = nullptr;
    QueueView *queue = nullptr;
    QPushButton *removePlace = nullptr;
    Section *effectSection = nullptr;
    Prose *effect = nullptr;
    Section *copiesSection = nullptr;
    CopiesView *copies = nullptr;
    Section *permitsSection = nullptr;
    PermitsBar *permits = nullptr;
    Section *legendSection = nullptr;
    Prose *legend = nullptr;
    Section *sameOwnerSection = nullptr;
    LinkList *sameOwner = nullptr;
    Section *sameClientSection = nullptr;
    LinkList *sameClient = nullptr;
    Section *beatSection = nullptr;
    HeartbeatStrip *heartbeat = nullptr;
    TtlPlot *plot = nullptr;
    EventTimeline *timeline = nullptr;
    QPushButton *fullHistory = nullptr;
    QPushButton *incident = nullptr;
    Section *whySection = nullptr;
    Prose *why = nullptr;
    Section *companionsSection = nullptr;
    CodeBox *companions = nullptr;
    Section *rawSection = nullptr;
    CodeBox *raw = nullptr;
    CommandsView *commands = nullptr;

private:
    void build();
    void buildSections();
    QWidget *makeHolderButtons();
    void showHolders(const Lock &lock);
    void showQueue(const Lock &lock);
    void showCopies(const std::vector<Copy> &copies);
    void placeCopies(bool isGroup);
    void showKin(const LockDetail &detail);
    void showEffect(const LockDetail &detail);
    void tickEffect(Instant now);
    void refreshRemovers();
    void ageCopies();
    void showAlternatives(const std::vector<LockKind> &others, const Kinds &kinds);

    LockKind m_shown{};
    bool m_isGroup = false;                  // A lock of a RedLock group
    std::optional<ReleaseEffect> m_effect{}; // If it says something
    QStringList m_notices{};
    QString m_whyNoRemoval{}; // From the plan; empty: possible
    QString m_whyNoChanges{};
    bool m_past = false;
    bool m_isOld = false; // Its node does not answer
    QStackedLayout *m_pages = nullptr;
    QScrollArea *m_scroll = nullptr;
};

} // namespace lockscope
