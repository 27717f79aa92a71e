// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A main window that functions share until one asks for a fresh one, because creating it takes a second;
// and documents for the window of the help. Derived classes call makeWindow() in init() and closeWindow() in
// cleanupTestCase().

#include "ui/bridges/enginebridge.h"
#include "ui/window/mainwindow.h"

#include <QDockWidget>
#include <QTemporaryDir>
#include <QTest>

namespace lockscope::test
{

class HabitsTest : public QObject
{
protected:
    void makeWindow();
    void closeWindow();
    void writeDocuments() const;
    QString docs() const { return m_docs.path(); }
    QDockWidget *panel(const char *name) const
    {
        return m_window->findChild<QDockWidget *>(QLatin1String(name));
    }

    QTemporaryDir m_dir;
    QTemporaryDir m_docs;
    HistoryBridge m_history;
    std::unique_ptr<EngineBridge> m_bridge;
    std::unique_ptr<MainWindow> m_window;
};

inline void HabitsTest::makeWindow()
{
    m_window.reset();
    QFile::remove(m_dir.filePath(QStringLiteral("window.ini")));
    m_bridge = std::make_unique<EngineBridge>();
    m_window = std::make_unique<MainWindow>(*m_bridge, m_history, m_dir.path());
    m_window->resize(1400, 850);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
}

inline void HabitsTest::closeWindow()
{
    m_window.reset();
}

inline void HabitsTest::writeDocuments() const
{
    const auto write = [this](const QString &name, const QByteArray &text) {
        QFile file(m_docs.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    };
    write(
        QStringLiteral("guide.md"),
        "<!-- checked by\na test -->\n# Guide\n\n![picture](one.png)\n\nSee [formats](locks.md#the-hash) or "
        "[source](../../core/README.md).\n\nA needle here.\n\nAnother needle there.\n");
    write(QStringLiteral("locks.md"), "# Lock formats\n\n" + QByteArray("Text.\n\n").repeated(200) +
                                          "## The hash\n\nBack to the [guide](guide.md).\n" +
                                          QByteArray("\nText.\n").repeated(200));
    write(QStringLiteral("locks.zh_CN.md"), QByteArrayLiteral("# \xe9\x94\x81\n\n[guide](guide.zh_CN.md)\n"));
}

} // namespace lockscope::test
