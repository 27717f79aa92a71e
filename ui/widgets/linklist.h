// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Names of locks, one a line, each a link. GUI thread.

#include "core/base/names.h"

#include <QLabel>

#include <vector>

namespace lockscope
{

class LinkList final : public QLabel
{
    Q_OBJECT
public:
    explicit LinkList(QWidget *parent = nullptr);
    void show(const std::vector<LockName> &keys); // of many, the first, and how many more there are
    using QWidget::show;

protected:
    void changeEvent(QEvent *event) override;
    bool focusNextPrevChild(bool next) override;

signals:
    void lockWanted(const lockscope::LockName &key);

private:
    std::vector<LockName> m_keys; // by the address of their links
};

} // namespace lockscope
