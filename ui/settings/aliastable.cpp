// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/aliastable.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lockscope
{

namespace
{

constexpr QLatin1String Encoded("base64:");

enum AliasColumn { PatternColumn, NameColumn };

// Text that a cell shows unencoded and reads back unchanged.
bool isPlain(const QString &text)
{
    return text == text.trimmed() && !text.startsWith(Encoded) &&
           std::all_of(text.begin(), text.end(),
                       [](QChar letter) { return letter.isPrint() || letter.isSurrogate(); });
}

// Updates the table with each keystroke; Escape reverts.
class TypingDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option,
                          const QModelIndex &index) const override
    {
        QWidget *editor = QStyledItemDelegate::createEditor(parent, option, index);
        auto *line = qobject_cast<QLineEdit *>(editor);
        if (!line)
            return editor;
        line->setProperty(Before, index.data(Qt::EditRole));
        connect(line, &QLineEdit::textEdited, line,
                [this, line] { emit const_cast<TypingDelegate *>(this)->commitData(line); });
        return editor;
    }
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        auto *line = qobject_cast<QLineEdit *>(watched);
        if (line && event->type() == QEvent::KeyPress &&
            static_cast<QKeyEvent *>(event)->key() == Qt::Key_Escape) {
            line->setText(line->property(Before).toString());
            emit commitData(line);
        }
        return QStyledItemDelegate::eventFilter(watched, event);
    }
    // Keeps the cursor: the table returns the text that it has just received.
    void setEditorData(QWidget *editor, const QModelIndex &index) const override
    {
        const auto *line = qobject_cast<QLineEdit *>(editor);
        if (!line || line->text() != index.data(Qt::EditRole).toString())
            QStyledItemDelegate::setEditorData(editor, index);
    }

private:
    static constexpr const char *Before = "lockscope_before";
};

QString textAt(const QTableWidget &table, int row, AliasColumn column)
{
    const QTableWidgetItem *item = table.item(row, column);
    return item ? item->text() : QString();
}

} // namespace

QString AliasTable::patternText(const QByteArray &pattern)
{
    const QString text = QString::fromUtf8(pattern);
    if (text.toUtf8() == pattern && isPlain(text))
        return text;
    return Encoded + QString::fromLatin1(pattern.toBase64());
}

std::optional<QByteArray> AliasTable::patternFrom(const QString &text)
{
    const QString typed = text.trimmed();
    if (!typed.startsWith(Encoded))
        return typed.isEmpty() ? std::nullopt : std::optional(typed.toUtf8());
    const auto decoded = QByteArray::fromBase64Encoding(typed.mid(Encoded.size()).toLatin1(),
                                                        QByteArray::AbortOnBase64DecodingErrors);
    return decoded && !decoded.decoded.isEmpty() ? std::optional(decoded.decoded) : std::nullopt;
}

AliasTable::AliasTable(const QList<OwnerAlias> &aliases, QWidget *parent)
    : QWidget(parent), m_table(new QTableWidget(0, 2, this)), m_add(new QPushButton(tr("&Add"), this)),
      m_remove(new QPushButton(tr("&Remove"), this)), m_up(new QPushButton(tr("Move &up"), this)),
      m_down(new QPushButton(tr("Move &down"), this))
{
    m_table->setAccessibleName(tr("Names of owners"));
    m_table->setHorizontalHeaderLabels({tr("Owner id"), tr("Name")});
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->verticalHeader()->hide();
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setItemDelegate(new TypingDelegate(m_table));
    for (const OwnerAlias &alias : aliases)
        append(alias);
    auto *buttons = new QHBoxLayout;
    for (QPushButton *button : {m_add, m_remove, m_up, m_down}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->addWidget(m_table);
    column->addLayout(buttons);
    connect(m_add, &QPushButton::clicked, this, &AliasTable::add);
    connect(m_remove, &QPushButton::clicked, this, &AliasTable::remove);
    connect(m_up, &QPushButton::clicked, this, [this] { move(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { move(1); });
    connect(m_table, &QTableWidget::currentCellChanged, this, &AliasTable::showButtons);
    connect(m_table, &QTableWidget::cellChanged, this, &AliasTable::changed);
    showButtons();
}

void AliasTable::append(const OwnerAlias &alias)
{
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    m_table->setItem(row, PatternColumn, new QTableWidgetItem(patternText(alias.pattern)));
    m_table->setItem(row, NameColumn, new QTableWidgetItem(alias.name));
}

void AliasTable::add()
{
    const int row = m_table->rowCount();
    m_table->insertRow(row);
    m_table->setItem(row, PatternColumn, new QTableWidgetItem);
    m_table->setItem(row, NameColumn, new QTableWidgetItem);
    m_table->setCurrentCell(row, PatternColumn);
    m_table->setFocus();
    m_table->edit(m_table->currentIndex());
}

void AliasTable::remove()
{
    m_table->removeRow(m_table->currentRow());
    showButtons();
    emit changed();
}

void AliasTable::move(int by)
{
    const int from = m_table->currentRow();
    const int to = from + by;
    if (from < 0 || to < 0 || to >= m_table->rowCount())
        return;
    for (const AliasColumn column : {PatternColumn, NameColumn}) {
        QTableWidgetItem *moved = m_table->takeItem(from, column);
        m_table->setItem(from, column, m_table->takeItem(to, column));
        m_table->setItem(to, column, moved);
    }
    m_table->setCurrentCell(to, m_table->currentColumn());
    emit changed();
}

void AliasTable::showButtons()
{
    const int row = m_table->currentRow();
    m_remove->setEnabled(row >= 0);
    m_up->setEnabled(row > 0);
    m_down->setEnabled(row >= 0 && row + 1 < m_table->rowCount());
}

Outcome<QList<OwnerAlias>> AliasTable::aliases() const
{
    QList<OwnerAlias> aliases;
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const QString pattern = textAt(*m_table, row, PatternColumn);
        const QString name = textAt(*m_table, row, NameColumn);
        if (pattern.trimmed().isEmpty() && name.trimmed().isEmpty())
            continue;
        const auto bytes = patternFrom(pattern);
        if (!bytes)
            return Failure{.kind = ErrorKind::BadInput,
                           .text = tr("Row %1: enter an owner id, or base64: and its bytes").arg(row + 1)};
        if (name.trimmed().isEmpty())
            return Failure{.kind = ErrorKind::BadInput,
                           .text = tr("Row %1: enter a name for that owner").arg(row + 1)};
        aliases << OwnerAlias{.pattern = *bytes, .name = name};
    }
    return aliases;
}

} // namespace lockscope
