package org.latentfeature.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Rewrites a drawing of Batik without its nested groups: neighbours of one style are in one group,
 * and their lines and outlines in one path.
 */
final class SvgShapes {

  /** The properties in use, with the values that hold where none is given. */
  private static final Map<String, String> INITIAL =
      new TreeMap<>(
          Map.of(
              "fill", "#000",
              "stroke", "none",
              "stroke-width", "1",
              "stroke-dasharray", "none",
              "stroke-linejoin", "miter",
              "stroke-linecap", "butt"));

  private static final List<String> GEOMETRY =
      List.of("x", "y", "cx", "cy", "r", "rx", "ry", "width", "height", "points");

  private static final Pattern RGB = Pattern.compile("rgb\\((\\d+),(\\d+),(\\d+)\\)");

  private final List<Shape> shapes = new ArrayList<>();

  /**
   * One element.
   *
   * @param style its properties that are not initial
   * @param path its path data; empty where it is no path
   * @param element what it was
   */
  private record Shape(Map<String, String> style, String path, Element element) {}

  private SvgShapes() {}

  /** The shapes of {@code drawing} as groups under a new element of {@code document}. */
  static void copy(Element drawing, Element into) {
    SvgShapes all = new SvgShapes();
    all.collect(drawing, INITIAL);
    all.write(into);
  }

  private void collect(Element element, Map<String, String> inherited) {
    Map<String, String> style = new TreeMap<>(inherited);
    for (String property : INITIAL.keySet()) {
      if (element.hasAttribute(property)) {
        style.put(property, colour(element.getAttribute(property)));
      }
    }
    switch (element.getTagName()) {
      case "svg", "g" -> {
        for (Node n = element.getFirstChild(); n != null; n = n.getNextSibling()) {
          if (n instanceof Element child) {
            collect(child, style);
          }
        }
      }
      case "defs" -> {}
      default -> shapes.add(new Shape(visible(style), path(element), element));
    }
  }

  /** Only what differs from the initial values and can be seen. */
  private static Map<String, String> visible(Map<String, String> style) {
    boolean outlined = !"none".equals(style.get("stroke"));
    Map<String, String> some = new TreeMap<>(style);
    some.entrySet()
        .removeIf(
            e ->
                e.getValue().equals(INITIAL.get(e.getKey()))
                    || (!outlined && e.getKey().startsWith("stroke")));
    return some;
  }

  private void write(Element into) {
    Document document = into.getOwnerDocument();
    int i = 0;
    while (i < shapes.size()) {
      Map<String, String> style = shapes.get(i).style();
      Element group = document.createElementNS(into.getNamespaceURI(), "g");
      style.forEach(group::setAttribute);
      StringBuilder path = new StringBuilder();
      for (; i < shapes.size() && shapes.get(i).style().equals(style); i++) {
        Shape shape = shapes.get(i);
        if (shape.path().isEmpty()) {
          finish(path, group);
          group.appendChild(plain(shape.element(), document, into.getNamespaceURI()));
        } else {
          join(path, shape.path());
        }
      }
      finish(path, group);
      into.appendChild(group);
    }
  }

  /** Appends a path; a line that starts where the one before it ends goes on from there. */
  private static void join(StringBuilder path, String next) {
    int line = next.indexOf('L');
    boolean goesOn =
        line > 0
            && path.length() > line
            && path.substring(path.length() - line).equals("L" + next.substring(1, line));
    path.append(goesOn ? next.substring(line) : next);
  }

  private static void finish(StringBuilder path, Element group) {
    if (path.length() > 0) {
      Element element = group.getOwnerDocument().createElementNS(group.getNamespaceURI(), "path");
      element.setAttribute("d", path.toString());
      group.appendChild(element);
      path.setLength(0);
    }
  }

  private static Element plain(Element element, Document document, String namespace) {
    Element copy = document.createElementNS(namespace, element.getTagName());
    for (String name : GEOMETRY) {
      if (element.hasAttribute(name)) {
        copy.setAttribute(name, element.getAttribute(name));
      }
    }
    if (element.getTagName().equals("text")) {
      copy.setTextContent(element.getTextContent());
      Node parent = element.getParentNode();
      String transform = parent instanceof Element g ? g.getAttribute("transform") : "";
      transform = element.hasAttribute("transform") ? element.getAttribute("transform") : transform;
      if (!transform.isEmpty()) {
        copy.setAttribute("transform", transform);
      }
    }
    return copy;
  }

  private static String path(Element element) {
    return switch (element.getTagName()) {
      case "path" -> element.getAttribute("d").replaceAll(" ?([A-Z]) ?", "$1");
      case "line" ->
          "M%s %sL%s %s"
              .formatted(
                  element.getAttribute("x1"),
                  element.getAttribute("y1"),
                  element.getAttribute("x2"),
                  element.getAttribute("y2"));
      default -> "";
    };
  }

  private static String colour(String value) {
    Matcher rgb = RGB.matcher(value);
    if (rgb.matches()) {
      return "#%02x%02x%02x"
          .formatted(
              Integer.parseInt(rgb.group(1)),
              Integer.parseInt(rgb.group(2)),
              Integer.parseInt(rgb.group(3)));
    }
    return value.equals("black") ? "#000" : value.equals("white") ? "#fff" : value;
  }
}
