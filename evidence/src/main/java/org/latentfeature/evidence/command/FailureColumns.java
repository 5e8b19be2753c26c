package org.latentfeature.evidence.command;

import java.util.List;
import org.latentfeature.evidence.FailureFrequency;
import org.latentfeature.evidence.FailureFrequency.Setting;

/** The columns of figure 1. */
final class FailureColumns implements PointTable.Columns<Setting, FailureFrequency> {

  @Override
  public List<String> names() {
    return List.of(
        "n", "k", "p", "trials", "seed", "failures", "dependent", "undecided", "frequency");
  }

  @Override
  public Setting setting(FailureFrequency point) {
    return point.setting();
  }

  @Override
  public List<Object> cells(FailureFrequency point) {
    Setting s = point.setting();
    return List.of(
        s.rows(),
        s.features(),
        s.p(),
        s.trials(),
        s.seed(),
        point.failures(),
        point.dependent(),
        point.undecided(),
        point.frequency());
  }

  @Override
  public FailureFrequency point(List<String> cells) {
    return new FailureFrequency(
        new Setting(
            Integer.parseInt(cells.get(0)),
            Integer.parseInt(cells.get(1)),
            Double.parseDouble(cells.get(2)),
            Integer.parseInt(cells.get(3)),
            Long.parseLong(cells.get(4))),
        Integer.parseInt(cells.get(5)),
        Integer.parseInt(cells.get(6)),
        Integer.parseInt(cells.get(7)));
  }
}
