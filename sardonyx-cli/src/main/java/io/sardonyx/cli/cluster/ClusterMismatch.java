package io.sardonyx.cli.cluster;

import io.sardonyx.replica.ClusterParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A cluster that is not the one a process was configured for; a process cannot change what all share. */
record ClusterMismatch(ClusterParameters found, ClusterParameters wanted) {

    boolean isOne() {
        return found.isFounded() && !found.isLike(wanted);
    }

    /** What differs, and which options would make it fit. */
    String explain(String store) {
        var differences = new ArrayList<String>();
        var options = new ArrayList<String>();
        compare("name", "--cluster", String.valueOf(found.id()), String.valueOf(wanted.id()), differences, options);
        compare(
                "job scheduler",
                "--job-scheduler",
                word(found.scheduler()),
                word(wanted.scheduler()),
                differences,
                options);
        compare("allocation", "", word(found.allocation()), word(wanted.allocation()), differences, options);
        compare("memory", "", found.remembered() + " ids", wanted.remembered() + " ids", differences, options);
        return "the cluster of " + store + " is another than expected: its " + String.join(", its ", differences)
                + (options.isEmpty() ? "" : "; start with " + String.join(" ", options) + ", or with another --store");
    }

    private static void compare(
            String what, String option, String is, String expected, List<String> differences, List<String> options) {
        if (!is.equals(expected)) {
            differences.add(what + " is " + is + ", not " + expected);
            if (!option.isEmpty()) {
                options.add(option + " " + is);
            }
        }
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
