package org.latentfeature.evidence.denoising;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.latentfeature.evidence.TabTable;
import org.latentfeature.evidence.Words;

/** Denoised images and recorded figures as tab-separated text, a line for each trial. */
public final class DenoisingTable {

  private static final List<String> NAMES =
      List.of(
          "image",
          "sigma",
          "method",
          "psnr_noisy",
          "ssim_noisy",
          "psnr",
          "ssim",
          "patch_features",
          "seconds",
          "recorded_method",
          "recorded_psnr",
          "recorded_ssim",
          "recorded_features");

  private DenoisingTable() {}

  /**
   * Writes it in one step.
   *
   * @throws org.latentfeature.data.DataException if it cannot be written
   */
  public static void write(Path file, List<DenoisingTrial> trials, RecordedDenoising recorded) {
    List<List<String>> lines = new ArrayList<>();
    lines.add(NAMES);
    trials.forEach(trial -> lines.add(line(trial, recorded)));
    TabTable.write(file, lines);
  }

  private static List<String> line(DenoisingTrial trial, RecordedDenoising recorded) {
    DenoisingTrial.Setting setting = trial.setting();
    Optional<RecordedDenoising.Entry> entry =
        setting
            .method()
            .recorded()
            .flatMap(method -> recorded.of(setting.image(), setting.sigma(), method));
    return List.of(
        setting.image(),
        Words.plain(setting.sigma()),
        setting.method().word(),
        TabTable.cell(trial.noisyPsnr()),
        TabTable.cell(trial.noisySsim()),
        TabTable.cell(trial.psnr()),
        TabTable.cell(trial.ssim()),
        TabTable.cell(trial.patchFeatures()),
        TabTable.cell(trial.seconds()),
        entry.map(RecordedDenoising.Entry::method).orElse(""),
        entry.map(e -> TabTable.cell(e.psnr())).orElse(""),
        entry.map(e -> TabTable.cell(e.ssim())).orElse(""),
        entry.map(e -> TabTable.cell(e.features())).orElse(""));
  }
}
