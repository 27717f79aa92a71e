// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/holdskeeper.h"

#include "ui/bridges/enginebridge.h"
#include "ui/ownholds/holdsdialog.h"
#include "ui/ownholds/holdsquestion.h"
#include "ui/text/format.h"
#include "ui/window/reopenstack.h"

#include <algorithm>

namespace lockscope
{

HoldsKeeper::HoldsKeeper(QWidget *window, EngineBridge &bridge, ReopenStack &closed, OwnHolds::Look look)
    : WindowController(window), m_bridge(bridge), m_closed(closed), m_holds(bridge, std::move(look))
{
    connect(&m_holds, &OwnHolds::changed, this, &HoldsKeeper::count);
    connect(&m_holds, &OwnHolds::lost, this, &HoldsKeeper::tellLost);
    connect(&m_holds, &OwnHolds::answered, this, [this](const Receipt &receipt) {
        emit told(receipt.failure.text.isEmpty() ? receipt.line() : text::failure(receipt.failure), 15'000);
    });
    m_sessionDoubt.setSingleShot(true);
    connect(&m_sessionDoubt, &QTimer::timeout, this, [this] { m_settled = false; });
}

HoldsDialog *HoldsKeeper::openDialog()
{
    auto *dialog = new HoldsDialog(m_holds, m_bridge.kinds(), window());
    m_closed.rememberClosing(dialog, ReopenStack::Of::Connection,
                             [this] { return [this]() -> QDialog * { return openDialog(); }; });
    dialog->show();
    return dialog;
}

void HoldsKeeper::count()
{
    const size_t now = m_holds.all().size();
    m_settled = m_settled && now <= m_count;
    m_count = now;
    emit changed();
}

// Work may rely on a held lock, so its loss is reported both inside and outside the window.
void HoldsKeeper::tellLost(const OwnHolding &held, const Receipt &why, bool ranOut)
{
    const QString key = text::key(held.key);
    if (ranOut) {
        const QString sentence = tr("%1 has expired: this Lockscope no longer holds it").arg(key);
        emit told(sentence, 30'000);
        return emit lost(tr("Lock expired"), sentence, held.key);
    }
    const QString how = why.result == ActResult::OwnerChanged && why.foundOwner
                            ? tr("%1 holds it now").arg(text::ownerFull(*why.foundOwner))
                        : why.failure.text.isEmpty() ? tr("it is gone")
                                                     : text::failure(why.failure);
    const QString sentence =
        tr("Lost at %1: %2, which this Lockscope held: %3").arg(text::timeOfDay(why.at), key, how);
    emit alarmed(sentence, tr("Stop the work that relies on it: another client may hold it."));
    emit told(sentence, 30'000);
    emit lost(tr("Lock lost"), sentence, held.key);
}

bool HoldsKeeper::mayLeave(const QString &going, const std::function<void()> &then)
{
    if (m_settled || m_holds.isEmpty())
        return true;
    if (auto *open = window()->findChild<HoldsQuestion *>()) { // Never ask twice at once
        open->raise();
        return false;
    }
    auto *question = new HoldsQuestion(m_holds, m_bridge.kinds(), going, window());
    connect(question, &QDialog::accepted, this, [this, then] {
        m_settled = true; // The user agreed to leave the remaining holds
        then();
    });
    question->open();
    return false;
}

void HoldsKeeper::leave(milliseconds bound, const std::function<void()> &then)
{
    m_sessionDoubt.stop();
    m_settled = true;
    m_holds.releaseAll(m_holds.all(), bound, this, [then](const std::vector<Receipt> &) { then(); });
}

void HoldsKeeper::leaveSession(milliseconds bound, milliseconds doubt, const std::function<void()> &then)
{
    const std::vector<OwnHolding> wanted = m_holds.all();
    leave(bound, [this, wanted, doubt, then] {
        tellFarewell(wanted);
        m_sessionDoubt.start(doubt);
        then();
    });
}

// If the window stays open after all, its user may rely on locks that were released.
void HoldsKeeper::tellFarewell(const std::vector<OwnHolding> &wanted)
{
    constexpr qsizetype Most = 5;
    QStringList given;
    QStringList kept;
    for (const OwnHolding &held : wanted) {
        const bool isKept = std::ranges::any_of(
            m_holds.all(), [&held](const OwnHolding &one) { return isSameHold(one, held); });
        (isKept ? kept : given) << text::key(held.key);
    }
    const auto listed = [](const QStringList &keys) {
        const QString first = keys.mid(0, Most).join(QStringLiteral(", "));
        return keys.size() > Most ? tr("%1 and %2 more").arg(first, text::number(keys.size() - Most)) : first;
    };
    if (!given.isEmpty())
        emit alarmed(tr("Released because the session was ending: %1").arg(listed(given)),
                     tr("Stop the work that relies on these locks, or acquire them again."));
    if (!kept.isEmpty())
        emit alarmed(tr("Not released when the session was ending: %1").arg(listed(kept)),
                     tr("It is still held here."));
}

} // namespace lockscope
