// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/aboutdialog.h"

#include "ui/bridges/deploymentstate.h"
#include "ui/forms/buttonbox.h"
#include "ui/forms/dialogsize.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QApplication>
#include <QClipboard>
#include <QDesktopServices>
#include <QHBoxLayout>
#include <QLabel>
#include <QLibraryInfo>
#include <QLocale>
#include <QPushButton>
#include <QScreen>
#include <QStyle>
#include <QSysInfo>
#include <QUrl>
#include <QVBoxLayout>

namespace lockscope
{

namespace
{

QString libraries()
{
    const std::pair<const char *, const char *> used[] = {
        {"Qt", "LGPL-3.0"},
        {"QCustomPlot", "GPL-3.0-or-later"},
        {"hiredis", "BSD-3-Clause"},
        {"QCoro", "MIT"},
        {"QtKeychain", "BSD-2-Clause"},
        {"SQLite", "public domain"},
        {"GLib", "LGPL-2.1-or-later"},
    };
    QStringList lines;
    for (const auto &[name, licence] : used)
        lines << QStringLiteral("%1 (%2)").arg(QLatin1String(name), QLatin1String(licence));
    return lines.join(QStringLiteral(", "));
}

QString deploymentKind(const DeploymentState &deployment)
{
    if (!deployment.spec)
        return QStringLiteral("not connected");
    QStringList parts;
    switch (deployment.spec->topology) {
    case Topology::Automatic: // The roles below show what was detected
        parts << QStringLiteral("found out by itself");
        break;
    case Topology::Standalone:
        parts << QStringLiteral("standalone");
        break;
    case Topology::Sentinel:
        parts << QStringLiteral("Sentinel");
        break;
    case Topology::Cluster:
        parts << QStringLiteral("cluster");
        break;
    case Topology::RedLock:
        parts << QStringLiteral("RedLock group");
        break;
    }
    QStringList roles;
    for (const NodeStatus &node : deployment.nodes) {
        if (const QString role = QString::fromUtf8(node.role); !role.isEmpty() && !roles.contains(role))
            roles << role;
    }
    if (!roles.isEmpty())
        parts << roles.join(QStringLiteral(" and "));
    QStringList versions;
    for (const NodeStatus &node : deployment.nodes) {
        if (const QString version = QString::fromUtf8(node.version);
            !version.isEmpty() && !versions.contains(version))
            versions << version;
    }
    parts << QStringLiteral("%1 nodes").arg(deployment.nodes.size());
    if (!versions.isEmpty())
        parts << QStringLiteral("Redis ") + versions.join(QStringLiteral(" and "));
    if (deployment.spec->tls.enabled)
        parts << QStringLiteral("TLS");
    return parts.join(QStringLiteral(", "));
}

QLabel *paragraph(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

QString AboutDialog::details(const DeploymentState &deployment, const QWidget &window)
{
    const QStringList lines{
        QStringLiteral("Lockscope: %1").arg(QStringLiteral(LOCKSCOPE_VERSION)),
        QStringLiteral("Qt: %1 (compiled with %2)")
            .arg(QString::fromLatin1(qVersion()), QStringLiteral(QT_VERSION_STR)),
        QStringLiteral("System: %1, %2 %3, %4")
            .arg(QSysInfo::prettyProductName(), QSysInfo::kernelType(), QSysInfo::kernelVersion(),
                 QSysInfo::currentCpuArchitecture()),
        QStringLiteral("Platform: %1, style %2, scale %3")
            .arg(QGuiApplication::platformName(), QApplication::style()->name(),
                 QString::number(window.devicePixelRatioF())),
        QStringLiteral("Font: %1 pt, locale %2")
            .arg(QString::number(window.font().pointSizeF()), QLocale().name()),
        QStringLiteral("Deployment: %1").arg(deploymentKind(deployment)),
    };
    return lines.join(u'\n') + u'\n';
}

AboutDialog::AboutDialog(const DeploymentState &deployment, QWidget *parent)
    : QDialog(parent), m_copy(new QPushButton(tr("&Copy details for a bug report"), this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("About Lockscope"));
    auto *icon = new QLabel(this);
    icon->setPixmap(applicationIcon().pixmap(64, 64));
    auto *name = new QLabel(tr("Lockscope %1").arg(QStringLiteral(LOCKSCOPE_VERSION)), this);
    name->setFont(titleFont(name->font()));
    auto *words = new QVBoxLayout;
    words->addWidget(name);
    words->addWidget(paragraph(tr("Shows the distributed locks in Redis: who holds them, whether the holder "
                                  "is alive, and who waits."),
                               this));
    words->addWidget(
        paragraph(tr("Free software under the GNU GPL, version 3 or later (GPL-3.0-or-later)."), this));
    words->addWidget(paragraph(tr("Built with %1.").arg(libraries()), this));
    words->addWidget(paragraph(
        tr("Qt %1, compiled with %2").arg(QString::fromLatin1(qVersion()), QStringLiteral(QT_VERSION_STR)),
        this));
    words->addStretch();
    auto *row = new QHBoxLayout;
    row->addWidget(icon, 0, Qt::AlignTop);
    row->addSpacing(spacing(Spacing::Page));
    row->addLayout(words, 1);
    auto *buttons = new ButtonBox(this);
    m_copy->setToolTip(tr("Versions and the kind of deployment; no addresses or names"));
    buttons->addButton(m_copy, QDialogButtonBox::ActionRole);
    const QString homepage = QStringLiteral(LOCKSCOPE_HOMEPAGE);
    QPushButton *home = buttons->addButton(tr("Homepage"), QDialogButtonBox::ActionRole);
    home->setToolTip(homepage);
    QPushButton *close = buttons->addButton(tr("Close"), QDialogButtonBox::RejectRole);
    close->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(home, &QPushButton::clicked, this, [homepage] { QDesktopServices::openUrl(QUrl(homepage)); });
    connect(m_copy, &QPushButton::clicked, this,
            [text = details(deployment, *this)] { QGuiApplication::clipboard()->setText(text); });
    auto *column = new QVBoxLayout(this);
    column->addLayout(row, 1);
    column->addWidget(buttons);
    openWith(*this, {characters(*this, 80), sizeHint().height()});
}

} // namespace lockscope
