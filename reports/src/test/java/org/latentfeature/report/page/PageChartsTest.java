package org.latentfeature.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latentfeature.data.DataException;
import org.latentfeature.report.chart.LineChart;

class PageChartsTest {

  @TempDir Path folder;

  private static Page page() {
    double[] xs = {1, 2, 3};
    String svg = new LineChart("Error by K", "K", "rmse").line("path", xs, xs).svg();
    return new Page("title").section("one", List.of(Figure.chart(svg, "a caption")));
  }

  @Test
  void eachChartIsAFileOfItsOwnByItsTitle() throws Exception {
    Path charts = folder.resolve("new/charts");
    assertEquals(List.of(charts.resolve("error-by-k.svg")), PageCharts.write(page(), charts));
    var svg =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(charts.resolve("error-by-k.svg").toFile())
            .getDocumentElement();
    assertEquals("svg", svg.getTagName());
    assertEquals("http://www.w3.org/2000/svg", svg.getAttribute("xmlns"));
    assertTrue(svg.getTextContent().contains("rmse"));
  }

  @Test
  void aFolderThatCannotBeMadeIsNamed() throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    DataException refused =
        assertThrows(DataException.class, () -> PageCharts.write(page(), file.resolve("charts")));
    assertTrue(String.valueOf(refused.getMessage()).contains(file.toString()), refused::toString);
  }
}
