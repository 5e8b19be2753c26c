package org.latentfeature.report.page;

import static j2html.TagCreator.dd;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;
import static j2html.TagCreator.each;

import j2html.TagCreator;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;

/** A list of names and what they stand for: commands, versions, seeds. */
public final class Facts {

  private record Fact(String name, DomContent content) {}

  private final List<Fact> facts = new ArrayList<>();

  /** Adds a fact. */
  public Facts fact(String name, String content) {
    facts.add(new Fact(name, Isolated.name(content)));
    return this;
  }

  /** Adds a command or another text that a program reads. */
  public Facts code(String name, String content) {
    facts.add(new Fact(name, TagCreator.code(content)));
    return this;
  }

  /** The list as part of a page. */
  public DomContent html() {
    return dl(each(facts, Facts::entry));
  }

  private static DomContent entry(Fact fact) {
    return TagCreator.join(dt(fact.name()), dd(fact.content()));
  }
}
