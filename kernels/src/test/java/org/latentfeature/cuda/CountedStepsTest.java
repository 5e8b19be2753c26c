package org.latentfeature.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.latentfeature.cuda.CountedSteps.Counted;
import org.latentfeature.cuda.PaperModel.Coding;
import org.latentfeature.cuda.PaperModel.Setting;
import org.latentfeature.cuda.PaperModel.Step;

/**
 * The model's launches, crossings, waits and flops against those that the software device counts.
 */
@Tag("whole")
@OnDevice
final class CountedStepsTest {

  /** So slow and with so little cache that a few hundred rows are several blocks. */
  private static final Gpu SLOW = new Gpu(4, 64 << 10, 1e9, 1e10, 227 << 10, 0);

  /** The same with fast products: a fused sweep in several phases. */
  private static final Gpu SLOW_WITH_TENSOR_CORES =
      new Gpu(4, 64 << 10, 1e9, 1e10, 227 << 10, 1e15);

  @BeforeEach
  void onlyTheSoftwareDeviceCounts() {
    assumeFalse(TestedDevice.isReal(), "a real device does not count");
  }

  static Stream<Arguments> problems() {
    Shape odd = new Shape(701, 45);
    return Stream.of(
        Arguments.of(PaperModel.SIZES.get(0), TileLayout.SINGLE, PaperModel.H100),
        Arguments.of(PaperModel.SIZES.get(1), TileLayout.SINGLE, PaperModel.H100),
        Arguments.of(odd, TileLayout.SINGLE, SLOW),
        Arguments.of(odd, TileLayout.SINGLE, SLOW_WITH_TENSOR_CORES),
        Arguments.of(odd, TileLayout.BFLOAT16, SLOW_WITH_TENSOR_CORES));
  }

  @ParameterizedTest
  @MethodSource("problems")
  void launchesCrossingsAndFlopsAreTheDevices(Shape shape, TileLayout layout, Gpu gpu) {
    SweepPlan.Choice plans =
        layout == TileLayout.SINGLE ? SweepPlan::choose : SweepPlan::chooseRounded;
    Setting setting = PaperModel.setting(shape);
    List<Counted> counted = CountedSteps.of(shape, setting, plans, gpu);
    List<Step> model = PaperModel.steps(shape, setting, plans, gpu);
    // Products of bfloat16 are twice as many in the time of those of TF32.
    int times = layout.rate;
    SweepPlan plan = plans.of(shape, setting.rank(), setting.candidates(), gpu);
    assertEquals(layout, plan.layout());
    assertCounted(counted.get(0), model.get(0), times);
    assertCounted(counted.get(1), model.get(1), times);
    Step rounding = model.get(2);
    Step choice = model.get(3);
    Step pass = model.get(4);
    // The pass after the choice is told the scores; bits need no products.
    assertEquals(
        rounding.launches() + choice.launches() + pass.launches() - 1, counted.get(2).launches());
    assertEquals(rounding.in() + choice.in(), counted.get(2).bytesIn());
    assertEquals(rounding.out() + choice.out() + pass.out(), counted.get(2).bytesOut());
    assertEquals((long) pass.flops(), counted.get(2).flops());
    assertEquals((long) (times * (rounding.tensor() + pass.tensor())), counted.get(2).tensor());
    assertWaits(rounding.waits() + choice.waits() + pass.waits(), counted.get(2));
    // One candidate was flipped, whichever their number.
    Setting one = new Setting(setting.rank(), setting.features(), setting.planes(), 1);
    assertCounted(counted.get(3), PaperModel.steps(shape, one, plans, gpu).get(4), times);
    assertCounted(counted.get(4), model.get(5), times);
    assertCounted(counted.get(5), model.get(6), times);
    // The codes' search, a launch and a fill, comes with the projections.
    Step projections = model.get(7);
    assertEquals(projections.launches() + 2, counted.get(6).launches());
    assertWaits(projections.waits(), counted.get(6));
    assertEquals(projections.in(), counted.get(6).bytesIn());
    assertEquals(projections.out(), counted.get(6).bytesOut());
    assertEquals((long) projections.flops(), counted.get(6).flops());
    if (gpu.equals(SLOW)) {
      assertTrue(SweepBlocks.choose(shape, setting.rank(), gpu).count() > 1, "several blocks");
    } else {
      assertTrue(counted.get(1).tensor() > 0, "a fused sweep");
    }
  }

  /** In one tile and in several, of listed rows and in place. */
  @ParameterizedTest
  @CsvSource({"100, true", "32, true", "100, false", "32, false"})
  void whatCodingLaunchesCrossesAndMultipliesIsTheDevices(int tile, boolean inPlace) {
    Shape shape = new Shape(100, 45);
    Coding empty = new Coding(100, 20, 0, inPlace);
    Coding visits = new Coding(100, 20, CountedSteps.VISITS, inPlace);
    for (Coding coding : List.of(empty, visits)) {
      Counted counted = CountedSteps.of(shape, coding, tile);
      List<Step> model = PaperModel.coding(shape.cols(), coding, tile);
      assertEquals(model.stream().mapToLong(Step::launches).sum(), counted.launches());
      assertEquals(model.stream().mapToLong(Step::in).sum(), counted.bytesIn());
      assertEquals(model.stream().mapToLong(Step::out).sum(), counted.bytesOut());
      assertEquals((long) model.stream().mapToDouble(Step::flops).sum(), counted.flops());
      assertEquals(model.stream().mapToDouble(Step::waits).sum(), counted.waits());
    }
  }

  private static void assertCounted(Counted counted, Step model, int times) {
    assertEquals(model.launches(), counted.launches(), model.name() + ": launches");
    assertEquals(model.in(), counted.bytesIn(), model.name() + ": bytes in");
    assertEquals(model.out(), counted.bytesOut(), model.name() + ": bytes out");
    assertWaits(model.waits(), counted);
    assertEquals((long) model.flops(), counted.flops(), model.name() + ": flops");
    long tensor = (long) (times * model.tensor());
    assertEquals(tensor, counted.tensor(), model.name() + ": tensor cores' flops");
  }

  /** Staging memory that is full may turn over once, and waits until its other half was copied. */
  private static void assertWaits(double expected, Counted counted) {
    double more = counted.waits() - expected;
    assertTrue(more == 0 || (more == 1 && counted.bytesIn() > 0), () -> expected + ": " + counted);
  }
}
