// Uses the component for image files: a picture written is read back.
#include <filesystem>

#include <lenslet/image_file.hpp>

int main() {
  lenslet::Image image({4, 2}, {lenslet::SampleType::u16, 3});
  image.set(3, 1, 2, 40000);
  const std::filesystem::path path = std::filesystem::temp_directory_path() / "lenslet_consumer.png";
  lenslet::write_image(path, {.image = image, .metadata = nullptr});
  const lenslet::FileImage again = lenslet::read_image(path);
  std::filesystem::remove(path);
  return again.image.format() == image.format() && again.image.at(3, 1, 2) == 40000 ? 0 : 1;
}
