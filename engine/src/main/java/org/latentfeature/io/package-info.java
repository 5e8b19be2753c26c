/**
 * Every format of file that holds data: readers, writers, and files that are whole or not there.
 */
@NullMarked
package org.latentfeature.io;

import org.jspecify.annotations.NullMarked;
