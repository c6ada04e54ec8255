// Hands memory over to NumPy, which frees it with the last array.
#include "python/results.hpp"

#include <memory>

#include <nanobind/ndarray.h>

#include "python/axes.hpp"

namespace nb = nanobind;

namespace lenslet::python {

namespace {

nb::dlpack::dtype dtype_of(SampleType type) {
  const auto code = [&] {
    if (!is_integer(type)) return nb::dlpack::dtype_code::Float;
    return min_value(type) < 0 ? nb::dlpack::dtype_code::Int : nb::dlpack::dtype_code::UInt;
  };
  return {static_cast<std::uint8_t>(code()), static_cast<std::uint8_t>(8 * size_of(type)), 1};
}

template <class T>
nb::capsule owner_of(std::unique_ptr<T>& value) {
  nb::capsule owner(value.get(), [](void* mine) noexcept { delete static_cast<T*>(mine); });
  static_cast<void>(value.release());
  return owner;
}

// A side of an array, its distance in samples.
struct Side {
  std::size_t length;
  std::int64_t stride;
};

nb::object array_over(void* data, SampleType type, const std::vector<Side>& sides, const nb::object& owner) {
  std::vector<std::size_t> shape;
  std::vector<std::int64_t> strides;
  for (const Side& side : sides) {
    shape.push_back(side.length);
    strides.push_back(side.stride);
  }
  return nb::cast(nb::ndarray<nb::numpy>(data, sides.size(), shape.data(), owner, strides.data(), dtype_of(type)));
}

// The sides of images that lie one below another without gaps: pages of `axes` outermost, then rows.
class SidesByName {
 public:
  SidesByName(const Image& tall, const std::vector<StackAxis>& pages, std::int64_t height) {
    const PixelFormat format = tall.format();
    const std::int64_t row = tall.stride() / static_cast<std::int64_t>(size_of(format.type));
    add('c', format.channels, 1);
    add('x', tall.width(), format.channels);
    add('y', height, row);
    std::int64_t distance = height * row;
    for (auto page = pages.rbegin(); page != pages.rend(); ++page) {
      add(static_cast<char>(std::tolower(static_cast<unsigned char>(page->name))), page->length, distance);
      distance *= page->length;
    }
  }

  std::vector<Side> in_order(const std::string& axes) const {
    std::vector<Side> sides;
    for (const char axis : axes) sides.push_back(sides_[names_.find(axis)]);
    return sides;
  }

 private:
  // Pages of channels come after the channel of a pixel, which there is one of: they are what 'c' means then.
  void add(char name, std::int64_t length, std::int64_t stride) {
    const Side side{static_cast<std::size_t>(length), stride};
    if (has_axis(names_, name)) {
      sides_[names_.find(name)] = side;
      return;
    }
    names_ += name;
    sides_.push_back(side);
  }

  std::string names_;
  std::vector<Side> sides_;
};

}  // namespace

nb::object numpy_of(Image image, const std::string& axes) {
  auto kept = std::make_unique<Image>(std::move(image));
  const std::vector<Side> sides = SidesByName(*kept, {}, kept->height()).in_order(axes);
  const SampleType type = kept->format().type;
  std::byte* const data = kept->data();
  return array_over(data, type, sides, owner_of(kept));
}

nb::object numpy_of(Stack stack, const std::string& axes) {
  auto kept = std::make_unique<Stack>(std::move(stack));
  const StackType& type = kept->type();
  const std::vector<Side> sides = SidesByName(kept->tall(), type.axes, type.size.height).in_order(axes);
  std::byte* const data = kept->tall().data();
  const SampleType samples = type.format.type;
  return array_over(data, samples, sides, owner_of(kept));
}

nb::object numpy_of(Array array) {
  auto kept = std::make_unique<Array>(std::move(array));
  const ArrayType type = kept->type();
  std::vector<Side> sides(type.shape.size());
  std::int64_t stride = 1;
  for (std::size_t place = sides.size(); place-- > 0;) {
    sides[place] = {static_cast<std::size_t>(type.shape[place]), stride};
    stride *= type.shape[place];
  }
  std::byte* const data = kept->bytes().data();
  const nb::object made = array_over(data, type.type, sides, owner_of(kept));
  return sides.empty() ? made[nb::make_tuple()] : made;
}

nb::object joined(const std::vector<std::string>& names, const std::vector<nb::object>& values) {
  if (values.size() == 1) return values.front();
  nb::list name_list, value_list;
  for (const std::string& name : names) name_list.append(nb::str(name.c_str()));
  for (const nb::object& value : values) value_list.append(value);
  return nb::module_::import_("lenslet._results").attr("several")(nb::tuple(name_list), value_list);
}

}  // namespace lenslet::python
