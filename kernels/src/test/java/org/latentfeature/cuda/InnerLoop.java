package org.latentfeature.cuda;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The loop of a kernel that adds most, of those in which no other loop lies.
 *
 * @param instructions of one round, all branches of it taken
 * @param terms that it adds
 */
record InnerLoop(int instructions, int terms) {

  private static final Pattern LABEL = Pattern.compile("(\\.L_x_\\d+):");
  private static final Pattern INSTRUCTION =
      Pattern.compile("\\s+/\\*\\p{XDigit}{4,}\\*/\\s+(.*;)");
  private static final Pattern BRANCH = Pattern.compile(".*\\bBRA\\b.*`\\((\\.L_x_\\d+)\\).*");
  private static final Pattern TERM = Pattern.compile("(@!?U?P\\d+ +)?(FADD|FFMA)\\b.*");

  private record Range(int first, int last) {
    boolean holds(Range other) {
      return first <= other.first && other.last <= last && !equals(other);
    }
  }

  /** A kernel's instructions, and where labels lie among them. */
  private record Code(List<String> lines, Map<String, Integer> labels) {
    static Code of(String kernel, List<String> listing) {
      List<String> code = new ArrayList<>();
      Map<String, Integer> labels = new HashMap<>();
      boolean inside = false;
      for (String line : listing) {
        if (line.startsWith(".text.")) {
          inside = line.equals(".text." + kernel + ":");
        }
        Matcher label = LABEL.matcher(line);
        Matcher instruction = INSTRUCTION.matcher(line);
        if (inside && label.matches()) {
          labels.put(label.group(1), code.size());
        } else if (inside && instruction.lookingAt()) {
          code.add(instruction.group(1));
        }
      }
      return new Code(code, labels);
    }
  }

  double perTerm() {
    return (double) instructions / terms;
  }

  /** The loop of {@code kernel} in what {@code nvdisasm -c} says, if it has one. */
  static Optional<InnerLoop> of(String kernel, List<String> listing) {
    Code found = Code.of(kernel, listing);
    List<String> code = found.lines();
    List<Range> loops = loops(code, found.labels());
    return loops.stream()
        .filter(loop -> loops.stream().noneMatch(loop::holds))
        .map(loop -> of(code.subList(loop.first(), loop.last() + 1)))
        .filter(loop -> loop.terms() > 0)
        .max(Comparator.comparingInt(InnerLoop::terms));
  }

  /**
   * Instructions of the least loop of {@code kernel} that has all of its tensor cores' products, in
   * code; 0 without one.
   */
  static int aroundProducts(String kernel, List<String> listing) {
    Code code = Code.of(kernel, listing);
    return loops(code.lines(), code.labels()).stream()
        .map(loop -> code.lines().subList(loop.first(), loop.last() + 1))
        .filter(body -> products(body) > 0 && products(body) == products(code.lines()))
        .mapToInt(body -> (int) body.stream().filter(text -> !text.startsWith("NOP")).count())
        .min()
        .orElse(0);
  }

  private static long products(List<String> body) {
    return body.stream().filter(text -> text.contains("HMMA.")).count();
  }

  private static List<Range> loops(List<String> code, Map<String, Integer> labels) {
    List<Range> loops = new ArrayList<>();
    for (int i = 0; i < code.size(); i++) {
      Matcher branch = BRANCH.matcher(code.get(i));
      int target = branch.matches() ? labels.getOrDefault(branch.group(1), i + 1) : i + 1;
      if (target < i) {
        loops.add(new Range(target, i));
      }
    }
    return loops;
  }

  private static InnerLoop of(List<String> body) {
    return new InnerLoop(
        (int) body.stream().filter(text -> !text.startsWith("NOP")).count(),
        (int) body.stream().filter(text -> TERM.matcher(text).matches()).count());
  }
}
