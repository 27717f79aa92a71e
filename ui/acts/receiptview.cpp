// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/acts/receiptview.h"

#include "ui/text/format.h"
#include "ui/text/receipttext.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/notice.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope
{

ReceiptView::ReceiptView(QWidget *parent)
    : QWidget(parent), m_name(new ElidedLabel(this)), m_notice(new Notice(this)),
      m_copy(new QPushButton(tr("&Copy receipt"), this))
{
    m_copy->setAutoDefault(false);
    connect(m_copy, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(m_toCopy); });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    const QFont strong = strongFont(font());
    m_name->setFont(strong);
    layout->addWidget(m_name);
    layout->addWidget(m_notice);
    layout->addWidget(m_copy, 0, Qt::AlignLeading);
    layout->addStretch();
}

void ReceiptView::showReceipt(const Receipt &receipt, const Kinds &kinds, const QStringList &more)
{
    m_toCopy = (QStringList(receiptToCopy(receipt, kinds)) + more).join(u'\n');
    m_name->setText(text::key(receipt.key));
    m_notice->tell(receiptLevel(receipt), receiptHeadline(receipt, kinds),
                   receiptFacts(receipt, kinds) + more, receiptAdvice(receipt));
}

} // namespace lockscope
