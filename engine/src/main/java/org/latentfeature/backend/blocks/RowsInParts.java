package org.latentfeature.backend.blocks;

import java.util.ArrayList;
import java.util.List;
import org.latentfeature.base.linalg.Algebra;
import org.latentfeature.base.progress.StopSignal;
import org.latentfeature.data.Matrix;
import org.latentfeature.data.MissingEntries;
import org.latentfeature.step.Counters;
import org.latentfeature.step.Limits;
import org.latentfeature.step.PartLayout;
import org.latentfeature.step.Parts;
import org.latentfeature.step.Resident;
import org.latentfeature.step.ResidentRows;

/** Rows in parts that are loaded separately; a step is opened on every part. */
public final class RowsInParts implements ResidentRows {

  private final Matrix x;
  private final long first;
  private final PartLayout layout;
  private final Parts.Schedule schedule;
  private final Algebra algebra;
  private final List<ResidentRows> parts = new ArrayList<>();

  /** Loads a part of a matrix. */
  @FunctionalInterface
  public interface Loading {
    /** Loads {@code x}, whose first row is number {@code first}. */
    ResidentRows load(int part, Matrix x, long first);
  }

  public RowsInParts(
      Matrix x,
      long first,
      PartLayout layout,
      Parts.Schedule schedule,
      Algebra algebra,
      Loading loading) {
    this.x = x;
    this.first = first;
    this.layout = layout;
    this.schedule = schedule;
    this.algebra = algebra;
    MissingEntries.of(x); // names a row that lacks them all by its number among all
    try {
      for (int p = 0; p < layout.count(); p++) {
        Matrix rows = x.view(layout.first(p), layout.rows(p));
        parts.add(schedule.one(p, part -> loading.load(part, rows, first + layout.first(part))));
      }
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  @Override
  public long first() {
    return first;
  }

  @Override
  public int rows() {
    return x.rows();
  }

  @Override
  public int cols() {
    return x.cols();
  }

  @Override
  public <R extends Resident> R open(Limits<R> limits, StopSignal stop) {
    List<R> opened = new ArrayList<>();
    try {
      for (int p = 0; p < parts.size(); p++) {
        opened.add(schedule.one(p, part -> parts.get(part).open(limits, stop)));
      }
    } catch (RuntimeException | Error e) {
      for (int p = opened.size() - 1; p >= 0; p--) {
        R one = opened.get(p);
        schedule.one(
            p,
            part -> {
              one.close();
              return part;
            });
      }
      throw e;
    }
    return limits.inParts(new Parts<>(opened, layout, schedule), this, algebra, stop);
  }

  @Override
  public Matrix copy(int[] rows) {
    return x.selectRows(rows);
  }

  @Override
  public Counters counters() {
    return Counters.beside(parts.stream().map(ResidentRows::counters).toList());
  }

  @Override
  public void close() {
    for (int p = parts.size() - 1; p >= 0; p--) {
      schedule.one(
          p,
          part -> {
            parts.get(part).close();
            return part;
          });
    }
    parts.clear();
  }
}
