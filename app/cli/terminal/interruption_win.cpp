// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/terminal/interruption.h"

#include <windows.h>

#include <atomic>
#include <csignal>

namespace lockscope::cli
{

namespace
{

constexpr DWORD FarewellMs = 10'000; // Windows waits no longer either

std::atomic<Interruption *> listener{nullptr}; // a console handler has no other state

// Runs on a thread that Windows creates. After a close event, the process ends when this returns.
BOOL WINAPI passOn(DWORD event)
{
    Interruption *const told = listener.load();
    if (!told)
        return FALSE;
    const int signal = event == CTRL_C_EVENT ? SIGINT : SIGTERM;
    QMetaObject::invokeMethod(
        told, [told, signal] { emit told->caught(signal, true); }, Qt::QueuedConnection);
    if (event != CTRL_C_EVENT && event != CTRL_BREAK_EVENT)
        ::Sleep(FarewellMs);
    return TRUE;
}

} // namespace

Interruption::Interruption(QObject *parent) : QObject(parent)
{
    listener = this;
    ::SetConsoleCtrlHandler(passOn, TRUE);
}

Interruption::~Interruption()
{
    ::SetConsoleCtrlHandler(passOn, FALSE);
    listener = nullptr;
}

bool Interruption::isEnd(int)
{
    return true;
}

void Interruption::setPatient() {}

bool Interruption::isPatient() const
{
    return true; // nothing ends the process
}

void Interruption::catchAll() {} // Windows has no others

} // namespace lockscope::cli
