// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The redis-cli lines of each act possible on a lock, safest first, for users who cannot or may not act
// through this program. Owner: the detail pane; GUI thread.

#include "core/values/act.h"

#include <QWidget>

#include <array>

class QLabel;

namespace lockscope
{

class CodeBox;

class CommandsView final : public QWidget
{
    Q_OBJECT
public:
    explicit CommandsView(QWidget *parent = nullptr);
    void clear();
    void showPlan(ActKind act, const Outcome<ActPlan> &plan);

private:
    struct Entry {
        ActKind act{};
        QLabel *title = nullptr;
        CodeBox *code = nullptr;
    };
    std::array<Entry, 3> m_entries;
};

} // namespace lockscope
