// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The result of an act: done, owner changed (to whom), already gone, refused (by whom), unknown. GUI thread.

#include "core/values/act.h"
#include "ui/text/kinds.h"

#include <QWidget>

class QPushButton;

namespace lockscope
{

class ElidedLabel;
class Notice;

class ReceiptView final : public QWidget
{
    Q_OBJECT
public:
    explicit ReceiptView(QWidget *parent = nullptr);
    // more: facts that the receipt does not have.
    void showReceipt(const Receipt &receipt, const Kinds &kinds, const QStringList &more = {});
    Notice *notice() const { return m_notice; }
    QPushButton *copyButton() const { return m_copy; }

private:
    ElidedLabel *m_name;
    Notice *m_notice;
    QPushButton *m_copy;
    QString m_toCopy;
};

} // namespace lockscope
