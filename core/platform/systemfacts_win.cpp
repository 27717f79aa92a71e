// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/platform/systemfacts.h"

#include <windows.h>

#include <QDir>

#include <array>

namespace lockscope
{

Account ownAccount()
{
    std::array<wchar_t, 257> name{}; // the longest possible name, with its terminator
    DWORD size = DWORD(name.size());
    return {.name = ::GetUserNameW(name.data(), &size) ? QString::fromWCharArray(name.data()) : QString()};
}

quint64 fileNumber(const QString &fileName)
{
    const std::wstring path = QDir::toNativeSeparators(fileName).toStdWString();
    constexpr DWORD Everybody = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    const HANDLE file = ::CreateFileW(path.c_str(), 0, Everybody, nullptr, OPEN_EXISTING, 0, nullptr);
    if (file == INVALID_HANDLE_VALUE)
        return 0;
    BY_HANDLE_FILE_INFORMATION facts{};
    const bool told = ::GetFileInformationByHandle(file, &facts);
    ::CloseHandle(file);
    return told ? quint64(facts.nFileIndexHigh) << 32 | facts.nFileIndexLow : 0;
}

void allowOpenFiles(quint64) {} // there is no such limit

} // namespace lockscope
