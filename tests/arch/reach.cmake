# SPDX-License-Identifier: GPL-3.0-or-later
# Fails when something besides those named here could speak to another machine, or start or tell another program:
# nothing is reached but the servers one asked for. No updates are looked for, nothing is reported, nothing starts
# by itself. Run: cmake -DROOT=. -P tests/arch/reach.cmake
cmake_minimum_required(VERSION 3.25)
get_filename_component(ROOT "${ROOT}" ABSOLUTE)
set(MEANING "a way out that nobody asked for")
include("${CMAKE_CURRENT_LIST_DIR}/only.cmake")

# The way to a server, the ports of the lab's own ones, and windows of the same user.
only("(Tcp|Ssl|Udp|Local|Web)Socket|(Tcp|Local)Server" app/desktop/oneinstance.cpp app/desktop/oneinstance.h
    core/lab/sandboxserver.cpp core/lab/serverlaunch.cpp core/redis/localtransport.cpp core/redis/localtransport.h
    core/redis/sshtunnel.cpp core/redis/tcptransport.cpp core/redis/tcptransport.h core/redis/tlssettings.cpp)
only("QNetworkAccessManager|QNetworkRequest|QNetworkReply|QHttp|QHostInfo|QDnsLookup|https?_proxy|curl_")
# What a person clicks at: the homepage, a link of the documents, a folder that was saved.
only("QDesktopServices" ui/aboutdialog.cpp ui/helpwindow.cpp ui/mainwindow_many.cpp)
# ssh, the lab's servers and workers, the command of acquire, and the program itself in another language.
only("QProcess[^E]|popen|execv|posix_spawn|std::system|CreateProcess" app/cli/childprocess.h app/cli/childprocess_unix.cpp
    app/cli/childprocess_win.cpp app/desktop/main.cpp core/lab/certificates.cpp core/lab/clustering.cpp
    core/lab/sandboxserver.cpp core/lab/workerprocess.cpp core/lab/workerprocess.h core/redis/childprocess.h
    core/redis/childprocess_unix.cpp core/redis/childprocess_win.cpp core/redis/sshtunnel.cpp
    core/redis/sshtunnel.h)
# The desktop's notifications and its tray.
only("createMethodCall" ui/alertteller.cpp ui/traystatus.cpp)
only("autostart|CurrentVersion.Run|LaunchAgents")
