package org.latentfeature.report.page;

import static j2html.TagCreator.a;
import static j2html.TagCreator.body;
import static j2html.TagCreator.div;
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
import static j2html.TagCreator.script;
import static j2html.TagCreator.style;
import static j2html.TagCreator.text;
import static j2html.TagCreator.title;

import j2html.Config;
import j2html.TagCreator;
import j2html.rendering.FlatHtml;
import j2html.tags.ContainerTag;
import j2html.tags.DomContent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.latentfeature.io.AtomicFile;

/**
 * An HTML page that fetches nothing: sections with headings, and links to them at the top. It can
 * be read on a phone, in the dark and in print, and is well-formed XML. Text is escaped; U+FFFD
 * replaces each character that XML cannot hold or a reader cannot see. The page is complete without
 * its script ({@code page.js}), which sorts tables, shows values and marks what belongs to a
 * feature. The page's policy allows this script by its hash and nothing else, whatever markup a
 * name may contain.
 */
public final class Page {

  /** In XML the script is character data, and in HTML the markers are its comments. */
  private static final String SCRIPT = "//<![CDATA[\n" + resource("page.js") + "//]]>";

  private static final String POLICY =
      "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-"
          + sha256(SCRIPT)
          + "'; base-uri 'none'; form-action 'none'";

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
                    style(rawHtml(resource("page.css")))),
                body(
                    main(
                        h1(text(title), Isolated.name(name)),
                        each(lead, part -> part),
                        contents(),
                        each(numbers(), i -> part(sections.get(i), i))),
                    script(rawHtml(SCRIPT))));
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

  /** On a wide screen the paragraphs that a section begins with stand beside the rest of it. */
  private static DomContent part(Section section, int number) {
    List<DomContent> content = section.content();
    int words = 0;
    while (words < content.size() && isParagraph(content.get(words))) {
      words++;
    }
    return TagCreator.section(
        div(h2(Isolated.name(section.heading())).withId(id(number)))
            .with(content.subList(0, words))
            .withClass("words"),
        div().with(content.subList(words, content.size())).withClass("shown"));
  }

  private static boolean isParagraph(DomContent content) {
    return content instanceof ContainerTag<?> tag && tag.getTagName().equals("p");
  }

  private static String id(int number) {
    return "section-" + (number + 1);
  }

  /** Hash of a script as a policy has it. */
  private static String sha256(String script) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** A text beside this class, its lines ended as a browser ends them. */
  private static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(Page.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(name + " cannot be read from the jar", e);
    }
  }
}
