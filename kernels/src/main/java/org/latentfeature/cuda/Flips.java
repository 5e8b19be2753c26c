package org.latentfeature.cuda;

import org.latentfeature.cuda.driver.DeviceBuffer;

/**
 * A pass over the rows that flips, all at once in each block of them, those that pay even without
 * their own share ‖a_i‖², which never lowers a score, and lists the best of those that pay with it.
 */
interface Flips {

  /** Target length of a candidate's list; every block lists at least one row. */
  int LISTED = 64;

  /** Entries of a candidate's list. */
  int listed();

  /**
   * Flips rows of {@code count} atoms, and keeps their sums true.
   *
   * @param gain share of an atom's score that a flip has to gain
   * @param flips counts by atom, added to
   * @param list rows that are left to flip in sequence, or −1, by atom
   */
  void run(Atoms atoms, int count, double gain, DeviceBuffer flips, DeviceBuffer list);
}
