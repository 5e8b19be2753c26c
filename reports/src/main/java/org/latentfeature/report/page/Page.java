package org.latentfeature.report.page;

import static j2html.TagCreator.a;
import static j2html.TagCreator.body;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.head;
import static j2html.TagCreator.html;
import static j2html.TagCreator.link;
import static j2html.TagCreator.main;
import static j2html.TagCreator.meta;
import static j2html.TagCreator.nav;
import static j2html.TagCreator.rawHtml;
import static j2html.TagCreator.style;
import static j2html.TagCreator.text;
import static j2html.TagCreator.title;

import j2html.Config;
import j2html.TagCreator;
import j2html.rendering.FlatHtml;
import j2html.tags.DomContent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.latentfeature.io.AtomicFile;

/**
 * An HTML page that fetches nothing: headed sections, to which links at the top lead. It reads on a
 * phone and in print, and is well-formed XML besides. What is passed as text is escaped; U+FFFD
 * stands for each character that XML cannot hold or a reader cannot see. Its policy lets a browser
 * load nothing and run nothing, whatever a name should smuggle in.
 */
public final class Page {

  private static final String POLICY =
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none';"
          + " form-action 'none'";

  private final String title;
  private final String name;
  private final List<DomContent> lead = new ArrayList<>();
  private final List<Section> sections = new ArrayList<>();

  private record Section(String heading, List<DomContent> content) {}

  /** An empty page. */
  public Page(String title) {
    this(title, "");
  }

  /** An empty page whose title ends in a name. */
  public Page(String title, String name) {
    this.title = title;
    this.name = name;
  }

  /** Adds to what stands above the first section. */
  public Page lead(DomContent... content) {
    lead.addAll(List.of(content));
    return this;
  }

  /** Adds a section. */
  public Page section(String heading, DomContent... content) {
    return section(heading, List.of(content));
  }

  /** Adds a section. */
  public Page section(String heading, List<? extends DomContent> content) {
    sections.add(new Section(heading, List.copyOf(content)));
    return this;
  }

  /** The page as text. */
  public String toHtml() {
    DomContent page =
        html()
            .withLang("en")
            .with(
                head(
                    meta().withCharset("utf-8"),
                    meta().attr("http-equiv", "Content-Security-Policy").withContent(POLICY),
                    meta().withName("viewport").withContent("width=device-width, initial-scale=1"),
                    title(title + name),
                    // Without an icon of its own a page is asked for one on the network.
                    link().withRel("icon").withHref("data:,"),
                    style(rawHtml(css()))),
                body(
                    main(
                        h1(text(title), Isolated.name(name)),
                        each(lead, part -> part),
                        contents(),
                        each(numbers(), i -> part(sections.get(i), i)))));
    try {
      // Here, where text and the charts' SVG have come together, nothing passes by.
      return XmlCharacters.only(
          "<!DOCTYPE html>\n"
              + page.render(FlatHtml.inMemory(Config.defaults().withEmptyTagsClosed(true)))
              + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException("memory cannot fail to be written", e);
    }
  }

  /**
   * Writes the page in place of what {@code file} held, in one step.
   *
   * @throws org.latentfeature.data.DataException if it cannot be written
   */
  public void write(Path file) {
    byte[] bytes = toHtml().getBytes(StandardCharsets.UTF_8);
    AtomicFile.write(file, out -> out.write(bytes));
  }

  private List<Integer> numbers() {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < sections.size(); i++) {
      numbers.add(i);
    }
    return numbers;
  }

  private DomContent contents() {
    return nav(
        each(numbers(), i -> a(Isolated.name(sections.get(i).heading())).withHref("#" + id(i))));
  }

  private static DomContent part(Section section, int number) {
    return TagCreator.section(
        h2(Isolated.name(section.heading())).withId(id(number)),
        each(section.content(), part -> part));
  }

  private static String id(int number) {
    return "section-" + (number + 1);
  }

  private static String css() {
    try (InputStream in =
        Objects.requireNonNull(Page.class.getResourceAsStream("page.css"), "page.css")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("page.css cannot be read from the jar", e);
    }
  }
}
