// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The locks that this window's engine holds, with the acts of their owner: release, renew, let expire. Not
// modal, never waits. Owner: the main window; GUI thread.

#include <QDialog>

class QLabel;
class QPushButton;

namespace lockscope
{

class EmptyState;
class HoldsView;
class Kinds;
class OwnHolds;
struct OwnHolding;
struct Receipt;

class HoldsDialog final : public QDialog
{
    Q_OBJECT
public:
    HoldsDialog(OwnHolds &holds, const Kinds &kinds, QWidget *parent = nullptr);

    HoldsView &view() const { return *m_view; }
    QPushButton *releaseButton() const { return m_release; }
    QPushButton *renewButton() const { return m_renew; }
    QPushButton *stopButton() const { return m_stop; }
    QPushButton *releaseAllButton() const { return m_releaseAll; }
    QString said() const;

private:
    void build();
    void refresh();
    void actOnChosen(void (OwnHolds::*act)(const OwnHolding &));
    void releaseAll();
    void tell(const Receipt &receipt);

    OwnHolds &m_holds;
    HoldsView *m_view;
    EmptyState *m_empty = nullptr;
    QLabel *m_said = nullptr;
    QPushButton *m_release = nullptr;
    QPushButton *m_renew = nullptr;
    QPushButton *m_stop = nullptr;
    QPushButton *m_releaseAll = nullptr;
    bool m_isReleasingAll = false;
};

} // namespace lockscope
