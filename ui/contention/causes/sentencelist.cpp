// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/contention/causes/sentencelist.h"

#include "ui/theme/metrics.h"
#include "ui/widgets/emptystate.h"

#include <QPainter>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr int KeyRole = Qt::UserRole;

} // namespace

SentenceList::SentenceList(HistoryBridge &bridge, QWidget *parent) : QListWidget(parent), m_bridge(bridge)
{
    setFrameShape(QFrame::NoFrame);
    setWordWrap(true);
    setTextElideMode(Qt::ElideNone);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setResizeMode(QListView::Adjust);
    setAlternatingRowColors(true);
    m_clock.setInterval(AskEvery);
    connect(&bridge, &HistoryBridge::opened, this, [this] {
        m_asked = 0;
        m_known = false;
        clear();
    });
    const auto wanted = [this](const QListWidgetItem *item) {
        if (const QByteArray key = item->data(KeyRole).toByteArray(); !key.isEmpty())
            emit lockWanted(LockName{key});
    };
    connect(this, &QListWidget::itemClicked, this, wanted);
    connect(this, &QListWidget::itemActivated, this, wanted);
}

void SentenceList::fill(const std::vector<Sentence> &sentences)
{
    m_asked = 0;
    m_known = true;
    const int current = currentRow();
    clear();
    for (const Sentence &sentence : sentences) {
        auto *item = new QListWidgetItem(sentence.icon, sentence.text, this);
        item->setData(KeyRole, sentence.key);
        if (!sentence.toolTip.isEmpty())
            item->setToolTip(sentence.toolTip);
    }
    setCurrentRow(std::min(current, count() - 1));
    viewport()->update();
    emit changed();
}

QSize SentenceList::sizeHint() const
{
    return {characters(*this, 60), fontMetrics().height() * 7};
}

void SentenceList::showEvent(QShowEvent *event)
{
    QListWidget::showEvent(event);
    m_asked = 0;
    m_clock.start();
    ask();
}

void SentenceList::hideEvent(QHideEvent *event)
{
    QListWidget::hideEvent(event);
    m_clock.stop();
}

void SentenceList::paintEvent(QPaintEvent *event)
{
    QListWidget::paintEvent(event);
    if (count() > 0 || !m_known)
        return;
    QPainter painter(viewport());
    paintEmpty(painter, viewport()->rect(), palette(), emptyText());
}

} // namespace lockscope
