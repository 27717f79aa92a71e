// SPDX-License-Identifier: GPL-3.0-or-later
// The window and the locks that its own engine holds.
#include "ui/bridges/enginebridge.h"
#include "ui/detail/detailpane.h"
#include "ui/locks/lockpane.h"
#include "ui/ownholds/holdsquestion.h"
#include "ui/ownholds/ownholds.h"
#include "ui/status/statusline.h"
#include "ui/text/format.h"
#include "ui/window/mainwindow.h"

#include <algorithm>

namespace lockscope
{

void MainWindow::wireHolds()
{
    m_holds = new OwnHolds(
        m_link, [this](const LockName &key) { return m_locks->model().find(key); }, this);
    connect(m_holds, &OwnHolds::changed, this, &MainWindow::showHolds);
    connect(m_holds, &OwnHolds::lost, this, &MainWindow::tellLost);
    connect(m_holds, &OwnHolds::answered, this, [this](const Receipt &receipt) {
        m_status->showMessage(
            receipt.failure.text.isEmpty() ? receipt.line() : text::failure(receipt.failure), 15'000);
    });
    m_sessionDoubt.setSingleShot(true);
    connect(&m_sessionDoubt, &QTimer::timeout, this, [this] { m_holdsSettled = false; });
    connect(m_detail, &DetailPane::releaseWanted, m_holds, &OwnHolds::release);
    connect(m_detail, &DetailPane::holdsWanted, m_actions.holds, &QAction::trigger);
    connect(m_actions.holds, &QAction::triggered, this, &MainWindow::openHolds);
}

void MainWindow::showHolds()
{
    const size_t count = m_holds->all().size();
    m_holdsSettled = m_holdsSettled && count <= m_heldCount;
    m_heldCount = count;
    m_locks->model().setOwn(m_holds->keys());
    m_detail->setOwn(m_holds->all(), m_holds->releasing());
    m_status->showHolds(int(count), m_actions.holds);
}

// Whoever holds a lock relies on it: the loss is told in the window and outside of it.
void MainWindow::tellLost(const OwnHolding &held, const Receipt &why, bool ranOut)
{
    const QString key = text::key(held.key);
    if (ranOut) {
        const QString sentence = tr("%1 has run out: this Lockscope does not hold it any more").arg(key);
        m_status->showMessage(sentence, 30'000);
        return m_teller.tellNow(tr("A lock has run out"), sentence, held.key);
    }
    const QString how = why.result == ActResult::OwnerChanged && why.foundOwner
                            ? tr("%1 has it now").arg(text::ownerFull(*why.foundOwner))
                        : why.failure.text.isEmpty() ? tr("it is gone")
                                                     : text::failure(why.failure);
    const QString sentence =
        tr("Lost at %1: %2, which this Lockscope held: %3").arg(text::timeOfDay(why.at), key, how);
    m_locks->alarm(sentence, tr("Stop whatever relies on it: somebody else may have it."));
    m_status->showMessage(sentence, 30'000);
    m_teller.tellNow(tr("A lock is lost"), sentence, held.key);
}

bool MainWindow::mayLeave(const QString &going, const std::function<void()> &then)
{
    if (m_holdsSettled || m_holds->isEmpty())
        return true;
    if (auto *open = findChild<HoldsQuestion *>()) { // one question is enough
        open->raise();
        return false;
    }
    auto *question = new HoldsQuestion(*m_holds, m_link.kinds(), going, this);
    connect(question, &QDialog::accepted, this, [this, then] {
        m_holdsSettled = true; // what is left is meant to be
        then();
    });
    question->open();
    return false;
}

void MainWindow::leave(milliseconds bound, const std::function<void()> &then)
{
    m_sessionDoubt.stop();
    m_holdsSettled = true;
    m_holds->releaseAll(m_holds->all(), bound, this, [then](const std::vector<Receipt> &) { then(); });
}

void MainWindow::leaveSession(milliseconds bound, milliseconds doubt, const std::function<void()> &then)
{
    const std::vector<OwnHolding> wanted = m_holds->all();
    leave(bound, [this, wanted, doubt, then] {
        tellFarewell(wanted);
        m_sessionDoubt.start(doubt);
        then();
    });
}

// Whoever finds the window there after all relies on locks that it has no more.
void MainWindow::tellFarewell(const std::vector<OwnHolding> &wanted)
{
    constexpr qsizetype Most = 5;
    QStringList given;
    QStringList kept;
    for (const OwnHolding &held : wanted) {
        const bool isKept = std::ranges::any_of(
            m_holds->all(), [&held](const OwnHolding &one) { return isSameHold(one, held); });
        (isKept ? kept : given) << text::key(held.key);
    }
    const auto listed = [](const QStringList &keys) {
        const QString first = keys.mid(0, Most).join(QStringLiteral(", "));
        return keys.size() > Most ? tr("%1 and %2 more").arg(first, text::number(keys.size() - Most)) : first;
    };
    if (!given.isEmpty())
        m_locks->alarm(tr("Given back, because the session was ending: %1").arg(listed(given)),
                       tr("Stop whatever relies on what was given back, or take it again."));
    if (!kept.isEmpty())
        m_locks->alarm(tr("Not given back when the session was ending: %1").arg(listed(kept)),
                       tr("It is still held here."));
}

} // namespace lockscope
