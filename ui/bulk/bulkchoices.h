// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Which locks a bulk action is for, which action it is, and what that does. Keeps the locks as the engine
// last reported them. Owner: BulkDialog; GUI thread.

#include "core/values/act.h"
#include "core/values/events.h"

#include <QHash>
#include <QWidget>

class QComboBox;
class QLabel;

namespace lockscope
{

class DurationEdit;
class Prose;

class BulkChoices final : public QWidget
{
    Q_OBJECT
public:
    explicit BulkChoices(QWidget *parent = nullptr);

    void addScope(const QString &title, const std::vector<LockPtr> &locks);
    void apply(const LockDelta &delta);
    void setAct(ActKind act);
    std::vector<LockPtr> locks() const; // of the chosen scope, without those that are gone
    ActKind act() const;
    std::optional<milliseconds> lease() const; // nothing: the action needs none
    QString obstacle() const;                  // what is wrong with the lease; empty: nothing
    QComboBox *scopeBox() const { return m_scope; }
    QComboBox *actBox() const { return m_act; }
    DurationEdit *leaseEdit() const { return m_lease; }

signals:
    void changed();      // the scope or the action
    void leaseChanged(); // while it is being typed

private:
    void explain();

    std::vector<std::vector<LockName>> m_scopes{};
    QHash<LockName, LockPtr> m_known{};
    QComboBox *m_scope;
    QComboBox *m_act;
    QLabel *m_leaseLabel;
    DurationEdit *m_lease;
    Prose *m_meaning;
};

} // namespace lockscope
