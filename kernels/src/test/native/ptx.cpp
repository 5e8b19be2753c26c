#include "ptx.h"

#include <elf.h>

#include <cctype>
#include <cstdlib>

namespace softcuda {

namespace {

bool in_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

// The text from `from` on, up to any of `stops`.
std::string until(const std::string& text, size_t from, const char* stops) {
  size_t end = text.find_first_of(stops, from);
  return text.substr(from, end == std::string::npos ? end : end - from);
}

std::string without_comments(const std::string& text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); i++) {
    if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size() - 1);
    }
    plain += text[i];
  }
  return plain;
}

// ".param .u64 .ptr .align 1 name" or ".param .align 8 .b8 name[16]"
Argument parameter(const std::string& text) {
  for (size_t i = text.find('.'); i != std::string::npos; i = text.find('.', i + 1)) {
    if (!isdigit((unsigned char)text[i + 2]) || !strchr("usbf", text[i + 1])) {
      continue;
    }
    size_t size = strtoul(&text[i + 2], nullptr, 10) / 8, many = text.find('[', i);
    std::string type = (text[i + 1] == 's' ? 'u' : text[i + 1]) + std::to_string(8 * size);
    if (many == std::string::npos) {
      return {type, size, size};
    }
    size_t bytes = size * strtoul(&text[many + 1], nullptr, 10), align = text.find(".align");
    return {"b8[" + std::to_string(bytes) + "]", bytes,
            align == std::string::npos ? size : strtoul(&text[align + 6], nullptr, 10)};
  }
  return {"?", 1, 1};
}

} // namespace

std::vector<Entry> entries_of(const std::string& text) {
  std::string ptx = without_comments(text);
  std::vector<Entry> entries;
  for (size_t at = ptx.find(".entry"); at != std::string::npos; at = ptx.find(".entry", at + 1)) {
    size_t name = at + 6;
    while (name < ptx.size() && !in_word(ptx[name])) {
      name++;
    }
    size_t end = name;
    while (end < ptx.size() && in_word(ptx[end])) {
      end++;
    }
    Entry entry{ptx.substr(name, end - name), {}, 0, 0};
    std::string head = until(ptx, end, "{;");
    size_t open = head.find('('), close = head.find(')');
    if (open != std::string::npos && close != std::string::npos) {
      for (size_t p = head.find(".param", open); p < close; p = head.find(".param", p + 1)) {
        entry.arguments.push_back(parameter(until(head, p, ",)")));
      }
    }
    size_t threads = head.find(".maxntid");
    if (threads != std::string::npos) {
      entry.max_threads = 1;
      const char* number = &head[threads + 8];
      for (char* rest; ; number = rest + (*rest == ',')) {
        unsigned long n = strtoul(number, &rest, 10);
        if (rest == number) {
          break;
        }
        entry.max_threads *= (unsigned)n;
        while (isspace((unsigned char)*rest)) {
          rest++;
        }
      }
    }
    // ".local .align 8 .b8 __local_depot0[1024];"
    size_t next = std::min(ptx.find(".entry", end), ptx.size());
    for (size_t l = ptx.find(".local .align", end); l < next; l = ptx.find(".local .align", l + 1)) {
      size_t many = ptx.find('[', l);
      entry.local_bytes += many < ptx.find(';', l) ? strtoul(&ptx[many + 1], nullptr, 10) : 0;
    }
    entries.push_back(entry);
  }
  return entries;
}

int target_of(const std::string& ptx) {
  const std::string word = "\n.target sm_";
  size_t at = ptx.find(word);
  return at == std::string::npos ? 0 : atoi(&ptx[at + word.size()]);
}

std::vector<Entry> entries_of_cubin(const char* image) {
  auto header = (const Elf64_Ehdr*)image;
  auto sections = (const Elf64_Shdr*)(image + header->e_shoff);
  const char* names = image + sections[header->e_shstrndx].sh_offset;
  std::vector<Entry> entries;
  for (int i = 0; i < header->e_shnum; i++) {
    std::string name = names + sections[i].sh_name;
    if (name.compare(0, 6, ".text.") == 0) {
      const Kernel* kernel = kernel_named(name.substr(6));
      entries.push_back({name.substr(6), kernel ? kernel->arguments : std::vector<Argument>{}, 0, 0});
    }
  }
  return entries;
}

bool agree(const std::vector<Argument>& a, const std::vector<Argument>& b) {
  bool same = a.size() == b.size();
  for (size_t i = 0; same && i < a.size(); i++) {
    bool untyped = a[i].type[0] == 'b' || b[i].type[0] == 'b';
    same = a[i].size == b[i].size && (untyped || a[i].type == b[i].type);
  }
  return same;
}

} // namespace softcuda
