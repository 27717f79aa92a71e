// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/blocking/deadlocknotices.h"

#include "core/base/tr.h"
#include "core/engine/blocking/deadlocktext.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/prose.h"

#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

namespace
{

QString countText(const std::vector<Deadlock> &deadlocks)
{
    const auto certain = int(std::ranges::count_if(deadlocks, isCertain));
    const int possible = int(deadlocks.size()) - certain;
    QStringList counts;
    if (certain > 0)
        counts << Tr::tr("%Ln deadlock(s)", nullptr, certain);
    if (possible > 0)
        counts << Tr::tr("%Ln possible deadlock(s)", nullptr, possible);
    return text::names(counts);
}

QStringList stepLines(const DeadlockText &told)
{
    constexpr auto Most = qsizetype(DeadlockNotices::MostListed);
    if (told.steps.size() <= Most)
        return told.steps;
    return told.steps.first(Most) << Tr::tr("and %n more", nullptr, int(told.steps.size() - Most));
}

} // namespace

DeadlockNotices::DeadlockNotices(QWidget *parent)
    : QWidget(parent), m_column(new QVBoxLayout(this)), m_count(new Prose(this)), m_each(new QVBoxLayout),
      m_common(new Prose(this))
{
    m_count->setFont(strongFont(font()));
    m_column->setContentsMargins({});
    m_column->setSpacing(spacing(Spacing::Small));
    m_each->setSpacing(spacing(Spacing::Small));
    m_column->addWidget(m_count);
    m_column->addLayout(m_each);
    m_column->addWidget(m_common);
}

Notice &DeadlockNotices::noticeAt(size_t place)
{
    if (place == m_notices.size()) {
        m_notices.push_back(new Notice(this));
        m_each->addWidget(m_notices.back());
    }
    return *m_notices[place];
}

void DeadlockNotices::showReport(const BlockingReport &report)
{
    const size_t all = report.deadlocks.size();
    m_shown = std::min(all, MostListed);
    const std::vector<Deadlock> listed(report.deadlocks.begin(),
                                       report.deadlocks.begin() + qsizetype(m_shown));
    std::vector<DeadlockText> texts = deadlockTexts(report.graph, listed, report.at);
    const bool areSeveral = all > 1;
    QStringList common = areSeveral ? takeCommon(texts) : QStringList();
    if (all > m_shown)
        common.prepend(Tr::tr("%n more deadlock(s); lockscope-cli blocking --json lists them all", nullptr,
                              int(all - m_shown)));
    for (size_t i = 0; i < m_shown; ++i)
        noticeAt(i).tell(isCertain(listed[i]) ? VerdictLevel::Critical : VerdictLevel::Info,
                         texts[i].headline, stepLines(texts[i]), text::sentences(texts[i].remarks()));
    for (size_t i = m_shown; i < m_notices.size(); ++i)
        m_notices[i]->hide();
    m_count->say(areSeveral ? countText(report.deadlocks) : QString());
    m_count->setVisible(areSeveral);
    m_common->say(common.join(u'\n'));
    m_common->setVisible(!common.isEmpty());
}

QString DeadlockNotices::count() const
{
    return m_count->text();
}

std::vector<const Notice *> DeadlockNotices::notices() const
{
    return {m_notices.begin(), m_notices.begin() + qsizetype(m_shown)};
}

QString DeadlockNotices::common() const
{
    return m_common->text();
}

} // namespace lockscope
