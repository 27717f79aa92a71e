# SPDX-License-Identifier: GPL-3.0-or-later
# Homebrew's formula of the tree this lies in. A formula must be in a tap, so it is linked into one; see
# installer/README.md. QCustomPlot is not in Homebrew: it is built first, static, and stays inside.
class Lockscope < Formula
  desc "See and manage distributed locks in Redis"
  homepage "https://lockscope.org/"
  license "GPL-3.0-or-later"
  head "file://#{Pathname(__FILE__).realpath.dirname.parent.parent}", using: :git

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "qttools" => :build
  depends_on "hiredis"
  depends_on macos: :ventura
  depends_on "qcoro6"
  depends_on "qtbase"
  depends_on "qtkeychain"
  depends_on "qtsvg"
  depends_on "redis" => :recommended # the sandbox

  resource "qcustomplot" do
    url "https://www.qcustomplot.com/release/2.1.1/QCustomPlot-source.tar.gz"
    sha256 "5e2d22dec779db8f01f357cbdb25e54fbcf971adaee75eae8d7ad2444487182f"
  end

  def install
    parts = buildpath/"parts"
    resource("qcustomplot").stage buildpath/"qcustomplot"
    system "cmake", "-S", "installer/qcustomplot", "-B", "build-qcustomplot", "-G", "Ninja",
                    "-DSOURCE=#{buildpath}/qcustomplot", *std_cmake_args(install_prefix: parts)
    system "cmake", "--build", "build-qcustomplot"
    system "cmake", "--install", "build-qcustomplot"

    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", "-DBUILD_TESTING=OFF",
                    "-DCMAKE_PREFIX_PATH=#{parts}", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
    bin.write_exec_script prefix/"lockscope.app/Contents/MacOS/lockscope"
    bin.write_exec_script prefix/"lockscope.app/Contents/MacOS/lockscope-cli"

    manuals = prefix/"lockscope.app/Contents/Resources/man"
    man1.install_symlink Dir[manuals/"man1/*"]
    (man/"zh_CN/man1").install_symlink Dir[manuals/"zh_CN/man1/*"]
    bash_completion.install "app/cli/lockscope-cli.bash" => "lockscope-cli"
    bash_completion.install "app/desktop/lockscope.bash" => "lockscope"
    zsh_completion.install "app/cli/_lockscope-cli", "app/desktop/_lockscope"
  end

  test do
    assert_match "lockscope-cli", shell_output("#{bin}/lockscope-cli --version")
    # Nobody listens on that port: no connection.
    shell_output("#{bin}/lockscope-cli --url redis://127.0.0.1:#{free_port} scan", 3)
  end
end
