// What lenslet doctor says of graphics cards, permissions and packages, on machines that are made here.
#include <gmock/gmock.h>

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "system/temporary_folder.hpp"
#include "tool/commands/doctor.hpp"

namespace lenslet::cli {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class DoctorCards : public ::testing::Test {
 protected:
  void add_card(const std::string& place, const char* kind, const char* maker, const char* driver = nullptr) {
    const fs::path card = folder_.path() / place;
    fs::create_directories(card);
    std::ofstream(card / "class") << kind << '\n';
    std::ofstream(card / "vendor") << maker << '\n';
    std::ofstream(card / "device") << "0x2330\n";
    if (driver != nullptr) fs::create_directory_symlink(fs::path("/sys/bus/pci/drivers") / driver, card / "driver");
  }

  std::vector<Finding> cards(const std::vector<DeviceInfo>& devices) const {
    return look_at_cards(devices, folder_.path());
  }

  system::TemporaryFolder folder_;
};

DeviceInfo gpu_of(const char* vendor) {
  DeviceInfo device;
  device.kind = DeviceKind::gpu;
  device.vendor = vendor;
  return device;
}

auto has(Health health, const char* what) {
  return AllOf(Field(&Finding::health, health), Field(&Finding::what, HasSubstr(what)));
}

TEST_F(DoctorCards, ThatADeviceServesAreFine) {
  add_card("0000:01:00.0", "0x030200", "0x10de", "nvidia");
  add_card("0000:02:00.0", "0x038000", "0x1002", "amdgpu");
  EXPECT_THAT(cards({gpu_of("NVIDIA Corporation"), gpu_of("Advanced Micro Devices, Inc.")}),
              testing::UnorderedElementsAre(has(Health::good, "NVIDIA 0x2330 (the kernel's driver is nvidia)"),
                                            has(Health::good, "AMD")));
}

TEST_F(DoctorCards, WithoutADeviceArePutDownToTheirDriver) {
  add_card("0000:01:00.0", "0x030000", "0x8086");
  DeviceInfo cpu = gpu_of("Intel(R) Corporation");
  cpu.kind = DeviceKind::cpu;
  const std::vector<Finding> found = cards({cpu, gpu_of("NVIDIA Corporation")});
  ASSERT_THAT(found,
              ElementsAre(has(Health::problem, "Intel 0x2330 (no driver of the kernel's) has no OpenCL driver")));
  EXPECT_EQ(found[0].mend, package_for(this_system(), Need::intel));
}

TEST_F(DoctorCards, AreWhatTheBusCallsDisplays) {
  add_card("0000:03:00.0", "0x020000", "0x8086");  // a network card
  add_card("0000:04:00.0", "0x030000", "0x1af4");  // a virtual display
  EXPECT_THAT(cards({}), IsEmpty());
  EXPECT_THAT(look_at_cards({}, folder_.path() / "none"), IsEmpty());
}

TEST_F(DoctorCards, ThatTheUserMayNotOpenAreNamedWithTheirGroup) {
  fs::create_directories(folder_.path() / "dri");
  const fs::path node = folder_.path() / "dri/renderD128";
  std::ofstream(node) << ' ';
  chmod(node.c_str(), 0);
  chmod(folder_.path().c_str(), 0755);
  const uid_t user = geteuid();
  ASSERT_TRUE(user != 0 || seteuid(65534) == 0);  // root may open all
  const std::vector<Finding> found = look_at_permissions(folder_.path());
  ASSERT_EQ(seteuid(user), 0);
  ASSERT_THAT(found, ElementsAre(has(Health::problem, "renderD128 may not be opened by this user")));
  EXPECT_THAT(found[0].mend, HasSubstr("usermod -aG"));
}

TEST(DoctorPackages, AreThoseOfTheSystem) {
  EXPECT_EQ(system_of("NAME=\"Debian GNU/Linux\"\nID=debian\n", false), System::debian);
  EXPECT_EQ(system_of("ID=ubuntu\nID_LIKE=debian\n", false), System::ubuntu);
  EXPECT_EQ(system_of("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", false), System::ubuntu);
  EXPECT_EQ(system_of("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", false), System::fedora);
  EXPECT_EQ(system_of("ID=arch\n", false), System::arch);
  EXPECT_EQ(system_of("VERSION_ID=\"3\"\nID=alpine\n", false), System::other);
  EXPECT_EQ(system_of("ID=debian\n", true), System::conda);
  EXPECT_EQ(package_for(System::debian, Need::cpu), "apt install pocl-opencl-icd");
  EXPECT_EQ(package_for(System::arch, Need::nvidia), "pacman -S opencl-nvidia");
  EXPECT_EQ(package_for(System::fedora, Need::intel), "dnf install intel-compute-runtime");
}

}  // namespace
}  // namespace lenslet::cli
