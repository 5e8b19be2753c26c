/**
 * Many fits at once: a list of problems, scheduled over cores or on one GPU within a memory limit;
 * their folder, from which an interrupted run resumes; and the stability of their features.
 *
 * <p>API: {@link ManyFits}, {@link ManyFitsListener}, {@link ManyOptions}, {@link Outcome}, {@link
 * Problem}.
 *
 * <p>What else is public is internal.
 */
@NullMarked
package org.latentfeature.study.many;

import org.jspecify.annotations.NullMarked;
