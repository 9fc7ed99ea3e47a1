package io.sardonyx.cli.cluster;

import io.sardonyx.Member;
import io.sardonyx.Membership;
import io.sardonyx.replica.ClusterParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A mismatch between the parameters of a cluster and those that a process was configured with; the cluster's are fixed
 * at its foundation.
 */
record ClusterMismatch(ClusterParameters found, ClusterParameters wanted) {

    /** The cluster that a member has found, and how it was to join one. */
    static ClusterMismatch of(Member member, Membership how) {
        ClusterParameters found = member.cluster()
                .map(it -> new ClusterParameters(it.name(), it.allocation(), it.scheduler(), it.remembered())
                        .withState(it.state()))
                .orElse(ClusterParameters.UNFOUNDED);
        return new ClusterMismatch(
                found,
                new ClusterParameters(how.cluster(), how.allocation(), how.scheduler(), ClusterParameters.REMEMBERED)
                        .withState(how.state()));
    }

    /** Whether the cluster is founded with other parameters. */
    boolean isOne() {
        return found.isFounded() && (!found.isLike(wanted) || hasOtherState());
    }

    /** Whether both name an address of state, and not the same. */
    private boolean hasOtherState() {
        return found.stateUri() != null
                && wanted.stateUri() != null
                && !found.stateUri().equals(wanted.stateUri());
    }

    /** The error message: what differs, and which options would match. */
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
        compare(
                "allocation",
                "--allocation",
                word(found.allocation()),
                word(wanted.allocation()),
                differences,
                options);
        if (hasOtherState()) {
            compare(
                    "storage of state",
                    "--state",
                    String.valueOf(found.stateUri()),
                    String.valueOf(wanted.stateUri()),
                    differences,
                    options);
        }
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
