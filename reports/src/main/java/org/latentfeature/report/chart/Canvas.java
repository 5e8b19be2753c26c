package org.latentfeature.report.chart;

import java.io.StringWriter;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.knowm.xchart.internal.chartpart.Chart;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Where a chart is drawn, and the SVG element that comes of it: of any width, without prologue,
 * comments or ids.
 */
final class Canvas {

  /** Size of every chart in its own units, without its legend. */
  static final int WIDTH = 420;

  static final int HEIGHT = 300;

  private static final String NAMESPACE = "http://www.w3.org/2000/svg";

  private Canvas() {}

  /** Paints {@code chart}, whose texts are all among {@code labels}; {@code title} names it. */
  static String svg(Chart<?, ?> chart, Legend legend, String title, Labels labels) {
    try {
      ChartGraphics graphics = new ChartGraphics(document(), labels);
      chart.paint(graphics, WIDTH, HEIGHT);
      int height = HEIGHT + legend.paint(graphics, HEIGHT, WIDTH);
      Element svg = document().getDocumentElement();
      svg.setAttribute("class", "chart");
      svg.setAttribute("viewBox", "0 0 " + WIDTH + " " + height);
      svg.setAttribute("width", "100%");
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", title);
      svg.setAttribute("font-family", "sans-serif");
      svg.setAttribute("font-size", Integer.toString(Fonts.SIZE));
      svg.setAttribute("text-anchor", "middle");
      SvgShapes.copy(graphics.getRoot(), svg);
      return text(svg);
    } catch (ParserConfigurationException | TransformerException e) {
      throw new IllegalStateException("the XML library of this JVM is not usable", e);
    }
  }

  private static Document document() throws ParserConfigurationException {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .getDOMImplementation()
        .createDocument(NAMESPACE, "svg", null);
  }

  private static String text(Element svg) throws TransformerException {
    Transformer transformer = TransformerFactory.newInstance().newTransformer();
    transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    StringWriter out = new StringWriter();
    transformer.transform(new DOMSource(svg), new StreamResult(out));
    return out.toString();
  }
}
