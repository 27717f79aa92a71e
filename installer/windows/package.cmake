# SPDX-License-Identifier: GPL-3.0-or-later
# What `cmake --install` puts where on Windows: the programs beside each other, where they look for their parts.
# `cpack` packs them, with the libraries they need, as an installer (with NSIS) or an archive.
include(GNUInstallDirs)
include(installer/texts.cmake)
install(TARGETS lockscope-cli lockscope-worker RUNTIME)
documents("${CMAKE_INSTALL_DOCDIR}")

if(LOCKSCOPE_UI)
    install(TARGETS lockscope RUNTIME)
    # The icon is made of those for other desktops, where there is a program for that.
    file(GLOB ICON_SIZES "${CMAKE_SOURCE_DIR}/resources/icons/lockscope-*.png")
    find_program(IMAGEMAGICK NAMES magick DOC "ImageMagick, for the programs' icon")
    if(IMAGEMAGICK)
        execute_process(COMMAND "${IMAGEMAGICK}" ${ICON_SIZES} "${CMAKE_BINARY_DIR}/lockscope.ico"
            COMMAND_ERROR_IS_FATAL ANY)
        set(ICON_LINE "1 ICON \"${CMAKE_BINARY_DIR}/lockscope.ico\"")
    endif()
    configure_file(installer/windows/lockscope.rc.in lockscope.rc @ONLY)
    enable_language(RC)
    target_sources(lockscope PRIVATE "${CMAKE_BINARY_DIR}/lockscope.rc")
    set_target_properties(lockscope PROPERTIES WIN32_EXECUTABLE ON)
endif()

set(CPACK_GENERATOR ZIP)
find_program(MAKENSIS makensis)
if(MAKENSIS)
    list(APPEND CPACK_GENERATOR NSIS64)
endif()
set(CPACK_PACKAGE_NAME Lockscope)
set(CPACK_PACKAGE_VENDOR "The Lockscope project")
set(CPACK_PACKAGE_INSTALL_DIRECTORY Lockscope)
set(CPACK_RESOURCE_FILE_LICENSE "${CMAKE_SOURCE_DIR}/LICENSE")
set(CPACK_STRIP_FILES ON)
if(LOCKSCOPE_UI)
    set(CPACK_PACKAGE_EXECUTABLES lockscope Lockscope) # in the Start menu
endif()
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_SOURCE_DIR}/installer/windows/deploy.cmake")
include(CPack)
