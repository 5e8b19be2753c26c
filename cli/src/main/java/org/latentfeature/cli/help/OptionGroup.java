package org.latentfeature.cli.help;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The groups of options in help, in their order. An option of one name is in the same group in all
 * commands, at the place that its name has in the list of the group; behind the name stands the
 * page of the documentation that explains it, if there is one.
 */
public enum OptionGroup {
  MOST_USED(
      "Most used",
      """
      --features number-of-features.md
      --populations admixture.md
      --output
      --ids formats.md
      --missing missing.md
      --time-limit scale.md
      --help
      """),

  MODEL(
      "Model and method",
      """
      --method algorithms.md
      --estimator algorithms.md
      --set
      --inference indian-buffet.md
      --methods reproduction.md
      --paper
      --max-k number-of-features.md
      --most
      --finite markov.md
      --infinite
      --stochastic scale.md
      --order order.md
      --view variants.md
      --prefer lasso.md
      --start variants.md
      --corrective lasso.md
      --certify lasso.md
      --cv admixture.md
      --folds admixture.md
      --sampler
      --no-exchange
      --update
      --gain
      --longest
      --shortest
      --alpha
      --gamma
      --eta
      --delay
      --kappa
      --wls
      --no-posterior
      --patch
      --keep-mean
      --blend
      --no-refine
      --bootstrap
      --match
      --new-features update.md
      --fits
      --seed
      --seeds
      """),

  DATA(
      "The data",
      """
      --data
      --only reproduction.md
      --datasets
      --problems
      --images
      --genomes
      --format formats.md
      --entry formats.md
      --labels formats.md
      --drop formats.md
      --header formats.md
      --triplets formats.md
      --columns-as formats.md
      --rows
      --columns formats.md
      --genotypes formats.md
      --label-columns
      --standardise formats.md
      --scale-by formats.md
      --dense formats.md
      --empty-columns missing.md
      --empty-rows missing.md
      --hold-out missing.md
      --hold-out-seed
      --held-out reproduction.md
      --splits reproduction.md
      --training-share reproduction.md
      --truth-z
      --truth-w
      --truth
      --recorded
      --white
      --ratio
      --prevalence
      --probability
      --dependence
      --rbm
      --exclusive
      --norm
      --nonzeros
      --drift
      --height
      --width
      """),

  NOISE(
      "Noise and constraints",
      """
      --sigma
      --noise
      --robust variants.md
      --row-weights variants.md
      --column-weights variants.md
      --nonnegative variants.md
      --intercept variants.md
      --l1 variants.md
      --penalty lasso.md
      --relative-penalty lasso.md
      --lambda
      --tau lasso.md
      --lambda2
      --feature-scale
      --coding-sigma-factor
      --ridge
      --bit-cost
      """),

  SIZE(
      "Size and time",
      """
      --quick reproduction.md
      --full reproduction.md
      --sample scale.md
      --memory scale.md
      --reduce lasso.md
      --batch
      --iterations
      --chains
      --sweeps
      --restarts
      --starts
      --rounds
      --tolerance
      --resume
      --save-every
      --samples
      --trials
      --steps
      --path-to
      --max-nodes
      """),

  MACHINE(
      "Where it runs",
      """
      --backend backends.md
      --device backends.md
      --precision backends.md
      --threads backends.md
      --jobs
      --scratch
      """),

  OUTPUT(
      "Output",
      """
      --save-relaxed lasso.md
      --soft imputation.md
      --weights
      --risk lasso.md
      --z
      --w
      --table
      --model
      --chart
      --charts
      --image
      --column-major
      --scale
      --group
      --near
      --groups
      --threshold
      --strongest
      --null-state
      --json
      --quiet
      --verbose
      --version
      """);

  /** The place of an option: its group, its rank among all options, and its page. */
  private record Place(OptionGroup group, int rank, String page) {}

  private static final Map<String, Place> PLACES = places();

  private final String heading;
  private final String lines;

  OptionGroup(String heading, String lines) {
    this.heading = heading;
    this.lines = lines;
  }

  private static Map<String, Place> places() {
    Map<String, Place> places = new HashMap<>();
    for (OptionGroup group : values()) {
      for (String line : group.lines.lines().toList()) {
        int space = line.indexOf(' ');
        String name = space < 0 ? line : line.substring(0, space);
        Place place = new Place(group, places.size(), space < 0 ? "" : line.substring(space + 1));
        if (places.put(name, place) != null) {
          throw new IllegalStateException(name + " is in two groups");
        }
      }
    }
    return places;
  }

  /** The heading of the group in help. */
  public String heading() {
    return heading;
  }

  /** Returns the names of all options that are in a group. */
  public static List<String> names() {
    return List.copyOf(PLACES.keySet());
  }

  /** Returns the page of the documentation that explains the option; empty if none does. */
  static String page(OptionSpec option) {
    return place(option).page();
  }

  /** Returns the group of an option. */
  static OptionGroup of(OptionSpec option) {
    return place(option).group();
  }

  private static Place place(OptionSpec option) {
    String name = option.longestName();
    return Objects.requireNonNull(
        PLACES.get(name), () -> name + " is in no group; add it to OptionGroup");
  }

  /** Returns options by their groups, both in the order of help. */
  public static Map<OptionGroup, List<OptionSpec>> sorted(List<OptionSpec> options) {
    List<OptionSpec> ranked = new ArrayList<>(options);
    ranked.sort((a, b) -> Integer.compare(place(a).rank(), place(b).rank()));
    Map<OptionGroup, List<OptionSpec>> groups = new EnumMap<>(OptionGroup.class);
    for (OptionSpec option : ranked) {
      groups.computeIfAbsent(of(option), group -> new ArrayList<>()).add(option);
    }
    return groups;
  }
}
