// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The choice of locks and of the act, with an explanation of the act. Keeps the locks as the engine last
// reported them. Owner: BulkDialog; GUI thread.

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
    std::vector<LockPtr> locks() const; // Of the selected scope, without those that are gone
    ActKind act() const;
    std::optional<milliseconds> lease() const; // Empty: the act needs none
    QString obstacle() const;                  // The problem with the lease; empty: none
    QComboBox *scopeBox() const { return m_scope; }
    QComboBox *actBox() const { return m_act; }
    DurationEdit *leaseEdit() const { return m_lease; }

signals:
    void changed(); // The scope or the act
    void leaseChanged();

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
