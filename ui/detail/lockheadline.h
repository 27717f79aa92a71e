// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The top of the detail pane, which does not scroll away: name, kind, a notice when the lock is gone,
// verdict, and acts, safest first. Owner: the detail pane; GUI thread.

#include "core/values/act.h"
#include "core/values/events.h"
#include "ui/text/kinds.h"

#include <QWidget>

#include <array>

class QLabel;
class QPushButton;
class QToolButton;

namespace lockscope
{

class ElidedLabel;
class Notice;

class LockHeadline final : public QWidget
{
    Q_OBJECT
public:
    explicit LockHeadline(QWidget *parent = nullptr);

    void showLock(const LockPtr &lock, const Kinds &kinds);
    void showKind(const LockPtr &lock, const Kinds &kinds); // And nothing else
    // isOld: as last known, from before its server was lost.
    void showVerdict(VerdictLevel level, const QString &sentence, bool isOld = false);
    void showFree(const QString &sentence);
    void showGone(const QString &text);                   // text: since when, and how
    void setWhyNoChanges(const QString &why);             // Empty: the connection allows them
    void setPossible(ActKind act, const QString &whyNot); // Empty: possible
    QString whyNot(ActKind act) const;

    QPushButton *button(ActKind act) const;
    Notice *verdict() const { return m_verdict; }
    Notice *gone() const { return m_gone; }
    QToolButton *moreButton() const { return m_more; }
    QString name() const;
    QString kind() const;

protected:
    void changeEvent(QEvent *event) override;

signals:
    void actWanted(lockscope::ActKind act);
    void focusUnwanted();              // By a button that is about to be disabled
    void menuWanted(const QPoint &at); // Of all commands for the lock; a place on the screen

private:
    struct Offer {
        ActKind act{};
        QPushButton *button = nullptr;
        QString whyNot{};
        QString hint{};
    };
    void build();
    void buildButtons();
    void refreshButtons();
    void showIcon();

    Glyph m_glyph{};
    ElidedLabel *m_name;
    QToolButton *m_copy;
    QToolButton *m_more;
    QLabel *m_icon;
    QLabel *m_kind;
    Notice *m_gone;
    Notice *m_verdict;
    std::array<Offer, 3> m_offers;
    QString m_whyNoChanges{};
};

} // namespace lockscope
