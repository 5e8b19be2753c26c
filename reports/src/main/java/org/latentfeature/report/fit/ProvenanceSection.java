package org.latentfeature.report.fit;

import static j2html.TagCreator.h3;

import j2html.tags.DomContent;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.latentfeature.backend.BackendInfo;
import org.latentfeature.fit.model.Manifest;
import org.latentfeature.report.page.Facts;

/** The section about the origin of the model and the report, detailed enough to repeat both. */
final class ProvenanceSection {

  private ProvenanceSection() {}

  static List<DomContent> of(Manifest manifest, Origin origin) {
    Facts model =
        new Facts()
            .fact("file", origin.modelFile())
            .fact("software", manifest.software())
            .code("options", words(manifest.options()))
            .fact("seed", Long.toString(manifest.seed()))
            .fact("backend", words(manifest.backend()))
            .fact("versions", words(new TreeMap<>(manifest.backend().versions())))
            .fact("seconds", seconds(manifest.seconds()))
            .fact(
                "fitted to",
                "%s × %s"
                    .formatted(Quantity.count(manifest.rows()), Quantity.count(manifest.columns())))
            .code("SHA-256 of the data", manifest.dataHash());
    Facts page =
        new Facts()
            .code("command", origin.command())
            .fact("software", origin.software())
            .fact("seed", Long.toString(origin.seed()))
            .fact("backend", words(origin.backend()))
            .fact("versions", words(new TreeMap<>(origin.backend().versions())))
            .fact("data", origin.dataFile())
            .code("SHA-256 of the data", origin.dataHash());
    return List.of(h3("The model"), model.html(), h3("The report"), page.html());
  }

  private static String words(Map<String, String> map) {
    return map.entrySet().stream()
        .map(e -> e.getKey() + " " + e.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String words(BackendInfo backend) {
    return "%s on %s, %s"
        .formatted(backend.name(), backend.device(), Quantity.count(backend.threads(), "thread"));
  }

  private static String seconds(Map<String, Double> seconds) {
    return seconds.entrySet().stream()
        .map(e -> e.getKey() + " " + Quantity.number(e.getValue()))
        .collect(Collectors.joining(", "));
  }
}
