# SPDX-License-Identifier: GPL-3.0-or-later
# cpack in the build folder makes the Debian package of what is built there; installer/package does all of it.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME lockscope)
set(CPACK_PACKAGE_VENDOR "The Lockscope project")
set(CPACK_PACKAGE_CONTACT "The Lockscope project <packages@lockscope.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "see and manage distributed locks in Redis")
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CMAKE_SKIP_INSTALL_ALL_DEPENDENCY ON) # the tests are no part of it: nobody waits for them

# A package is made for one release of Debian; the next one's counts as newer.
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
if(EXISTS /etc/os-release)
    file(STRINGS /etc/os-release DEBIAN_VERSION REGEX "^VERSION_ID=\"?[0-9]") # the unstable one has none
    string(REGEX REPLACE "[^0-9]" "" DEBIAN_VERSION "${DEBIAN_VERSION}")
    if(DEBIAN_VERSION)
        string(APPEND CPACK_DEBIAN_PACKAGE_RELEASE "~deb${DEBIAN_VERSION}")
    endif()
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SECTION database)
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Lockscope shows which distributed locks exist in a Redis, who holds each one,
how long the lease still runs, whether its holder still renews it, and who
waits. A lock can be released, woken or given an expiry in one atomic step that
refuses if the owner has changed meanwhile.
.
It knows the locks of Redisson, the token locks of some twenty libraries, and
those of Spring Integration, ShedLock, Symfony, BullMQ and others, on single
servers, with Sentinel, in clusters and in RedLock groups. A sandbox and a
contention lab with private servers show how locks fail, and how they hold.
.
The desktop program is lockscope; lockscope-cli does the same without a window,
for scripts and continuous integration.")

# What no library dependency names: plugins and programs. The sandbox needs a redis-server, a monitor of other
# machines does not; passwords can be kept where there is a keyring.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "ca-certificates, libqt6sql6-sqlite")
string(JOIN ", " CPACK_DEBIAN_PACKAGE_RECOMMENDS
    "gnome-keyring | kwalletmanager | keepassxc" libsecret-1-0 openssl qt6-translations-l10n qt6-wayland redis-server)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "openssh-client")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What only Debian wants is done to the tree just before it is packed.
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_SOURCE_DIR}/installer/debian/finish.cmake")
set(CPACK_LOCKSCOPE_SOURCE "${CMAKE_SOURCE_DIR}") # read by that script, as all names that begin with CPACK_
include(CPack)
