// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Names of locks as links, one per line. GUI thread.

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
    // Up to a limit, then the number of further ones. notes: the text beside each, if any.
    void show(const std::vector<LockName> &keys, const QStringList &notes = {});
    using QWidget::show;

protected:
    void changeEvent(QEvent *event) override;
    bool focusNextPrevChild(bool next) override;

signals:
    void lockWanted(const lockscope::LockName &key);

private:
    std::vector<LockName> m_keys; // Indexed by the address of the link
};

} // namespace lockscope
