# SPDX-License-Identifier: GPL-3.0-or-later
# Fails when something besides those named here could speak to another machine, or start or tell another program:
# nothing is reached but the servers one asked for. No updates are looked for, nothing is reported, nothing starts
# by itself. Run: cmake -DROOT=. -P tests/arch/reach.cmake
cmake_minimum_required(VERSION 3.25)
get_filename_component(ROOT "${ROOT}" ABSOLUTE)
set(MEANING "a way out that nobody asked for")
include("${CMAKE_CURRENT_LIST_DIR}/only.cmake")

# The way to a server, the ports of the lab's own ones, windows of the same user, and the system log if the settings
# name its socket.
only("(Tcp|Ssl|Udp|Local|Web)Socket|(Tcp|Local)Server" app/desktop/oneinstance.cpp app/desktop/oneinstance.h
    core/history/audit/auditsyslog.cpp core/lab/sandbox/sandboxserver.cpp core/lab/sandbox/serverlaunch.cpp core/platform/localsocket.h
    core/platform/localsocket_unix.cpp core/platform/localsocket_win.cpp core/redis/transport/localtransport.cpp core/redis/transport/localtransport.h
    core/redis/transport/sshtunnel.cpp core/redis/transport/tcptransport.cpp core/redis/transport/tcptransport.h core/redis/transport/tlssettings.cpp)
only("QNetworkAccessManager|QNetworkRequest|QNetworkReply|QHttp|QHostInfo|QDnsLookup|https?_proxy|curl_")
# What a person clicks at: the homepage, a link of the documents, a folder that was saved.
only("QDesktopServices" ui/help/aboutdialog.cpp ui/help/helpwindow.cpp ui/window/lockcommands.cpp)
# ssh, the lab's servers and workers, the command of acquire, and the program itself in another language.
only("QProcess[^E]|popen|execv|posix_spawn|std::system|CreateProcess" app/cli/terminal/childprocess.h app/cli/terminal/childprocess_unix.cpp
    app/cli/terminal/childprocess_win.cpp app/desktop/main.cpp core/lab/sandbox/certificates.cpp core/lab/sandbox/clustering.cpp
    core/lab/sandbox/sandboxserver.cpp core/lab/workers/workerprocess.cpp core/lab/workers/workerprocess.h core/platform/childlifetime.h
    core/platform/childlifetime_unix.cpp core/platform/childlifetime_win.cpp core/redis/transport/sshtunnel.cpp
    core/redis/transport/sshtunnel.h)
# The desktop's notifications and its tray.
only("createMethodCall" ui/status/desktopnotifier.cpp ui/status/traystatus.cpp)
only("autostart|CurrentVersion.Run|LaunchAgents")
