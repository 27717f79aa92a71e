// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The main window at its start. Derived classes call end() in cleanup().

#include "ui/bridges/enginebridge.h"
#include "ui/connections/startpage.h"
#include "ui/window/mainwindow.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace lockscope::test::startpage
{

inline ConnectionSpec profile(const char *name, Environment environment = Environment::Development)
{
    ConnectionSpec spec;
    spec.name = QString::fromLatin1(name);
    spec.host = QStringLiteral("%1.example").arg(QLatin1String(name));
    spec.environment = environment;
    return spec;
}

inline ConnectionSpec fromUrl(const char *url)
{
    const auto spec = parseConnectionUrl(QString::fromLatin1(url));
    return spec ? *spec : ConnectionSpec{};
}

class StartPageTest : public QObject
{
protected:
    QTemporaryDir m_dir;
    std::unique_ptr<EngineBridge> m_link;
    HistoryBridge m_history;
    std::unique_ptr<MainWindow> m_window;
    void open()
    {
        m_link = std::make_unique<EngineBridge>();
        m_window = std::make_unique<MainWindow>(*m_link, m_history, m_dir.path());
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    StartPage &start() { return m_window->start(); }
    QString settings() const
    {
        QFile file(m_dir.filePath(QStringLiteral("window.ini")));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }
    void end()
    {
        m_window.reset();
        m_link.reset();
        for (const char *file : {"window.ini", "profiles.json"})
            QFile::remove(m_dir.filePath(QLatin1String(file)));
    }
};

} // namespace lockscope::test::startpage
