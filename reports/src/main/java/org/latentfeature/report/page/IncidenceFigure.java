package org.latentfeature.report.page;

import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.figcaption;
import static j2html.TagCreator.figure;
import static j2html.TagCreator.img;
import static j2html.TagCreator.span;

import com.google.gson.Gson;
import j2html.tags.DomContent;
import j2html.tags.Tag;
import j2html.tags.specialized.DivTag;
import j2html.tags.specialized.ImgTag;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.latentfeature.report.picture.Png;

/**
 * An incidence matrix as a line for each feature, which is named beside it; its rows may stand in
 * bands, each with a name above it.
 */
public final class IncidenceFigure {

  /** Names of narrower bands are turned. */
  private static final double WIDE = .1;

  private final List<String> features;
  private final @Nullable List<String> rows;
  private final List<Band> bands = new ArrayList<>();

  /** Rows that are drawn together. {@code name} is empty where there is one band alone. */
  private record Band(String name, BufferedImage image, List<Integer> order) {}

  /**
   * A figure without rows.
   *
   * @param features what each is called
   * @param rows names of the rows of the data; null if they have none
   */
  public IncidenceFigure(List<String> features, @Nullable List<String> rows) {
    this.features = features;
    this.rows = rows;
  }

  /**
   * Adds all rows, without a name.
   *
   * @param image a line of pixels for each feature
   * @param order the rows of the data from left to right, counted from 0
   */
  public IncidenceFigure all(BufferedImage image, int[] order) {
    return band("", image, order);
  }

  /** Adds a band of rows to the right. */
  public IncidenceFigure band(String name, BufferedImage image, int[] order) {
    bands.add(new Band(name, image, Arrays.stream(order).boxed().toList()));
    return this;
  }

  /** The figure as part of a page. */
  public DomContent html(String caption) {
    List<Integer> numbers = IntStream.range(0, features.size()).boxed().toList();
    boolean named = features.stream().anyMatch(name -> name.contains(" "));
    boolean banded = !bands.get(0).name().isEmpty();
    DivTag all = div().withClass("incidence" + (named ? " named" : "") + (banded ? " banded" : ""));
    if (banded) {
      all.with(names());
    } else {
      about(all, bands.get(0));
    }
    return figure(all.with(each(numbers, this::line)), figcaption(caption));
  }

  private DomContent names() {
    int rows = bands.stream().mapToInt(band -> band.order().size()).sum();
    boolean wide = bands.stream().allMatch(band -> band.order().size() >= WIDE * rows);
    return div(span(), each(bands, this::name)).withClass(wide ? "bands" : "bands turned");
  }

  private DomContent name(Band band) {
    int count = band.order().size();
    return about(
        span(Isolated.name(band.name()))
            .withStyle("flex-grow:" + count)
            .withTitle("%s: %,d row%s".formatted(band.name(), count, count == 1 ? "" : "s")),
        band);
  }

  /** For hovering: how many rows, and which, if there is one in each column of pixels. */
  private <T extends Tag<T>> T about(T element, Band band) {
    if (band.order().size() == band.image().getWidth()) {
      element.attr(
          "data-rows",
          band.order().stream().map(i -> Integer.toString(i + 1)).collect(Collectors.joining(" ")));
      List<String> names = rows;
      if (names != null) {
        element.attr(
            "data-names", new Gson().toJson(band.order().stream().map(names::get).toList()));
      }
    }
    return element.attr("data-count", band.order().size());
  }

  private DomContent line(int k) {
    return div(span(Isolated.name(features.get(k))), each(bands, band -> image(band, k)))
        .attr("data-feature", k + 1)
        .attr("data-name", features.get(k));
  }

  private ImgTag image(Band band, int k) {
    BufferedImage image = band.image();
    String where = band.name().isEmpty() ? "" : " of " + band.name();
    return img()
        .withSrc(Png.dataUri(image.getSubimage(0, k, image.getWidth(), 1)))
        .withAlt("rows" + where + " with feature " + features.get(k))
        .condAttr(!band.name().isEmpty(), "style", "flex-grow:" + band.order().size());
  }
}
