# SPDX-License-Identifier: GPL-3.0-or-later
# Run by cpack on the tree that becomes the Debian package: adds what only Debian wants.
set(usr "${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr")
set(doc "${usr}/share/doc/lockscope")
set(debian "${CPACK_LOCKSCOPE_SOURCE}/installer/debian")
include("${debian}/changelog.cmake")

# Without it cpack would make a package that depends on no library.
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
if(NOT DPKG_SHLIBDEPS)
    message(FATAL_ERROR "The Debian package needs dpkg-shlibdeps: apt install dpkg-dev")
endif()

function(gzip)
    execute_process(COMMAND gzip -9nf ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# The licence's text is one of those that every Debian has.
file(REMOVE "${doc}/LICENSE")
configure_file("${debian}/copyright" "${doc}/copyright" COPYONLY)
configure_file("${debian}/lintian-overrides" "${usr}/share/lintian/overrides/lockscope" COPYONLY)

changelog_of("${usr}/share/metainfo/org.lockscope.Lockscope.metainfo.xml"
    "${CPACK_DEBIAN_PACKAGE_RELEASE}" "${CPACK_PACKAGE_CONTACT}" changelog)
file(WRITE "${doc}/changelog.Debian" "${changelog}")
file(GLOB_RECURSE pages "${usr}/share/man/*.1")
gzip("${doc}/changelog.Debian" ${pages})

# cpack has taken the symbols away, but not what the compiler says of itself.
execute_process(COMMAND strip --remove-section=.comment --remove-section=.note "${usr}/bin/lockscope" "${usr}/bin/lockscope-cli"
    "${usr}/libexec/lockscope/lockscope-worker" "${usr}/libexec/lockscope/lockscope-clock.so" COMMAND_ERROR_IS_FATAL ANY)

# Whatever the umask of the one who builds: the rights that Debian gives, and with SOURCE_DATE_EPOCH one time.
file(CHMOD_RECURSE "${usr}"
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ
    DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
file(CHMOD "${usr}/bin/lockscope" "${usr}/bin/lockscope-cli" "${usr}/libexec/lockscope/lockscope-worker"
    PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
if(DEFINED ENV{SOURCE_DATE_EPOCH})
    execute_process(COMMAND find "${CPACK_TEMPORARY_INSTALL_DIRECTORY}" -exec touch -h "-d@$ENV{SOURCE_DATE_EPOCH}" {} +
        COMMAND_ERROR_IS_FATAL ANY)
endif()
