package org.latentfeature.report.chart;

import org.knowm.xchart.style.AxesChartStyler;

/** The style that all charts have in common. */
final class Look {

  static final int MARKER = 6;

  private Look() {}

  /** Sets it. */
  static void apply(AxesChartStyler styler) {
    styler.setChartBackgroundColor(Palette.PAPER);
    styler.setPlotBackgroundColor(Palette.PAPER);
    styler.setPlotBorderVisible(false);
    styler.setChartTitleVisible(false);
    styler.setBaseFont(Fonts.LABEL);
    styler.setAxisTitleFont(Fonts.LABEL);
    styler.setAxisTickLabelsFont(Fonts.LABEL);
    styler.setChartFontColor(Palette.INK);
    styler.setAxisTickLabelsColor(Palette.INK);
    styler.setAxisTickMarksColor(Palette.AXIS);
    styler.setAxisTickMarksStroke(Palette.THIN);
    styler.setPlotGridLinesColor(Palette.GRID);
    styler.setPlotGridLinesStroke(Palette.THIN);
    styler.setPlotGridVerticalLinesVisible(false);
    styler.setYAxisLabelAlignment(AxesChartStyler.TextAlignment.Right);
    styler.setChartPadding(4);
    styler.setLegendVisible(false);
    styler.setMarkerSize(MARKER);
  }
}
