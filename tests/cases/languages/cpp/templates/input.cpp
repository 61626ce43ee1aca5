// Sums whatever can be summed.

#pragma once
#include <vector>

namespace at::native {

template <typename Scalar, class = std::enable_if_t<is_number_v<Scalar>>>
[[nodiscard]] constexpr auto sum(const std::vector<Scalar>& values) noexcept {
  Scalar result{};
  for (auto&& value : values) result += value;  // NOLINT
  return result;
}

class Tensor final : public TensorBase {
 public:
  explicit Tensor(int64_t size) : size_(size) {}
  operator bool() const { return size_ != 0; }

 private:
  int64_t size_ = 1'000'000;
  const char* text_ = R"sql(SELECT "hidden" FROM nowhere)sql";
  const wchar_t* wide_ = L"hidden too";
};

}  // namespace at::native
