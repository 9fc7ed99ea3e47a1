package io.sardonyx.assignment;

/**
 * A checkpoint of a job that is complete, by an entry of the log: where everybody goes on from at the next fence.
 *
 * @param number counts the checkpoints of a job; it grows over all fences
 * @param fence under which it was made
 * @param manifest hash of the manifest, the document that says what belongs to it
 */
public record CompletedCheckpoint(long number, long fence, String manifest) {}
