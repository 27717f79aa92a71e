# SPDX-License-Identifier: GPL-3.0-or-later
# Fails when something besides those named here could write to a server: what takes a session that may act,
# makes a session, makes a client of locks, or gives leave to act. Run: cmake -DROOT=. -P tests/arch/writes.cmake
cmake_minimum_required(VERSION 3.25)
get_filename_component(ROOT "${ROOT}" ABSOLUTE)
set(MEANING "a way to write that nobody guards")
include("${CMAKE_CURRENT_LIST_DIR}/only.cmake")

# The lab acts on servers of its own, or on a profile that lets anybody act (lab.cpp).
set(LAB core/lab/workers/labservers.cpp core/lab/workers/labclient.cpp core/lab/demoworkers.cpp)
# nodefacts asks, by a script that changes nothing, what the user may run; wakeupchannels looks at a time-out.
only("[.>](acting|askedActing)\\(" core/deployment/deployment.cpp core/deployment/health/nodefacts.cpp
    core/engine/acts/lockclient.cpp core/engine/acts/wakeupchannels.cpp ${LAB})
# All but node.cpp, for acting, and the lab make them read-only.
only("make_unique<Session>|[^:] Session [a-z]+\\(|Session m_[a-z]+;" core/deployment/connectiontest.cpp
    core/deployment/node.cpp core/deployment/node.h core/deployment/sentinelring.cpp core/engine/following/livefeed.cpp
    core/engine/owners/monitorprobe.h core/engine/acts/wakeupchannels.cpp core/lab/workers/labservers.cpp core/lab/demoworkers.cpp)
only("make_unique<LockClient>|LockClient [a-z_]+[{(;]" core/engine/acts/actrunner.h core/lab/workers/labclient.h
    core/lab/demoworkers.cpp)
only("new ActPermit" core/engine/acts/actguard.cpp)
