// The table look-up of src/houseway/hands/lookup.py in C++, as the limit to measure it against.
//
//   evaluator FOLDER
//
// FOLDER holds hands.bin (seven cards a hand, a byte each) and the tables as the benchmark wrote
// them. Prints the best time of fifteen passes in seconds and the sum of all places.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

template <typename T> static std::vector<T> read(const std::string &path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  std::vector<T> found(static_cast<size_t>(file.tellg()) / sizeof(T));
  file.seekg(0);
  file.read(reinterpret_cast<char *>(found.data()),
            static_cast<std::streamsize>(found.size() * sizeof(T)));
  return found;
}

int main(int, char **argv) {
  const std::string folder = std::string(argv[1]) + "/";
  const auto hands = read<uint8_t>(folder + "hands.bin");
  const auto key = read<uint64_t>(folder + "keys.bin");
  const auto flushes = read<uint16_t>(folder + "flushes.bin");
  const auto seven = read<uint16_t>(folder + "seven.bin");
  const auto starts = read<uint32_t>(folder + "starts.bin");
  const size_t count = hands.size() / 7;
  std::vector<uint16_t> found(count);
  double best = 1e9;
  for (int pass = 0; pass < 15; pass++) {
    const auto begin = std::chrono::steady_clock::now();
    const uint64_t *keys = key.data();
    const uint8_t *cards = hands.data();
    for (size_t i = 0; i < count; i++, cards += 7) {
      uint64_t total = 0x3333ULL << 32;
      for (int j = 0; j < 7; j++)
        total += keys[cards[j]];
      const uint64_t flush = total & 0x8888ULL << 32;
      if (flush) {
        const int suit = (__builtin_ctzll(flush) - 35) / 4;
        uint64_t hand = 0;
        for (int j = 0; j < 7; j++)
          hand |= 1ULL << cards[j];
        found[i] = flushes[hand >> 16 * suit & 0x1FFF];
      } else {
        const uint64_t ranks = total & 0xFFFFFFFF;
        found[i] = seven[(ranks & 511) + starts[ranks >> 9]];
      }
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    if (took.count() < best)
      best = took.count();
  }
  uint64_t sum = 0;
  for (const uint16_t place : found)
    sum += place;
  std::printf("%.9f %llu\n", best, static_cast<unsigned long long>(sum));
}
