package io.sardonyx.connect.provider;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sardonyx.plugin.TaskContext;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * Names of an output's files: {@code JOB.TASK.SLOT.PEER.NUMBER.EXTENSION}; where a partition was claimed, the partition
 * instead of the slot, and {@code FENCE-PEER} instead of the peer.
 *
 * <p>Dots separate the parts and occur in none of them, so a file belongs to exactly one task of one job.
 */
final class PartName {

    private static final int LONG = 60;
    private static final int KEPT = 43;

    private final String task;
    private final String slot;
    private final String peer;
    /** Fence of the claimed partition; -1 if it was not claimed. */
    private final long fence;

    private final String peerText;
    /** Fence of the writer, whether it is part of all names or not. */
    private final long present;

    private final String extension;
    private final List<String> ofFormerJobs;

    PartName(TaskContext context, String extension) {
        this.task = escaped(context.job().text()) + "." + escaped(context.task().text()) + ".";
        this.slot = task + escaped(context.writerId()) + ".";
        this.fence = context.writerId().equals(Integer.toString(context.slot())) ? -1 : context.fence();
        this.peer =
                slot + (fence < 0 ? "" : fence + "-") + escaped(context.peer().text()) + ".";
        this.peerText = escaped(context.peer().text());
        this.present = context.fence();
        this.extension = extension;
        this.ofFormerJobs = context.resumes().stream()
                .map(job -> escaped(job.text()) + "." + escaped(context.task().text()) + ".")
                .toList();
    }

    /** Prefixes of the files of the same task in the jobs that this one resumes. */
    List<String> ofFormerJobs() {
        return ofFormerJobs;
    }

    /** Prefix of all files of the task. */
    String ofTask() {
        return task;
    }

    /** Prefix of all files of this slot, of all peers that have had it. */
    String ofSlot() {
        return slot;
    }

    /** Whether a partition was claimed, so that names hold the fence. */
    boolean isFenced() {
        return fence >= 0;
    }

    /** Whether a file was written under a higher fence than this writer's. */
    boolean isOfSuccessor(String file) {
        int end = isFenced() && file.startsWith(slot) ? file.indexOf('-', slot.length()) : -1;
        try {
            return end >= 0 && Long.parseLong(file.substring(slot.length(), end)) > fence;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Name of a part of this peer. */
    String part(long number) {
        return peer + number + "." + extension;
    }

    /** Name of a part in a job with checkpoints, with the fence in front of the peer. */
    String fencedPart(long number) {
        return slot + present + "-" + peerText + "." + number + "." + extension;
    }

    /** Whether a file of a job with checkpoints was written under a higher fence than this writer's. */
    boolean isOfHigherFence(String file) {
        return fenceOf(file) > present;
    }

    /** Whether a file of a job with checkpoints was written under a lower fence than this writer's. */
    boolean isOfLowerFence(String file) {
        return fenceOf(file) < present;
    }

    /** The fence in the name of a file of a job with checkpoints, -1 if there is none. */
    private long fenceOf(String file) {
        int from = file.indexOf('.', task.length()) + 1;
        int end = file.indexOf('-', from);
        try {
            return from > 0 && end >= 0 ? Long.parseLong(file.substring(from, end)) : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Whether this is the first slot, whose peer commits what peers of all slots have prepared. */
    boolean isOfFirstSlot() {
        return slot.equals(task + "0.");
    }

    /** Number of this peer's part to which a file belongs, -1 if it is another peer's. */
    long number(String file) {
        int end = file.startsWith(peer) ? file.indexOf('.', peer.length()) : -1;
        if (end < 0) {
            return -1;
        }
        try {
            return Long.parseLong(file.substring(peer.length(), end));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Escapes all but ASCII letters, digits, dashes and underscores; a long name is cut and ends in its hash. */
    static String escaped(String name) {
        var escaped = new StringBuilder();
        for (byte b : name.getBytes(UTF_8)) {
            boolean plain = b >= 'a' && b <= 'z'
                    || b >= 'A' && b <= 'Z'
                    || b >= '0' && b <= '9'
                    || b == '_'
                    || b == '-' && !escaped.isEmpty();
            if (plain) {
                escaped.append((char) b);
            } else {
                escaped.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        return escaped.length() <= LONG ? escaped.toString() : escaped.substring(0, KEPT) + "~" + hash(name);
    }

    private static String hash(String name) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(UTF_8));
            return HexFormat.of().formatHex(hash, 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
