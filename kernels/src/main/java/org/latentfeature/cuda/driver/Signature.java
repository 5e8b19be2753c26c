package org.latentfeature.cuda.driver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The types of a kernel's parameters, as its PTX declares them.
 *
 * @param types PTX types such as u64, u32, f64
 */
record Signature(List<String> types) {

  private static final Pattern ENTRY =
      Pattern.compile("\\.visible \\.entry (\\w+)\\(([^)]*)\\)", Pattern.DOTALL);

  /** The type comes first; what a pointer points to may follow. */
  private static final Pattern PARAMETER = Pattern.compile("\\.param\\s+\\.(\\w+)");

  Signature {
    types = List.copyOf(types);
  }

  /** All kernels of a PTX text, by name. */
  static Map<String, Signature> of(String ptx) {
    Map<String, Signature> found = new LinkedHashMap<>();
    Matcher entry = ENTRY.matcher(ptx);
    while (entry.find()) {
      List<String> types = new ArrayList<>();
      Matcher parameter = PARAMETER.matcher(entry.group(2));
      while (parameter.find()) {
        types.add(parameter.group(1));
      }
      found.put(entry.group(1), new Signature(types));
    }
    return found;
  }
}
