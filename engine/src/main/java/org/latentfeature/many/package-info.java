/**
 * Many fits at once: a list of problems, scheduled over cores or over one card, within a budget of
 * memory; kept in a folder from which a broken-off run goes on; and how often their features agree.
 *
 * <p>Internal.
 */
@NullMarked
package org.latentfeature.many;

import org.jspecify.annotations.NullMarked;
