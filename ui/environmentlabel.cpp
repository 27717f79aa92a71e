// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/environmentlabel.h"

#include "ui/format.h"
#include "ui/metrics.h"
#include "ui/theme.h"

#include <QCoreApplication>
#include <QLabel>

namespace lockscope
{

QLabel *environmentLabel(const ConnectionSpec &spec, QWidget *parent)
{
    auto *where = new QLabel(parent);
    const QString server = text::connection(spec);
    where->setText(QCoreApplication::translate("lockscope::ForceReleaseDialog", "%1 — %2",
                                               "connection and its environment")
                       .arg(server, text::environment(spec.environment)));
    where->setTextFormat(Qt::PlainText);
    QPalette colours = where->palette();
    colours.setColor(QPalette::WindowText, Theme::of(parent->palette()).environment(spec.environment));
    where->setPalette(colours);
    const QFont strong = strongFont(where->font());
    where->setFont(strong);
    return where;
}

} // namespace lockscope
