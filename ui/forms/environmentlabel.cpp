// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/forms/environmentlabel.h"

#include "ui/text/format.h"
#include "ui/theme/metrics.h"
#include "ui/theme/textcolour.h"

#include <QCoreApplication>
#include <QLabel>

namespace lockscope
{

QLabel *environmentLabel(const ConnectionSpec &spec, QWidget *parent)
{
    auto *where = new QLabel(parent);
    const QString server = text::connection(spec);
    where->setText(spec.environment == Environment::None
                       ? server
                       : QCoreApplication::translate("lockscope::EnvironmentLabel", "%1 — %2",
                                                     "connection and its environment")
                             .arg(server, text::environment(spec.environment)));
    where->setTextFormat(Qt::PlainText);
    where->setFont(strongFont(where->font()));
    if (spec.environment != Environment::None)
        keepEnvironmentColour(where, spec.environment);
    return where;
}

} // namespace lockscope
