package org.latentfeature.cuda.driver;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parameters and the local memory that a kernel's PTX declares.
 *
 * @param types of its parameters, PTX types such as u64, u32, f64
 * @param localBytes of local memory of a thread; assemblers add what does not fit its registers
 */
record Signature(List<String> types, int localBytes) {

  private static final Pattern ENTRY =
      Pattern.compile("\\.visible \\.entry (\\w+)\\(([^)]*)\\)", Pattern.DOTALL);

  /** The type comes first; what a pointer points to may follow. */
  private static final Pattern PARAMETER = Pattern.compile("\\.param\\s+\\.(\\w+)");

  private static final Pattern LOCAL =
      Pattern.compile("\\.local\\s+\\.align\\s+\\d+\\s+\\.b8\\s+\\w+\\[(\\d+)\\]");

  Signature {
    types = List.copyOf(types);
  }

  /** All kernels of a PTX text, by name. */
  static Map<String, Signature> of(String ptx) {
    Map<String, Signature> found = new LinkedHashMap<>();
    Matcher entry = ENTRY.matcher(ptx);
    Matcher local = LOCAL.matcher(ptx);
    boolean more = local.find();
    while (entry.find()) {
      List<String> types = new ArrayList<>();
      Matcher parameter = PARAMETER.matcher(entry.group(2));
      while (parameter.find()) {
        types.add(parameter.group(1));
      }
      int end = ptx.indexOf("\n}", entry.end());
      int bytes = 0;
      for (; more && local.start() < end; more = local.find()) {
        bytes += Integer.parseInt(local.group(1));
      }
      found.put(entry.group(1), new Signature(types, bytes));
    }
    return found;
  }
}
