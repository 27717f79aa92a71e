// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/redis/transport/sockshandshake.h"

namespace lockscope
{

namespace
{

constexpr char Version = 5;
constexpr char Connect = 1;
constexpr char NoLogin = 0;
constexpr char Succeeded = 0;
constexpr qint64 PortSize = 2;

enum AddressType : char { ByName = 3, ByV6 = 4 };

} // namespace

SocksHandshake::SocksHandshake(const Endpoint &server) : m_server(server) {}

QByteArray SocksHandshake::greeting() const
{
    const char bytes[]{Version, 1, NoLogin};
    return QByteArray(bytes, sizeof bytes);
}

QByteArray SocksHandshake::request() const
{
    const QByteArray host = m_server.host.toUtf8();
    const char start[]{Version, Connect, 0, ByName, char(host.size())};
    QByteArray bytes = QByteArray(start, sizeof start) + host;
    bytes += char(m_server.port >> 8);
    bytes += char(m_server.port & 0xff);
    return bytes;
}

std::optional<QByteArray> SocksHandshake::take(const QByteArray &bytes)
{
    switch (m_step) {
    case Step::Method:
        if (bytes.at(0) != Version || bytes.at(1) != NoLogin)
            return {};
        m_step = Step::Reply;
        m_wanted = 4; // version, result, reserved, type of the address
        return request();
    case Step::Reply:
        if (bytes.at(0) != Version || bytes.at(1) != Succeeded)
            return {};
        m_step = bytes.at(3) == ByName ? Step::AddressLength : Step::Address;
        m_wanted = bytes.at(3) == ByName ? 1 : (bytes.at(3) == ByV6 ? 16 : 4) + PortSize;
        return QByteArray();
    case Step::AddressLength:
        m_step = Step::Address;
        m_wanted = uchar(bytes.at(0)) + PortSize;
        return QByteArray();
    case Step::Address:
        m_wanted = 0;
        return QByteArray();
    }
    return {};
}

} // namespace lockscope
