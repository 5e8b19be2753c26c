package org.latentfeature.evidence.command;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import java.util.List;
import org.latentfeature.evidence.Contender;
import org.latentfeature.evidence.EqualTimeFit;
import org.latentfeature.evidence.EqualTimeFit.Improvement;
import org.latentfeature.evidence.EqualTimeFit.Setting;

/** The columns of the runs of a comparison at equal time, from which it resumes. */
final class EqualTimeColumns implements PointTable.Columns<Setting, EqualTimeFit> {

  private static final String BETWEEN = ";";
  private static final String AT = ":";

  @Override
  public List<String> names() {
    return List.of(
        "dataset",
        "hash",
        "k",
        "method",
        "time_limit",
        "seed",
        "backend",
        "seconds",
        "fits",
        "features",
        "rmse_noisy_raw",
        "rmse_noisy",
        "hamming",
        "rmse",
        "improvements",
        "note");
  }

  @Override
  public Setting setting(EqualTimeFit fit) {
    return fit.setting();
  }

  @Override
  public List<Object> cells(EqualTimeFit fit) {
    Setting setting = fit.setting();
    return List.of(
        setting.dataSet(),
        setting.hash(),
        setting.k(),
        setting.contender().word(),
        setting.limit(),
        setting.seed(),
        setting.backend(),
        fit.seconds(),
        fit.fits(),
        fit.features(),
        fit.raw(),
        fit.refined(),
        fit.hamming(),
        fit.rmse(),
        fit.improvements().stream()
            .map(step -> step.seconds() + AT + step.error())
            .collect(joining(BETWEEN)),
        fit.note());
  }

  @Override
  public EqualTimeFit point(List<String> cells) {
    Setting setting =
        new Setting(
            cells.get(0),
            cells.get(1),
            Integer.parseInt(cells.get(2)),
            Contender.of(List.of(cells.get(3))).get(0),
            Double.parseDouble(cells.get(4)),
            Long.parseLong(cells.get(5)),
            cells.get(6));
    return new EqualTimeFit(
        setting,
        Double.parseDouble(cells.get(7)),
        Integer.parseInt(cells.get(8)),
        Integer.parseInt(cells.get(9)),
        Double.parseDouble(cells.get(10)),
        Double.parseDouble(cells.get(11)),
        Double.parseDouble(cells.get(12)),
        Double.parseDouble(cells.get(13)),
        improvements(cells.get(14)),
        cells.get(15));
  }

  private static List<Improvement> improvements(String cell) {
    return cell.isEmpty()
        ? List.of()
        : Arrays.stream(cell.split(BETWEEN, -1)).map(EqualTimeColumns::improvement).toList();
  }

  private static Improvement improvement(String text) {
    int at = text.indexOf(AT);
    if (at < 0) {
      throw new IllegalArgumentException(text + " is not seconds:error");
    }
    return new Improvement(
        Double.parseDouble(text.substring(0, at)), Double.parseDouble(text.substring(at + 1)));
  }
}
