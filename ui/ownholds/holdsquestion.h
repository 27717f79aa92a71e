// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Asks, before the connection closes, whether to release each lock that this program holds or to let it
// expire. Proceeds once all chosen releases are done. Window-modal, but blocks nothing else. Owner: the main
// window; GUI thread.

#include "core/values/act.h"

#include <QDialog>

#include <functional>

class QComboBox;
class QLabel;
class QPushButton;

namespace lockscope
{

class HoldsView;
class Kinds;
class Notice;
class OwnHolds;

class HoldsQuestion final : public QDialog
{
    Q_OBJECT
public:
    enum class Choice { Release, Leave };

    // going: the text of the button that proceeds ("Quit").
    HoldsQuestion(OwnHolds &holds, const Kinds &kinds, const QString &going, QWidget *parent = nullptr);

    QPushButton *goOnButton() const { return m_goOn; }
    QPushButton *cancelButton() const { return m_cancel; }
    QPushButton *releaseAllButton() const { return m_releaseAll; }
    QPushButton *leaveAllButton() const { return m_leaveAll; }
    HoldsView &view() const { return *m_view; }
    void choose(const OwnHolding &held, Choice choice);
    Notice *warning() const { return m_warning; }

private:
    void build(const QString &going);
    void refresh();
    void chooseAll(Choice choice);
    void goOn();
    Choice choiceOf(const OwnHolding &held) const;
    void warn();

    OwnHolds &m_holds;
    HoldsView *m_view;
    std::vector<std::pair<OwnHolding, QComboBox *>> m_choices{};
    Notice *m_warning = nullptr;
    QPushButton *m_goOn = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_releaseAll = nullptr;
    QPushButton *m_leaveAll = nullptr;
    bool m_isReleasing = false;
};

} // namespace lockscope
