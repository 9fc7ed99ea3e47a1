package io.sardonyx.claim;

import io.sardonyx.content.PartitionCodec;
import io.sardonyx.json.BadInput;
import io.sardonyx.lambda.LambdaData;
import io.sardonyx.lease.PartitionTask;
import io.sardonyx.value.table.SortedTable;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A call that was submitted to nodes, as the work of a partition document.
 *
 * @param node token of the only node that may run it; null for any
 * @param timeoutMillis for how long a node lets it run; 0 for ever
 */
public record CallTask(LambdaData lambda, @Nullable String node, long timeoutMillis) {

    private static final String CLASS = "class";
    private static final String METHOD = "method";
    private static final String SIGNATURE = "signature";
    private static final String DIGEST = "digest";
    private static final String CAPTURED = "captured";
    private static final String TIMEOUT = "timeoutMillis";

    PartitionTask task(String id) {
        var arguments = new TreeMap<String, String>();
        arguments.put(PartitionCodec.JOB, ClaimDocuments.EXECUTOR.text());
        arguments.put(PartitionCodec.PARTITION, id);
        arguments.put(CLASS, lambda.type());
        arguments.put(METHOD, lambda.method());
        arguments.put(SIGNATURE, lambda.signature());
        arguments.put(DIGEST, lambda.digest());
        arguments.put(CAPTURED, lambda.captured());
        if (node != null) {
            arguments.put(ClaimDocuments.NODE, node);
        }
        if (timeoutMillis > 0) {
            arguments.put(TIMEOUT, Long.toString(timeoutMillis));
        }
        return new PartitionTask(ClaimDocuments.CALL, SortedTable.of(arguments));
    }

    /**
     * The call of a document.
     *
     * @throws BadInput that names what is missing or wrong
     */
    static CallTask of(PartitionTask task) {
        return new CallTask(
                new LambdaData(
                        argument(task, CLASS),
                        argument(task, METHOD),
                        argument(task, SIGNATURE),
                        argument(task, DIGEST),
                        argument(task, CAPTURED)),
                task.arguments().get(ClaimDocuments.NODE),
                timeout(task.arguments().get(TIMEOUT)));
    }

    private static String argument(PartitionTask task, String name) {
        String value = task.arguments().get(name);
        if (value == null) {
            throw new BadInput("its task has no " + name);
        }
        return value;
    }

    private static long timeout(@Nullable String millis) {
        try {
            return millis == null ? 0 : Math.max(0, Long.parseLong(millis));
        } catch (NumberFormatException e) {
            throw new BadInput("the timeoutMillis of its task is no number");
        }
    }
}
