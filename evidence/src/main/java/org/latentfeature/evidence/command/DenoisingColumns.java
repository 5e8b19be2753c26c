package org.latentfeature.evidence.command;

import java.util.List;
import org.latentfeature.evidence.DenoisingMethod;
import org.latentfeature.evidence.DenoisingTrial;
import org.latentfeature.evidence.DenoisingTrial.Setting;
import org.latentfeature.io.TextCell;

/** The columns of the table of denoised images. */
final class DenoisingColumns implements PointTable.Columns<Setting, DenoisingTrial> {

  @Override
  public List<String> names() {
    return List.of(
        "image",
        "hash",
        "sigma",
        "method",
        "seed",
        "backend",
        "psnr_noisy",
        "psnr",
        "ssim",
        "patch_features",
        "seconds");
  }

  @Override
  public Setting setting(DenoisingTrial trial) {
    return trial.setting();
  }

  @Override
  public List<Object> cells(DenoisingTrial trial) {
    Setting setting = trial.setting();
    return List.of(
        TextCell.guarded(setting.image()),
        setting.hash(),
        setting.sigma(),
        setting.method().word(),
        setting.seed(),
        setting.backend(),
        trial.noisyPsnr(),
        trial.psnr(),
        trial.ssim(),
        trial.patchFeatures(),
        trial.seconds());
  }

  @Override
  public DenoisingTrial point(List<String> cells) {
    return new DenoisingTrial(
        new Setting(
            TextCell.plain(cells.get(0)),
            cells.get(1),
            Double.parseDouble(cells.get(2)),
            DenoisingMethod.of(cells.get(3)),
            Long.parseLong(cells.get(4)),
            cells.get(5)),
        Double.parseDouble(cells.get(6)),
        Double.parseDouble(cells.get(7)),
        Double.parseDouble(cells.get(8)),
        Double.parseDouble(cells.get(9)),
        Double.parseDouble(cells.get(10)));
  }
}
