package org.latentfeature.report.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.latentfeature.data.DataException;
import org.latentfeature.io.AtomicFile;

/** The charts of a page as SVG files, for papers and slides. */
public final class PageCharts {

  private static final Pattern SVG =
      Pattern.compile("(?s)<svg [^>]*?aria-label=\"([^\"]*)\".*?</svg>");

  private PageCharts() {}

  /** Each chart by the name of its file, which is its title: {@code error-by-k.svg}. */
  static Map<String, String> of(Page page) {
    Map<String, String> charts = new LinkedHashMap<>();
    Matcher chart = SVG.matcher(page.toHtml());
    while (chart.find()) {
      String title = chart.group(1).toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", "-");
      charts.put(title.replaceAll("^-|-$", "") + ".svg", chart.group() + "\n");
    }
    return charts;
  }

  /**
   * Writes every chart of {@code page} into {@code folder}, which is made if it is missing.
   *
   * @return the files, in the order of the page
   * @throws DataException if one cannot be written
   */
  public static List<Path> write(Page page, Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new DataException("cannot make the folder " + folder + ": " + e.getMessage(), e);
    }
    List<Path> files = new ArrayList<>();
    of(page)
        .forEach(
            (name, svg) -> {
              Path file = folder.resolve(name);
              AtomicFile.write(file, out -> out.write(svg.getBytes(StandardCharsets.UTF_8)));
              files.add(file);
            });
    return files;
  }
}
