// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/ownholds/holdsquestion.h"

#include "ui/forms/buttonbox.h"
#include "ui/forms/dialogsize.h"
#include "ui/ownholds/holdsview.h"
#include "ui/ownholds/ownholds.h"
#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/notice.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

constexpr int ChoiceColumn = HoldsView::ColumnCount;

} // namespace

HoldsQuestion::HoldsQuestion(OwnHolds &holds, const Kinds &kinds, const QString &going, QWidget *parent)
    : QDialog(parent), m_holds(holds), m_view(new HoldsView(holds, kinds, HoldsView::Says::IfLeft, this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Locks still held"));
    setWindowModality(Qt::WindowModal);
    build(going);
    connect(&holds, &OwnHolds::changed, this, &HoldsQuestion::refresh);
    refresh();
}

void HoldsQuestion::build(const QString &going)
{
    auto *sentence =
        new QLabel(tr("This Lockscope still holds these locks. They are not renewed afterwards."), this);
    sentence->setWordWrap(true);
    m_warning = new Notice(this);
    m_releaseAll = new QPushButton(tr("&Release all"), this);
    m_leaveAll = new QPushButton(tr("&Leave all"), this);
    auto *row = new QHBoxLayout;
    row->addWidget(m_releaseAll);
    row->addWidget(m_leaveAll);
    row->addStretch();
    auto *buttons = new ButtonBox(this);
    m_goOn = buttons->addButton(going, QDialogButtonBox::AcceptRole);
    m_cancel = buttons->addButton(QDialogButtonBox::Cancel);
    m_cancel->setText(tr("Cancel"));
    for (QPushButton *button : {m_releaseAll, m_leaveAll, m_goOn})
        button->setAutoDefault(false);
    m_cancel->setDefault(true);
    m_view->setColumnCount(ChoiceColumn + 1);
    m_view->headerItem()->setText(HoldsView::EndColumn, tr("If left"));
    m_view->headerItem()->setText(ChoiceColumn, tr("Action"));
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(HoldsView::EndColumn, QHeaderView::Stretch);
    m_view->setColumnWidth(ChoiceColumn, characters(*this, 24));
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(sentence);
    layout->addWidget(m_view, 1);
    layout->addLayout(row);
    layout->addWidget(m_warning);
    layout->addWidget(buttons);
    openWith(*this, {characters(*this, 164), fontMetrics().height() * 20});
    connect(m_releaseAll, &QPushButton::clicked, this, [this] { chooseAll(Choice::Release); });
    connect(m_leaveAll, &QPushButton::clicked, this, [this] { chooseAll(Choice::Leave); });
    connect(m_goOn, &QPushButton::clicked, this, &HoldsQuestion::goOn);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

// The rows follow the holds; each hold keeps its choice.
void HoldsQuestion::refresh()
{
    const auto before = m_choices;
    const auto wanted = [&before](const OwnHolding &held) {
        for (const auto &[known, box] : before) {
            if (isSameHold(known, held) && box)
                return box->currentIndex();
        }
        return 0;
    };
    const std::vector<OwnHolding> &shown = m_view->shown();
    const bool isSame = std::ranges::equal(shown, before, [](const OwnHolding &held, const auto &choice) {
        return isSameHold(held, choice.first);
    });
    if (!isSame) {
        std::vector<int> wishes;
        for (const OwnHolding &held : shown)
            wishes.push_back(wanted(held));
        m_choices.clear();
        for (size_t i = 0; i < shown.size(); ++i) {
            auto *box = new QComboBox(m_view);
            box->addItems({tr("Release now"), tr("Leave it")});
            box->setCurrentIndex(wishes[i]);
            box->setAccessibleName(tr("What to do with %1").arg(text::key(shown[i].key)));
            connect(box, &QComboBox::currentIndexChanged, this, &HoldsQuestion::warn);
            m_view->setItemWidget(m_view->topLevelItem(int(i)), ChoiceColumn, box);
            m_choices.emplace_back(shown[i], box);
        }
    }
    warn();
}

HoldsQuestion::Choice HoldsQuestion::choiceOf(const OwnHolding &held) const
{
    for (const auto &[known, box] : m_choices) {
        if (isSameHold(known, held))
            return Choice(box->currentIndex());
    }
    return Choice::Release;
}

void HoldsQuestion::choose(const OwnHolding &held, Choice choice)
{
    for (const auto &[known, box] : m_choices) {
        if (isSameHold(known, held))
            box->setCurrentIndex(int(choice));
    }
}

void HoldsQuestion::chooseAll(Choice choice)
{
    for (const auto &[known, box] : m_choices)
        box->setCurrentIndex(int(choice));
}

void HoldsQuestion::warn()
{
    if (m_isReleasing)
        return;
    QStringList endless;
    for (const OwnHolding &held : m_view->shown()) {
        if (choiceOf(held) == Choice::Leave && !m_holds.endOf(held) && !held.renewed)
            endless << text::key(held.key);
    }
    m_warning->setVisible(!endless.isEmpty());
    if (!endless.isEmpty())
        m_warning->tell(VerdictLevel::Critical,
                        tr("A lock left without an expiry stays forever: no other client gets it until it is "
                           "released by force."),
                        endless);
}

// Reports a failed release, which the user can retry or leave.
void HoldsQuestion::goOn()
{
    std::vector<OwnHolding> released;
    for (const OwnHolding &held : m_view->shown()) {
        if (choiceOf(held) == Choice::Release)
            released.push_back(held);
    }
    if (released.empty())
        return accept();
    m_isReleasing = true;
    m_goOn->setEnabled(false);
    m_view->setEnabled(false);
    m_warning->tell(VerdictLevel::Info, tr("Releasing…"));
    m_warning->show();
    m_holds.releaseAll(released, OwnHolds::Patience, this, [this](const std::vector<Receipt> &kept) {
        m_isReleasing = false;
        m_goOn->setEnabled(true);
        m_view->setEnabled(true);
        const bool isLeft = std::ranges::any_of(
            m_view->shown(), [this](const OwnHolding &held) { return choiceOf(held) == Choice::Release; });
        if (!isLeft)
            return accept();
        QStringList why;
        for (const Receipt &receipt : kept)
            why << receipt.line();
        if (why.isEmpty())
            why << tr("no answer within %1").arg(text::duration(OwnHolds::Patience));
        m_warning->tell(VerdictLevel::Warning,
                        tr("Not released. Retry, or leave the locks that cannot be released."), why);
        m_warning->show();
    });
}

} // namespace lockscope
