// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What an act would do: steps, warnings, which waiters proceed, and the redis-cli lines to copy. GUI thread.

#include "core/values/act.h"

#include <QWidget>

class QLabel;

namespace lockscope
{

class CodeBox;
class Notice;
class Prose;

class PlanView final : public QWidget
{
    Q_OBJECT
public:
    explicit PlanView(QWidget *parent = nullptr);
    void showPlan(const ActPlan &plan);
    void showFailure(const Failure &failure);
    void showWaiting(); // Until the engine answers
    void showNothing(const QString &why);
    void tick(Instant now); // The times of the effect run

private:
    void showNotices(const std::vector<HolderNotice> &notices);
    void showEffect(const std::optional<ReleaseEffect> &effect);

    std::optional<ReleaseEffect> m_effect{};
    QLabel *m_title;
    Prose *m_steps;
    Notice *m_warnings;
    QLabel *m_effectTitle;
    Prose *m_effectLines;
    QLabel *m_noticesTitle;
    Prose *m_notices;
    QLabel *m_commandsTitle;
    CodeBox *m_commands;
};

} // namespace lockscope
