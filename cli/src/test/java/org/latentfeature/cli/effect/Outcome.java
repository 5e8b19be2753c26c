package org.latentfeature.cli.effect;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.latentfeature.backend.Resources;
import org.latentfeature.cli.Run;

/**
 * All that a run has left.
 *
 * @param run exit status and what it said
 * @param files what it wrote, by name
 * @param opened resources of the backends that it opened
 * @param helpers number of threads beside the caller's that worked for it
 */
record Outcome(Run run, Map<String, byte[]> files, List<Resources> opened, int helpers) {

  /**
   * What a claim speaks of, without times and without echoes of the option.
   *
   * @param claim {@code status}; {@code err}; {@code json}, whether {@code out} is; {@code opened},
   *     the number of backends, {@code threads}, {@code devices} or {@code precision}, with which
   *     they were opened; {@code out} or {@code out:FIELD}; a file, or a directory without its
   *     pages, and {@code :FIELD} for JSON and manifests of models; {@code result}, all files and
   *     {@code out}
   * @param effect the option
   */
  String facet(String claim, Effect effect) {
    String name = effect.spec().longestName().replaceFirst("^-+", "");
    Plain plain = new Plain(name, OptionWords.echoes(effect));
    String place = claim.replaceFirst(":.*", "");
    String field = claim.substring(Math.min(claim.length(), place.length() + 1));
    return switch (place) {
      case "status" -> "" + run.status();
      case "err" -> run.err().replaceAll("[0-9.,]+", "0");
      case "json" -> "" + run.out().startsWith("{");
      case "opened" -> "" + opened.size();
      case "threads" -> opened.stream().map(Resources::threads).toList().toString();
      case "devices" -> opened.stream().map(Resources::devices).toList().toString();
      case "precision" -> opened.stream().map(Resources::precision).toList().toString();
      case "out" -> plain.text(run.out(), field);
      case "result" -> plain.text(run.out(), field) + below("", plain, field);
      default -> below(place, plain, field);
    };
  }

  /** A page in a folder shows the folder's tables once more, with their times among its words. */
  private static boolean isPage(String name) {
    return name.endsWith(".html");
  }

  private String below(String place, Plain plain, String field) {
    return files.entrySet().stream()
        .filter(file -> file.getKey().startsWith(place))
        .filter(file -> List.of("", file.getKey()).contains(place) || !isPage(file.getKey()))
        .map(file -> file.getKey() + "\n" + plain.file(file.getKey(), file.getValue(), field))
        .collect(Collectors.joining("\n"));
  }
}
